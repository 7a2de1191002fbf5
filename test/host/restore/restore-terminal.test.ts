import { cpSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ReplayLimits } from '../../../src/host/restore/checkpoints.ts';
import { READS_KEYS } from '../../support/fake-pty.ts';
import { type KeptPty, keptPtys } from '../../support/kept-pty.ts';
import { MemoryHost, marks, NONCE } from '../../support/memory-host.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const T = 'ahp-terminal:/t1';
const folders: string[] = [];
const hosts: MemoryHost[] = [];

afterEach(async () => {
  await Promise.all(hosts.splice(0).map(({ host }) => host.close()));
  for (const folder of folders.splice(0)) removeFolder(folder);
});

type Kept = { readonly host: MemoryHost; readonly folder: string; readonly pty: KeptPty };

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cotty-kept-'));
  folders.push(folder);
  return folder;
}

const nobody = { program: ['/bin/false'], args: [], leave: () => {} };
/** Numbers of envelopes; and whether a title that a command has left behind is taken for the shell's, which hangs on when it was parsed. */
const NOT_COMPARED: ReadonlySet<string> = new Set(['serverSeq', 'fromSeq', 'titledByCommand']);

async function firstHost(replayLimits: ReplayLimits | undefined): Promise<Kept> {
  const folder = newFolder();
  const { ptys, ...means } = keptPtys();
  const host = await MemoryHost.start({
    ...means,
    record: { folder },
    keep: { ...nobody, inherited: [], ...(replayLimits === undefined ? {} : { replayLimits }) },
  });
  hosts.push(host);
  const client = await host.connect('c1', { writer: 'user:ada' });
  await client.request('createTerminal', {
    channel: T,
    name: 'build',
    claim: { kind: 'client', clientId: 'c1' },
    cols: 60,
    rows: 10,
  });
  host.clock.turn();
  const [pty] = ptys;
  if (pty === undefined) throw new Error('no pty');
  return { host, folder, pty };
}

/** A host that finds what the first one has left at this moment; the first one goes on, to be compared with it. */
async function nextHost({ folder, host }: Kept): Promise<Kept> {
  const copy = newFolder();
  // Both are one process, to which the lock belongs.
  cpSync(folder, copy, { recursive: true, filter: (path) => !path.includes('host.lock') });
  const keeper = Number(JSON.parse(readFileSync(join(copy, 'keeper.json'), 'utf8')).pid);
  const { ptys, ...means } = keptPtys();
  const next = await MemoryHost.start({
    ...means,
    clock: host.clock,
    record: { folder: copy },
    keep: { ...nobody, inherited: [{ uri: T, fd: 99 }], keeper },
  });
  hosts.push(next);
  await next.connect('c1', { writer: 'user:ada' });
  const [pty] = ptys;
  if (pty === undefined) throw new Error(`nothing was taken over: ${next.logged.join(', ')}`);
  return { host: next, folder: copy, pty };
}

/** What a window is shown, and the commands that it lists. Text between commands is in no record; a checkpoint does not keep it. */
async function shown({ host }: Kept): Promise<unknown> {
  const client = await host.connect(`viewer-${Math.random()}`, { writer: 'user:ada', screens: true });
  const answer = JSON.stringify(await client.request('subscribe', { channel: T }), (key, value: unknown) => {
    if (NOT_COMPARED.has(key)) return undefined;
    if (key !== 'content' || !Array.isArray(value)) return value;
    const last = value.findLastIndex((part) => part.type === 'command' && part.isComplete);
    return value.filter((part, index) => part.type === 'command' || index > last);
  });
  const { commands } = await client.request('x-cotty/commands', { channel: T });
  return { snapshot: JSON.parse(answer), commands };
}

async function screenOf(kept: Kept): Promise<string> {
  const screens: string[] = [];
  JSON.stringify(await shown(kept), (key, value: unknown) => {
    if (key === 'screen' && typeof value === 'string') screens.push(value);
    return value;
  });
  expect(screens).toHaveLength(1);
  return screens.join('');
}

