import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatRow, type Row } from '../../../src/ledger/files/ledger-row.ts';
import { formatRunning, type RunningOutput } from '../../../src/ledger/files/running-file.ts';
import { type RecoverOptions, recover } from '../../../src/ledger/read/recover.ts';
import { begun, record, recordsIn, temporaryFolder, terminal } from '../support.ts';

function left(...rows: readonly (readonly Row[])[]): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'ledger.jsonl'), rows.flat().map(formatRow).join(''));
  return folder;
}

const whole = (seq: number, rest = {}): Row[] => [
  { kind: 'begin', record: begun(record(seq, rest)) },
  { kind: 'end', record: record(seq, rest) },
];
const begin = (seq: number, rest = {}): Row[] => [{ kind: 'begin', record: begun(record(seq, rest)) }];

function running(folder: string, rest: Partial<RunningOutput> = {}): void {
  const output = { head: 'running', omitted: 0, tail: '' };
  const file = { seq: 2, at: 1_009_000, output, redacted: [], ...rest };
  writeFileSync(join(folder, 'running.json'), formatRunning(file));
}

function printed(folder: string, text: string): void {
  mkdirSync(join(folder, 'text'));
  writeFileSync(join(folder, 'text', '2.0.0.0.0.txt'), text);
}

async function read(folder: string, rest: Partial<RecoverOptions> = {}, facts = terminal) {
  const troubles: string[] = [];
  const options = { chars: 1e6, count: 1000, onTrouble: (what: string) => troubles.push(what), ...rest };
  return { ...(await recover(folder, facts, options)), troubles };
}

const seqsOf = ({ records = [] }: Awaited<ReturnType<typeof read>>) => records.map(({ seq }) => seq);
const counts = (chars: number) => ({ lines: 1, bytes: chars, chars });

describe('a command that was cut off', () => {
  it.each([
    ['text', 3],
    ['text', undefined],
    ['running', 4],
  ])('has its output from where more of it is: %s', async (head, chars) => {
    const folder = left(whole(1), begin(2));
    printed(folder, 'text');
    running(folder, chars === undefined ? {} : { counts: counts(chars) });
    const last = (await read(folder)).records?.at(-1);
    expect(last).toMatchObject({ killedByRestart: true, output: { head }, counts: counts(4) });
  });

  it('has what its text has where that is all there is', async () => {
    const folder = left(begin(2));
    printed(folder, 'text');
    const output = { head: 'text', omitted: 0, tail: '' };
    const { startedAt } = record(2);
    expect((await read(folder)).records).toEqual([
      { ...begun(record(2)), finishedAt: startedAt, killedByRestart: true, output, counts: counts(4) },
    ]);
  });

  it.each(['closed', 'exited'] as const)('is none in a terminal that is %s', async (state) => {
    const folder = left(begin(2));
    expect(await read(folder, {}, { ...terminal, state })).toEqual({ troubles: [] });
    expect(await recordsIn(folder)).toEqual([begun(record(2))]);
  });

  it('has no counts where none are known', async () => {
    const folder = left(begin(2));
    running(folder);
    expect((await read(folder)).records?.at(-1)).not.toHaveProperty('counts');
  });

  it('ended no earlier than it began', async () => {
    const folder = left(begin(2));
    running(folder, { at: 5 });
    expect((await read(folder)).records?.at(-1)?.finishedAt).toBe(record(2).startedAt);
  });

  it('names what was redacted in its line and in its output', async () => {
    const folder = left(begin(2, { redacted: ['cmd'] }));
    running(folder, { redacted: ['stdout'] });
    expect((await read(folder)).records?.at(-1)?.redacted).toEqual(['cmd', 'stdout']);
  });

  it('names nothing as redacted where nothing was', async () => {
    const folder = left(begin(2));
    running(folder);
    expect((await read(folder)).records?.at(-1)).not.toHaveProperty('redacted');
  });

  it('is marked although its output cannot be read, which is told', async () => {
    const folder = left(begin(2));
    writeFileSync(join(folder, 'text'), 'a file where a folder should be');
    const recovered = await read(folder);
    expect(recovered.records).toMatchObject([{ seq: 2, killedByRestart: true }]);
    expect(recovered.troubles).toEqual([expect.stringMatching(`^${basename(folder)}: ENOTDIR`)]);
    expect(await recordsIn(folder)).toMatchObject([{ killedByRestart: true }]);
  });

  it('is the newest alone: of two that have no end the older one is left as it is', async () => {
    const folder = left(whole(3), begin(2));
    expect((await read(folder)).records).toEqual([record(3), begun(record(2))]);
  });

  it('is forgotten with a clear when another one came after it', async () => {
    const folder = left(begin(1), whole(2), [{ kind: 'clear', at: 5 }]);
    expect(await read(folder)).toMatchObject({ records: [], lastSeq: 2 });
  });
});

