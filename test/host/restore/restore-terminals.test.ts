import {
  closeSync,
  cpSync,
  existsSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { StartError } from '../../../src/host/common/start-error.ts';
import type { HostOptions } from '../../../src/host/host-options.ts';
import { formatRow } from '../../../src/host/keep/replay-row.ts';
import { formatMeta } from '../../../src/ledger/files/meta-file.ts';
import { type KeptPty, keptPtys } from '../../support/kept-pty.ts';
import { MemoryHost, marks, type RawClient } from '../../support/memory-host.ts';
import { removeFolder } from '../../support/remove-folder.ts';
import { deleteDeep, makeUndeletable } from '../../support/undeletable.ts';

const [A, B] = ['ahp-terminal:/a', 'ahp-terminal:/b'] as const;
const nobody = { program: ['/bin/false'], args: [], leave: () => {} };

const hosts: MemoryHost[] = [];
const folders: string[] = [];
const files: number[] = [];

afterEach(async () => {
  await Promise.all(hosts.splice(0).map(({ host }) => host.close()));
  for (const folder of folders.splice(0)) removeFolder(folder);
  for (const fd of files.splice(0)) if (isOpen(fd)) closeSync(fd);
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cotty-back-'));
  folders.push(folder);
  return folder;
}

function isOpen(fd: number): boolean {
  try {
    fstatSync(fd);
    return true;
  } catch {
    return false;
  }
}

type Left = { readonly folder: string; readonly keeper: number; readonly first: MemoryHost };

/** A host with two terminals, each with a command that has ended and one that runs, as it is on the disk when it is killed. */
async function killedHost(): Promise<Left> {
  const folder = newFolder();
  const { ptys, ...means } = keptPtys();
  const first = await MemoryHost.start({ ...means, record: { folder }, keep: { ...nobody, inherited: [] } });
  hosts.push(first);
  const person = await first.connect('c1', { writer: 'user:ada' });
  for (const channel of [A, B]) {
    await person.request('createTerminal', {
      channel,
      name: channel.slice(-1),
      claim: { kind: 'client', clientId: 'c1' },
      cols: 60,
      rows: 10,
    });
  }
  first.clock.turn();
  for (const pty of ptys) {
    pty.print(`${marks.prompt}$ ${marks.start('echo one')}one\r\n${marks.end(0)}${marks.prompt}$ `);
    pty.print(`${marks.start('make')}made so far\r\n`);
  }
  // The output of a running command is saved after a moment.
  first.clock.pass(5000);
  const terminals = join(folder, 'terminals');
  const isSaved = (name: string) => {
    const running = join(terminals, name, 'running.json');
    return existsSync(running) && readFileSync(running, 'utf8').includes('made so far');
  };
  await expect.poll(() => readdirSync(terminals).filter(isSaved)).toHaveLength(2);
  const copy = newFolder();
  cpSync(folder, copy, { recursive: true, filter: (path) => !path.includes('host.lock') });
  const keeper = Number(JSON.parse(readFileSync(join(copy, 'keeper.json'), 'utf8')).pid);
  return { folder: copy, keeper, first };
}

const nameOf = (uri: string) => uri.slice(-1);

function folderOf({ folder }: Left, uri: string): string {
  const name = readdirSync(join(folder, 'terminals')).find((one) => one.startsWith(`${nameOf(uri)}-`));
  return join(folder, 'terminals', name ?? 'none');
}

type Next = {
  readonly host: MemoryHost;
  readonly ptys: readonly KeptPty[];
  readonly client: RawClient;
  readonly fds: readonly number[];
};

const masters = () => {
  const fds = [A, B].map(() => openSync('/dev/null', 'r'));
  files.push(...fds);
  return fds;
};

async function nextHost(left: Left, options: Partial<HostOptions> = {}): Promise<Next> {
  const { ptys, ...means } = keptPtys();
  const fds = masters();
  const inherited = [A, B].map((uri, index) => ({ uri, fd: fds[index] ?? -1 }));
  const host = await MemoryHost.start({
    ...means,
    clock: left.first.clock,
    record: { folder: left.folder },
    keep: { ...nobody, inherited, keeper: left.keeper },
    ...options,
  });
  hosts.push(host);
  return { host, ptys, fds, client: await host.connect('c1', { writer: 'user:ada' }) };
}

async function listed({ client }: Next): Promise<readonly string[]> {
  const { state } = await client.subscribe('ahp-root://');
  return (state['terminals'] as readonly { readonly resource: string }[]).map(({ resource }) => resource);
}

/** The command lines of a terminal with their outputs and exit codes; `undefined` while one runs. */
async function commandsIn({ client }: Next, uri: string) {
  const { state } = await client.subscribe(uri);
  const content = state['content'] as readonly { [key: string]: unknown }[];
  return content
    .filter(({ type }) => type === 'command')
    .map(({ commandLine, output, isComplete, exitCode }) =>
      isComplete === true ? [commandLine, output, exitCode] : [commandLine, output],
    );
}

const printed = async ({ client }: Next, uri: string) => JSON.stringify(await client.subscribe(uri));

/** The program behind a master prints this; the pty is the one that the terminal has inherited. */
function print({ ptys, host }: Next, index: number, text: string): void {
  ptys.at(index)?.print(text);
  host.clock.pass(100);
}

const ended = ['echo one', 'one\r\n', 0];

describe('terminals that another host takes over', () => {
  it('come back although the records of a thousand closed ones cannot be pruned', async () => {
    const left = await killedHost();
    const facts = {
      ...{ name: 'old', named: false, shell: 'bash', claim: { kind: 'client', clientId: 'c1' } as const },
    };
    for (let number = 0; number <= 1000; number += 1) {
      const path = join(left.folder, 'terminals', `old-${number}`);
      mkdirSync(path);
      const uri = `ahp-terminal:/old-${number}`;
      writeFileSync(join(path, 'meta.json'), formatMeta({ ...facts, uri, created: number, state: 'closed' }));
    }
    const oldest = join(left.folder, 'terminals', 'old-0');
    makeUndeletable(oldest);
    const next = await nextHost(left);
    try {
      expect(await listed(next)).toEqual([A, B]);
      expect(next.ptys).toHaveLength(2);
      await expect.poll(() => next.host.logged.join('\n')).toContain('cannot be deleted: old-0: ');
    } finally {
      deleteDeep(oldest);
    }
  });

  it.each([
    ['an action without its value', { at: 1, action: { type: 'terminal/claimed' } }],
    ['an action of nobody', { at: 1, action: { type: 'terminal/exited' } }],
    ['no action', { at: 1, action: 'x' }],
    ['a size that no terminal has', { at: 1, action: { type: 'terminal/resized', cols: 0, rows: -3 } }],
  ])('are unharmed by a row with %s on the replay log of one of them', async (_, body) => {
    const left = await killedHost();
    const text = Buffer.from(JSON.stringify(body));
    const row = Buffer.concat([Buffer.from('a\0\0\0\0', 'latin1'), text]);
    row.writeUInt32LE(text.length, 1);
    const replayLog = join(folderOf(left, A), 'tape');
    const before = readFileSync(replayLog);
    const after = formatRow({ kind: 'read', at: 2, bytes: Buffer.from('and more\r\n') });
    writeFileSync(replayLog, Buffer.concat([before, row, ...after]));
    const next = await nextHost(left);
    expect(await listed(next)).toEqual([A, B]);
    expect(await commandsIn(next, A)).toEqual([ended, ['make', 'made so far\r\nand more\r\n']]);
    expect(await commandsIn(next, B)).toEqual([ended, ['make', 'made so far\r\n']]);
    expect(next.host.logged.join('\n')).toContain(`${A}: its replay log is damaged`);
    print(next, 0, `${marks.end(3)}${marks.prompt}`);
    expect((await commandsIn(next, A)).at(-1)).toEqual(['make', 'made so far\r\nand more\r\n', 3]);
  });

  it.each([
    ['is missing', (replayLog: string) => rmSync(replayLog)],
    ['is of another version', (replayLog: string) => edit(replayLog, '"version":1', '"version":9')],
    [
      'begins with nothing that a terminal could begin with',
      (replayLog: string) => edit(replayLog, '"cols":60', '"cols":-1'),
    ],
    ['is full of zeros', (replayLog: string) => writeFileSync(replayLog, Buffer.alloc(5000))],
  ])('go on with their programs, and what is known of them, when a replay log %s', async (_, spoil) => {
    const left = await killedHost();
    spoil(join(folderOf(left, A), 'tape'));
    const next = await nextHost(left);
    expect(await listed(next)).toEqual([A, B]);
    expect(await commandsIn(next, A)).toEqual([ended, ['make', 'made so far\r\n']]);
    expect(await printed(next, A)).toContain('could not be restored');
    expect(next.ptys.map(({ pid }) => pid)).toEqual([1000, 1001]);
    print(next, 0, `now this\r\n${marks.end(2)}${marks.prompt}$ ${marks.start('next')}${marks.end(0)}`);
    expect(await commandsIn(next, A)).toEqual([
      ended,
      ['make', 'made so far\r\nnow this\r\n', 2],
      ['next', '', 0],
    ]);
    // Another host finds all of that on the new replay log.
    const { commands } = await next.client.request('x-cotty/commands', { channel: A });
    expect(commands).toMatchObject([{ seq: 1 }, { seq: 2, commandLine: 'make' }, { seq: 3 }]);
  });

  it('go on when the replay log of one cannot be played for another reason, and each master is held once', async () => {
    const left = await killedHost();
    const { ptys, ...means } = keptPtys();
    let replays = 0;
    const next = await nextHost(left, {
      ...means,
      inherit: (inherited) => {
        const pty = means.inherit(inherited);
        const replay = pty.replay.bind(pty);
        pty.replay = (bytes) => {
          replays += 1;
          if (replays === 2) throw new Error('a fault of the emulator');
          replay(bytes);
        };
        return pty;
      },
    });
    expect(await listed(next)).toEqual([A, B]);
    expect(await commandsIn(next, A)).toEqual([ended, ['make', 'made so far\r\n']]);
    expect(await commandsIn(next, B)).toEqual([ended, ['make', 'made so far\r\n']]);
    expect(next.host.logged.join('\n')).toContain('a fault of the emulator');
    // The first attempt for the first terminal was given up.
    expect(ptys.map(({ pid }) => pid)).toEqual([1000, 1000, 1001]);
  });

  it.each([
    ['is damaged', (folder: string) => writeFileSync(join(folder, 'meta.json'), '{')],
    ['is gone', (folder: string) => rmSync(join(folder, 'meta.json'))],
    ['is gone with everything else', (folder: string) => rmSync(folder, { recursive: true })],
  ])('go on when the description of one %s', async (_, spoil) => {
    const left = await killedHost();
    spoil(folderOf(left, A));
    const next = await nextHost(left);
    expect([...(await listed(next))].sort()).toEqual([A, B]);
    expect(next.ptys.map(({ pid }) => pid).sort()).toEqual([1000, 1001]);
    expect(await commandsIn(next, B)).toEqual([ended, ['make', 'made so far\r\n']]);
  });

  it('are left to their keeper when the records cannot be listed: the host does not start, and closes none', async () => {
    const left = await killedHost();
    const terminals = join(left.folder, 'terminals');
    renameSync(terminals, `${terminals}.away`);
    writeFileSync(terminals, 'no folder');
    const before = files.length;
    const started = nextHost(left);
    await expect(started).rejects.toThrow(StartError);
    await expect(started).rejects.toMatchObject({ why: 'takeover' });
    expect(files.slice(before).map(isOpen)).toEqual([true, true]);
    // Nothing has changed for the next try.
    rmSync(terminals);
    renameSync(`${terminals}.away`, terminals);
    const again = newFolder();
    // The lock is that of the process, which ends then as a rule.
    cpSync(left.folder, again, { recursive: true, filter: (path) => !path.includes('host.lock') });
    expect(await listed(await nextHost({ ...left, folder: again }))).toEqual([A, B]);
  });

  it('get their hangup when they were closed right before', async () => {
    const left = await killedHost();
    const meta = join(folderOf(left, A), 'meta.json');
    edit(meta, '"state": "open"', '"state": "closed"');
    const next = await nextHost(left);
    expect(await listed(next)).toEqual([B]);
    expect(next.fds.map(isOpen)).toEqual([false, true]);
  });
});

function edit(path: string, from: string, to: string): void {
  const text = readFileSync(path, 'latin1');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to), 'latin1');
}
