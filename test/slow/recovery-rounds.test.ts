import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { formatMeta } from '../../src/ledger/files/meta-file.ts';
import { cottyMeta } from '../../src/protocol/common/meta.ts';
import type { TerminalMeta } from '../../src/protocol/cotty/cotty-meta.ts';
import { connectTo } from '../support/host-client.ts';
import { isRunning } from '../support/is-running.ts';
import { hostOf, killHost } from '../support/kill-host.ts';
import { Sandbox } from '../support/sandbox.ts';
import { deleteDeep, makeUndeletable } from '../support/undeletable.ts';

/** How often the host is killed, each time with something else wrong on its disk. */
const ROUNDS = 50;
/** One more than the host keeps. */
const CLOSED = 1001;
const NAMES = ['count', 'bash', 'vim'] as const;
type Name = (typeof NAMES)[number];

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = new Sandbox();
});
afterAll(async () => {
  await sandbox.run(['host', 'stop', '--yes']);
  deleteDeep(oldest());
  await sandbox.close();
});

const state = () => join(sandbox.home, '.local/state/cotty');
const terminals = () => join(state(), 'terminals');
const oldest = () => join(terminals(), 'old-0');
const log = () => readFileSync(join(sandbox.root, 'run', 'host.log'), 'utf8');

function folderOf(name: Name): string {
  const found = readdirSync(terminals()).find((folder) => {
    const meta = join(terminals(), folder, 'meta.json');
    return existsSync(meta) && readFileSync(meta, 'utf8').includes(`"name": "${name}"`);
  });
  return join(terminals(), found ?? 'none');
}

/** Records of closed terminals; the host would delete the oldest, and cannot. */
function leaveClosed(): void {
  for (let number = 0; number < CLOSED; number += 1) describeClosed(number);
  makeUndeletable(oldest());
}

function describeClosed(number: number): void {
  const path = join(terminals(), `old-${number}`);
  mkdirSync(path, { recursive: true });
  const uri = `ahp-terminal:/old-${number}`;
  const facts = { named: false, shell: 'bash', claim: { kind: 'client', clientId: 'nobody' } as const };
  writeFileSync(
    join(path, 'meta.json'),
    formatMeta({ ...facts, uri, name: 'old', created: number, state: 'closed' }),
  );
}

type Spoiled = {
  readonly what: string;
  /** Damages something, while the host still runs and the terminal is quiet. */
  readonly spoil: (name: Name) => void;
  /** Puts right what keeps a host from starting, once one has failed. */
  readonly mend?: () => Promise<void>;
};

function badRow(): Buffer {
  const body = Buffer.from(JSON.stringify({ at: 1, action: { type: 'terminal/claimed' } }));
  const before = Buffer.from('a\0\0\0\0', 'latin1');
  before.writeUInt32LE(body.length, 1);
  return Buffer.concat([before, body]);
}

const spoilers: readonly Spoiled[] = [
  { what: 'nothing but an old folder that cannot be deleted', spoil: () => {} },
  {
    what: 'a bad row on its replay log',
    spoil: (name) => appendFileSync(join(folderOf(name), 'tape'), badRow()),
  },
  {
    what: 'a replay log of zeros',
    spoil: (name) => writeFileSync(join(folderOf(name), 'tape'), Buffer.alloc(10_000)),
  },
  { what: 'no replay log', spoil: (name) => rmSync(join(folderOf(name), 'tape')) },
  {
    what: 'a damaged description',
    spoil: (name) => writeFileSync(join(folderOf(name), 'meta.json'), '{"version":1,'),
  },
  {
    what: 'no folder of records for a while',
    spoil: () => {
      renameSync(terminals(), `${terminals()}.away`);
      writeFileSync(terminals(), 'no folder');
    },
    mend: async () => {
      const failures = log().split('cannot be restored now').length;
      await expect.poll(() => log().split('cannot be restored now').length).toBeGreaterThan(failures);
      rmSync(terminals());
      renameSync(`${terminals()}.away`, terminals());
    },
  },
];

type Seen = ReadonlyMap<Name, { readonly uri: string; readonly pid: number | undefined }>;