describe('a terminal whose programs live', () => {
  it.each([
    ['in which a command runs', [whole(1), begin(2)], { begun: 2, ended: 1 }],
    ['in which none runs', [whole(1), whole(2)], { begun: 2, ended: 2 }],
    ['in which none ever ran', [], { begun: 0, ended: 0 }],
  ])('%s goes on from the rows that are on the disk', async (_what, rows, written) => {
    const folder = left(...rows);
    const before = readFileSync(join(folder, 'ledger.jsonl'), 'utf8');
    const asked: unknown[] = [];
    const isKept = (...about: unknown[]) => asked.push(about) > 0;
    const recovered = await read(folder, { isKept });
    expect(recovered).toMatchObject({ folder, terminal, lastSeq: written.begun, written, troubles: [] });
    expect(recovered.records?.some(({ killedByRestart }) => killedByRestart)).toBe(false);
    expect(asked).toEqual([[terminal.uri, folder]]);
    expect(readFileSync(join(folder, 'ledger.jsonl'), 'utf8')).toBe(before);
  });

  it('is told from others', async () => {
    expect(await read(left(begin(2)), { isKept: () => false })).toMatchObject({
      records: [{ killedByRestart: true }],
    });
  });
});

describe('what is read of a ledger', () => {
  it('is all of it when that is asked for, however long it is', async () => {
    const output = { head: 'x'.repeat(1000), omitted: 0, tail: '' };
    const all = Array.from({ length: 300 }, (_, at) => whole(at + 1, { output }));
    expect(seqsOf(await read(left(...all)))).toHaveLength(300);
  });

  it('goes back to the last number behind any number of clears', async () => {
    const clears = Array.from({ length: 5000 }, (_, at): Row => ({ kind: 'clear', at }));
    expect(await read(left(whole(7), clears))).toMatchObject({ records: [], lastSeq: 7 });
  });

  it.each([
    [{ count: 2 }, [3, 4]],
    [{ chars: 1000 }, [1, 2, 3, 4]],
    [{ chars: 101 }, [2, 3, 4]],
    [{ chars: 100 }, [3, 4]],
    [{ chars: 50 }, [4]],
  ])('ends at the limit: %j', async (limit, seqs) => {
    const fifty = {
      commandLine: 'x'.repeat(20),
      output: { head: 'x'.repeat(15), omitted: 9, tail: 'x'.repeat(15) },
    };
    const folder = left(...[1, 2, 3, 4].map((seq) => whole(seq, fifty)));
    expect(seqsOf(await read(folder, limit))).toEqual(seqs);
  });

  it.each([
    ['cmd-9', 9],
    ['cmd-1', 2],
    ['cmd-123456789', 123_456_789],
    ['cmd-1234567890', 2],
    ['cmd-9x', 2],
    ['xcmd-9', 2],
    ['another', 2],
  ])('is counted on from the number in the id %j too', async (commandId, lastSeq) => {
    expect((await read(left(whole(2, { commandId })))).lastSeq).toBe(lastSeq);
  });
});