function replayLogIn(folder: string): string {
  const [terminal = ''] = readdirSync(join(folder, 'terminals'));
  return readFileSync(join(folder, 'terminals', terminal, 'tape'), 'latin1');
}

const long = (lines: number) =>
  Array.from({ length: lines }, (_, n) => `line ${n} ${'x'.repeat(n % 50)}\r\n`).join('');

/** About a kibibyte that moves the cursor about below the first row, so that all of it has to be parsed. */
const drawn = (piece: number) => `\x1b[${2 + (piece % 8)};3H${piece}\x1b[1@${'\x1b[C\x1b[D'.repeat(160)}`;

const session = [
  `${marks.prompt}$ \x1b]633;B;${NONCE}\x07`,
  `${marks.start('echo one')}one\r\n${marks.end(0)}${marks.prompt}\x1b[1;32m$ \x1b[0m`,
  `\x1b]633;P;Cwd=/srv;${NONCE}\x07`,
  `${marks.start('long')}${long(300)}`,
  `${long(500)}unfinished`,
  ` line\r\n${marks.end(3)}${marks.prompt}$ `,
  `${marks.start('vim')}\x1b[?1049h\x1b[?1000h\x1b[2J\x1b[5;5Htext \u6f22\x1b[31m`,
  `\x1b]0;a title\x07\x1b[7;1Hmore`,
  `\x1b[?1049l\x1b[?1000l${marks.end(0)}${marks.prompt}$ `,
  `${marks.start('after')}\x1b[4`,
  `mlined\r\n${long(20)}${marks.end(1)}${marks.prompt}$ `,
];

/** Checkpoints wait until the records before them are on the disk. */
async function checkpointsAreTaken({ host: { clock } }: Kept): Promise<void> {
  clock.pass(2100);
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setTimeout(resolve, 30));
}

/** What the program prints, both hosts read. */
function print(text: string, ...hosts: readonly Kept[]): void {
  for (const { pty } of hosts) pty.print(text);
  hosts[0]?.host.clock.pass(37);
}

describe('a terminal that is taken over', () => {
  it.each([
    ['from all that was read', undefined],
    ['from a checkpoint at each prompt', { atPrompt: 0, most: 1e9 }],
    ['from a checkpoint after each read', { atPrompt: 0, most: 0 }],
  ])('is %s what it would be if nothing had happened', async (_, replayLimits) => {
    const first = await firstHost(replayLimits);
    for (let at = 0; at <= session.length; at += 1) {
      const next = await nextHost(first);
      expect(await shown(next), `after ${at} reads`).toEqual(await shown(first));
      const read = session[at];
      if (read === undefined) continue;
      print(read, first, next);
      expect(await shown(next), `after ${at} reads and one more`).toEqual(await shown(first));
      await checkpointsAreTaken(first);
    }
  });

  it('shows the end of a long replay log that cannot be shortened', async () => {
    const first = await firstHost(undefined);
    print(`${marks.prompt}$ ${marks.start('draw')}`, first);
    for (let piece = 0; piece < 12 * 1024; piece += 1) {
      if (piece === 3 * 1024) print('\x1b[H\x1b[7mdrawn once\x1b[m', first);
      print(drawn(piece), first);
    }
    // Where the content is cut hangs on how its text was joined; the screen does not.
    const screen = await screenOf(first);
    expect(screen).toContain('drawn once');
    expect(await screenOf(await nextHost(first))).toEqual(screen);
  });

  it('does not bring back what was forgotten', async () => {
    const first = await firstHost(undefined);
    const person = await first.host.connect('c2', { writer: 'user:ada' });
    print(`${marks.prompt}$ ${marks.start('echo hunter2')}hunter2\r\n${marks.end(0)}`, first);
    print('\x1bc', first);
    await person.request('x-cotty/forget', { channel: T, seq: 1 });
    const replayLog = replayLogIn(first.folder);
    expect(replayLog).not.toContain('hunter2');
    expect(replayLog).not.toBe('');
    expect(JSON.stringify(await shown(await nextHost(first)))).not.toContain('hunter2');
  });

  it('knows what its program says of itself, and what a person has seen', async () => {
    const first = await firstHost(undefined);
    const person = await first.host.connect('c2', { writer: 'user:ada' });
    const program = async (kept: Kept) => {
      const client = await kept.host.connect(`viewer-${Math.random()}`, { writer: 'user:ada' });
      const { snapshot } = await client.request('subscribe', { channel: T });
      return (snapshot as Snapshot).state._meta['x-cotty'].program;
    };
    first.pty.modes = READS_KEYS;
    print(`${marks.prompt}$ ${marks.start('agent')}\x1b]7501;state=done\x07`, first);
    print('\x1b]7501;state=blocked:id=a\x07', first);
    first.host.clock.pass(1000);
    const state = { state: 'blocked', id: 'a', parts: [{ id: 'a' }] };
    expect(await program(first)).toMatchObject(state);
    expect(await program(await nextHost(first))).toEqual(await program(first));
    await person.request('x-cotty/seen', { channel: T });
    first.host.clock.pass(100);
    expect(await program(first)).toMatchObject(state);
    const next = await nextHost(first);
    expect(await program(next)).toEqual(await program(first));
    print(`${marks.end(0)}${marks.prompt}$ `, next);
    expect(await program(next)).toMatchObject({ state: 'done', seen: true });
  });
});

