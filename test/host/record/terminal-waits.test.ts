import { expect, test } from 'vitest';
import { TerminalWaits } from '../../../src/host/record/terminal-waits.ts';
import type { LedgerRecord } from '../../../src/ledger/records/record.ts';
import { WaitFile } from '../../../src/ledger/write/wait-file.ts';
import type { TerminalMeta } from '../../../src/protocol/cotty/cotty-meta.ts';
import { record, temporaryFolder } from '../../ledger/support.ts';
import { HandClock } from '../../support/hand-clock.ts';

type Program = NonNullable<TerminalMeta['program']>;

const blocked = (rest: Partial<Program> = {}): Program => ({
  id: '',
  state: 'blocked',
  kind: 'permission',
  app: 'ada',
  msg: 'Run rm?',
  since: 1_000_000,
  by: 'report',
  ...rest,
});

type Host = {
  readonly waits: TerminalWaits;
  readonly clock: HandClock;
  readonly set: (program: Program | undefined, seq?: number) => void;
};

/** A host that records in the folder. */
function hostIn(
  folder: string,
  {
    program,
    seq = 1,
    earlier = [],
    isReplayed = false,
    unrecorded = false,
  }: {
    readonly program?: Program;
    readonly seq?: number | undefined;
    readonly earlier?: readonly LedgerRecord[];
    readonly isReplayed?: boolean;
    readonly unrecorded?: boolean;
  } = {},
): Host {
  let now = program;
  let running: number | undefined = seq;
  const clock = new HandClock();
  const commands = {
    get begun() {
      return running === undefined ? undefined : { ...record(running), unrecorded };
    },
  };
  const file = new WaitFile(folder, () => {});
  const waits = new TerminalWaits({ clock, commands, file, earlier, isReplayed });
  waits.follow(() => now);
  const set = (next: Program | undefined, nextSeq: number | undefined = seq) => {
    now = next;
    running = nextSeq;
    waits.changed();
  };
  return { waits, clock, set };
}

test('an open wait goes on under the next host, if its program still asks it', () => {
  const folder = temporaryFolder();
  hostIn(folder).set(blocked());
  // Replaying gives the record a time that is not quite the same.
  const next = hostIn(folder, { program: blocked({ since: 999_998 }), isReplayed: true });
  next.set(undefined);
  next.set(blocked({ since: 999_998 }));
  next.waits.replayed();
  expect(next.waits.all).toHaveLength(1);
  expect(next.waits.all[0]?.over).toBeUndefined();
  next.clock.pass(60_000);
  next.waits.typed('y', 'user:mara');
  next.set(blocked({ state: 'working' }));
  expect(hostIn(folder).waits.all).toMatchObject([
    { msg: 'Run rm?', askedAt: 1_000_000, over: { at: 1_060_000, how: 'typed', by: 'user:mara' } },
  ]);
});

test('an open wait has ended with its command that the end of the host has cut off', () => {
  const folder = temporaryFolder();
  hostIn(folder).set(blocked());
  const cut: LedgerRecord = { ...record(1), finishedAt: 1_000_700, killedByRestart: true };
  const { waits } = hostIn(folder, { earlier: [cut], seq: 2 });
  expect(waits.all).toMatchObject([{ over: { at: 1_000_700, how: 'ended' }, end: { at: 1_000_700 } }]);
});

test('the words of a question may come later; other words are another question', () => {
  const { waits, set, clock } = hostIn(temporaryFolder());
  const { msg: _msg, ...wordless } = blocked();
  set(wordless);
  set(blocked());
  clock.pass(5000);
  set(blocked({ msg: 'Run dd?' }));
  expect(waits.all).toMatchObject([
    { msg: 'Run rm?', over: { how: 'went-on' } },
    { msg: 'Run dd?', askedAt: 1_005_000 },
  ]);
  expect(waits.all[1]?.over).toBeUndefined();
});

test('a terminal that ends has nobody who waits', () => {
  const { waits, set } = hostIn(temporaryFolder(), { seq: undefined });
  set(blocked(), undefined);
  waits.ended();
  waits.ended();
  expect(waits.all).toMatchObject([{ over: { how: 'ended' } }]);
});

test('a command that is not recorded leaves no record of waiting', () => {
  const folder = temporaryFolder();
  const { waits, set } = hostIn(folder, { unrecorded: true });
  set(blocked());
  set(undefined);
  expect(waits.all).toEqual([]);
});

test('secrets in command lines and answers are redacted, and long ones are cut', () => {
  const { waits, set } = hostIn(temporaryFolder());
  set(blocked());
  waits.answered('user:mara', `token ghp_${'a'.repeat(36)} ${'x'.repeat(500)}`);
  expect(waits.all[0]?.answer?.words).toMatch(/^token \[redacted\] x{100,}$/);
  expect(waits.all[0]?.answer?.words).toHaveLength(200);
});

test('the newest 256 waits are kept', () => {
  const { waits, set } = hostIn(temporaryFolder());
  for (let n = 0; n < 300; n++) set(blocked({ msg: `question ${n}` }));
  expect(waits.all).toHaveLength(256);
  expect(waits.all.at(-1)?.msg).toBe('question 299');
});