/** The terminals by their names; two of one name would be an error. */
function seenBy(client: Client): Seen {
  const infos = client.root.state.terminals ?? [];
  expect(infos.map(({ title }) => title).sort()).toEqual([...NAMES].sort());
  return new Map(
    infos.map(({ title, resource, _meta }) => [
      title as Name,
      { uri: resource, pid: cottyMeta<TerminalMeta>(_meta).pid },
    ]),
  );
}

async function connected(): Promise<Client> {
  let client: Client | undefined;
  await expect
    .poll(async () => {
      client = await connectTo(sandbox).catch(() => undefined);
      return client !== undefined;
    })
    .toBe(true);
  if (client === undefined) throw new Error('no host');
  return client;
}

/** The text of a terminal as a client has it. */
const textOf = (client: Client, uri: string) => JSON.stringify(client.terminal(uri)?.state.content);

const screenOf = async (name: Name) => (await sandbox.run(['read', name, '--screen'])).stdout;

async function startPrograms(): Promise<Seen> {
  for (const name of NAMES) expect(await sandbox.run(['new', name])).toMatchObject({ code: 0 });
  const send = (...args: readonly string[]) => sandbox.run(['send', ...args]);
  await send('count', 'for i in $(seq 1000000); do echo count $i; sleep 0.02; done', 'Enter');
  await send('bash', 'x=kept', 'Enter');
  await send('vim', 'vim -n -u NONE kept.txt', 'Enter');
  await expect.poll(() => screenOf('vim')).toContain('kept.txt');
  await send('vim', 'iunsaved text');
  await expect.poll(() => screenOf('vim')).toContain('unsaved text');
  const client = await connected();
  const seen = seenBy(client);
  client.close();
  return seen;
}

async function oneRound(round: number, first: Seen): Promise<void> {
  const { what, spoil, mend } = spoilers[round % spoilers.length] ?? { what: '', spoil: () => {} };
  const name: Name = round % 2 === 0 ? 'bash' : 'vim';
  const about = `round ${round}, ${name} with ${what}`;
  // Of the folder that cannot be deleted the last host has deleted what it could, the description too.
  describeClosed(0);
  spoil(name);
  const killed = killHost(sandbox);
  await expect.poll(() => isRunning(killed)).toBe(false);
  await mend?.();
  const client = await connected();
  expect(hostOf(sandbox), about).not.toBe(killed);
  const now = seenBy(client);
  expect(now, about).toEqual(first);
  const uriOf = (each: Name) => now.get(each)?.uri ?? '';
  for (const each of NAMES) await client.subscribe(uriOf(each));
  await sandbox.run(['send', 'bash', `echo "round ${round} is $x"`, 'Enter']);
  await expect
    .poll(() => textOf(client, uriOf('bash')), { message: about })
    .toContain(`round ${round} is kept`);
  const counted = textOf(client, uriOf('count'));
  await expect.poll(() => textOf(client, uriOf('count')), { message: about }).not.toBe(counted);
  client.close();
  if (name === 'vim') await expect.poll(() => screenOf('vim'), { message: about }).toContain('unsaved text');
}

test(`hosts killed ${ROUNDS} times, with something wrong on the disk each time, lose no program`, async () => {
  leaveClosed();
  const first = await startPrograms();
  for (let round = 0; round < ROUNDS; round += 1) await oneRound(round, first);
  expect(log()).toContain('cannot be deleted');
  // The terminal that nothing was done to has lost nothing.
  await sandbox.run(['send', 'count', 'C-c']);
  await sandbox.run(['wait', 'count', '--timeout', '30']);
  const { stdout } = await sandbox.run(['read', 'count', '--seq', '1', '--lines', '1-1000000']);
  const counts = stdout.match(/^count \d+$/gm) ?? [];
  expect(counts.length).toBeGreaterThan(ROUNDS);
  expect(counts).toEqual(counts.map((_, index) => `count ${index + 1}`));
  const kept = join(sandbox.home, 'kept.txt');
  await sandbox.run(['send', 'vim', 'Escape', ':wq', 'Enter']);
  await expect.poll(() => existsSync(kept) && readFileSync(kept, 'utf8')).toBe('unsaved text\n');
}, 1_200_000);