type Snapshot = {
  readonly state: { readonly _meta: { readonly 'x-cotty': { readonly program?: unknown } } };
};

describe('a wake-up', () => {
  it('is told once, also when the host after the one that has told it is killed before another command ends', async () => {
    const first = await firstHost(undefined);
    const wakesOf = async ({ host }: Kept) => {
      const ada = await host.connect('ada', { writer: 'agent:ada' });
      const { wakes } = await ada.request('x-cotty/wakes', {});
      return (wakes as { readonly cmd: string }[]).map(({ cmd }) => cmd);
    };
    const ada = await first.host.connect('ada', { writer: 'agent:ada' });
    await ada.request('x-cotty/watch', { channel: T });
    first.pty.print(`${marks.prompt}$ ${marks.start('make')}${marks.end(2)}${marks.prompt}$ `);
    await expect.poll(() => wakesOf(first)).toEqual(['make']);
    const second = await nextHost(first);
    expect(await wakesOf(second)).toEqual(['make']);
    const third = await nextHost(second);
    expect(await wakesOf(third)).toEqual(['make']);
    third.pty.print(`${marks.start('sleep 9')}`);
    const fourth = await nextHost(third);
    const eve = await fourth.host.connect('eve', { writer: 'agent:eve' });
    await eve.request('x-cotty/watch', { channel: T });
    fourth.pty.print(`${marks.end(0)}${marks.prompt}$ `);
    await expect.poll(() => wakesOf(fourth)).toEqual(['make', 'sleep 9']);
    const fifth = await nextHost(fourth);
    expect(await wakesOf(fifth)).toEqual(['make', 'sleep 9']);
  });

  it('comes for a command that has begun before its watch, and ended while no host was there', async () => {
    const first = await firstHost(undefined);
    first.pty.print(`${marks.prompt}$ ${marks.start('sleep 9')}`);
    const second = await nextHost(first);
    const eve = await second.host.connect('eve', { writer: 'agent:eve' });
    await eve.request('x-cotty/watch', { channel: T });
    const third = await nextHost(second);
    third.pty.print(`${marks.end(0)}${marks.prompt}$ `);
    const again = await third.host.connect('eve', { writer: 'agent:eve' });
    const cmds = async () =>
      ((await again.request('x-cotty/wakes', {}))['wakes'] as { readonly cmd: string }[]).map(
        ({ cmd }) => cmd,
      );
    await expect.poll(cmds).toEqual(['sleep 9']);
  });
});
