import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { betweenRecord, formatBetween } from '../../../src/ledger/files/between-file.ts';
import { formatRow, type Row } from '../../../src/ledger/files/ledger-row.ts';
import { formatMeta, readMeta, type TerminalFacts } from '../../../src/ledger/files/meta-file.ts';
import { formatRunning } from '../../../src/ledger/files/running-file.ts';
import { recover } from '../../../src/ledger/read/recover.ts';
import { recoverAll } from '../../../src/ledger/read/recover-all.ts';
import { begun, record, recordsIn, temporaryFolder, terminal } from '../support.ts';

function left(rows: readonly Row[], changed: Partial<TerminalFacts> = {}): string {
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'meta.json'), formatMeta({ ...terminal, ...changed }));
  writeFileSync(join(folder, 'ledger.jsonl'), rows.map(formatRow).join(''));
  return folder;
}

const whole = (seq: number): Row[] => [
  { kind: 'begin', record: begun(record(seq)) },
  { kind: 'end', record: record(seq) },
];
const begin = (seq: number): Row => ({ kind: 'begin', record: begun(record(seq)) });

async function read(folder: string, bounds: { readonly chars?: number; readonly count?: number } = {}) {
  const troubles: string[] = [];
  const options = { chars: 1e6, count: 1000, ...bounds, onTrouble: (what: string) => troubles.push(what) };
  const meta = await readMeta(folder);
  if (!meta.ok) throw new Error(meta.why);
  return { ...(await recover(folder, meta.terminal, options)), troubles };
}

describe('recovering a terminal', () => {
  it('gives what it was and what ran in it, oldest first', async () => {
    const folder = left([...whole(1), ...whole(2)]);
    expect(await read(folder)).toEqual({
      folder,
      terminal,
      records: [record(1), record(2)],
      lastSeq: 2,
      troubles: [],
    });
  });

  it('keeps what was printed after the last command, and writes it down once', async () => {
    const folder = left([...whole(1)]);
    const between = { seq: 1, at: 1_009_000, text: 'late\r\n' };
    writeFileSync(join(folder, 'between.json'), formatBetween(between));
    const kept = betweenRecord({ ...between, redacted: false });
    expect(await read(folder)).toMatchObject({ records: [record(1), kept], lastSeq: 2, troubles: [] });
    expect(await recordsIn(folder)).toEqual([kept, record(1)]);
    expect((await read(folder)).records).toEqual([record(1), kept]);
    expect(await recordsIn(folder)).toHaveLength(2);
  });

  it('leaves out what was printed before a command that has it, and a file that is damaged', async () => {
    const older = left([...whole(1), ...whole(2)]);
    writeFileSync(join(older, 'between.json'), formatBetween({ seq: 1, at: 1, text: 'late\r\n' }));
    expect((await read(older)).records).toEqual([record(1), record(2)]);
    const running = left([...whole(1), begin(2)]);
    writeFileSync(join(running, 'between.json'), formatBetween({ seq: 1, at: 1, text: 'late\r\n' }));
    expect((await read(running)).records).toHaveLength(2);
    for (const text of ['', '{"v":1,"seq":1,"at":1,"text":', '{"v":1,"seq":-1,"at":1,"text":"x"}', '[]']) {
      const folder = left([...whole(1)]);
      writeFileSync(join(folder, 'between.json'), text);
      expect(await read(folder)).toMatchObject({ records: [record(1)], lastSeq: 1, troubles: [] });
    }
  });

  it('writes no secret of what was printed after the last command', async () => {
    const folder = left([...whole(1)]);
    const text = `token ghp_${'a1'.repeat(18)}\r\n`;
    writeFileSync(join(folder, 'between.json'), formatBetween({ seq: 1, at: 1, text }));
    const last = (await read(folder)).records?.at(-1);
    expect(last).toMatchObject({ before: 'token [redacted]\r\n', redacted: ['printed_before'] });
  });

  it('marks the command that was in flight, with what it had printed, and says so in the ledger once', async () => {
    const folder = left([...whole(1), begin(2)]);
    const output = { head: 'so far\r\n', omitted: 0, tail: '' };
    writeFileSync(
      join(folder, 'running.json'),
      formatRunning({ seq: 2, at: 1_009_000, output, redacted: [] }),
    );
    const killed = { ...begun(record(2)), finishedAt: 1_009_000, killedByRestart: true, output };
    expect((await read(folder)).records).toEqual([record(1), killed]);
    expect(await recordsIn(folder)).toEqual([killed, record(1)]);
    const after = readFileSync(join(folder, 'ledger.jsonl'), 'utf8');
    expect((await read(folder)).records).toEqual([record(1), killed]);
    expect(readFileSync(join(folder, 'ledger.jsonl'), 'utf8')).toBe(after);
  });

  it.each([
    ['meta.json', undefined],
    ['ledger.jsonl', []],
    ['ledger.1.jsonl', [1, 2]],
    ['older.jsonl', [1, 2]],
    ['running.json', [1, 2]],
    ['text/2.0.0.0.0.txt', [1, 2]],
  ])('waits for nothing where %s is a pipe, says so, and brings back the others', async (name, seqs) => {
    const state = temporaryFolder();
    const [folder, other] = [join(state, 'terminals', 'one'), join(state, 'terminals', 'other')];
    for (const each of [folder, other]) cpSync(left([...whole(1), begin(2)]), each, { recursive: true });
    mkdirSync(join(folder, 'text'));
    rmSync(join(folder, name), { force: true });
    execFileSync('mkfifo', [join(folder, name)]);
    const troubles: string[] = [];
    const onTrouble = (what: string) => troubles.push(what);
    const { terminals } = await recoverAll(state, { chars: 1e6, count: 1000, onTrouble });
    const seqsOf = (path: string) =>
      terminals.find((one) => one.folder === path)?.records.map(({ seq }) => seq);
    expect(troubles.join()).toContain('not a regular file');
    expect(seqsOf(other)).toEqual([1, 2]);
    expect(seqsOf(folder)).toEqual(seqs);
  });

  it('says of the first damaged lines what they are, and of the others how many', async () => {
    const folder = left(whole(1));
    appendFileSync(join(folder, 'ledger.jsonl'), 'junk\n'.repeat(50_000));
    const { records, troubles } = await read(folder);
    expect(records).toEqual([record(1)]);
    expect(troubles).toHaveLength(4);
    expect(troubles[3]).toMatch(/: 49997 more that cannot be read$/);
  });

  it('takes no number of a command that leaves no room for the next ones', async () => {
    const folder = left([...whole(1), ...whole(Number.MAX_SAFE_INTEGER)]);
    expect(await read(folder)).toMatchObject({ lastSeq: 1, records: [{ seq: 1 }] });
  });

  it.each(['ahp-root://', '', 'ahp-terminal:/a\x1b[2J', `ahp-terminal:/${'a'.repeat(1024)}`])(
    'is none of the URI %j, which no client could have chosen',
    async (uri) => {
      expect(await readMeta(left([], { uri }))).toMatchObject({ ok: false });
    },
  );

  it('is none with a description of some megabytes', async () => {
    expect(await readMeta(left([], { name: 'x'.repeat(2_000_000) }))).toMatchObject({
      ok: false,
      why: expect.stringContaining('the limit is'),
    });
  });

  it('does not take the output of an earlier command for its own', async () => {
    const folder = left([...whole(1), begin(2)]);
    const output = { head: 'of the first\r\n', omitted: 0, tail: '' };
    writeFileSync(
      join(folder, 'running.json'),
      formatRunning({ seq: 1, at: 1_009_000, output, redacted: [] }),
    );
    expect((await read(folder)).records?.at(-1)).toMatchObject({
      seq: 2,
      killedByRestart: true,
      finishedAt: begun(record(2)).startedAt,
      output: { head: '' },
    });
  });

  it('also when the ledger and the file of the output are damaged at their ends', async () => {
    const folder = left([...whole(1), begin(2)]);
    writeFileSync(join(folder, 'ledger.jsonl'), '{"v":1,"row":"en', { flag: 'a' });
    writeFileSync(join(folder, 'running.json'), '{"v":1,"seq":2');
    const recovered = await read(folder);
    expect(recovered.records?.map(({ seq, killedByRestart }) => [seq, killedByRestart])).toEqual([
      [1, undefined],
      [2, true],
    ]);
    expect(recovered.troubles).toHaveLength(1);
    expect((await recordsIn(folder)).map(({ seq }) => seq)).toEqual([2, 1]);
  });

  it('forgets what was cleared, but not that a command was cut off', async () => {
    const folder = left([...whole(1), begin(2), { kind: 'clear', at: 5 }]);
    const recovered = await read(folder);
    expect(recovered.records).toMatchObject([{ seq: 2, killedByRestart: true }]);
    expect(recovered.lastSeq).toBe(2);
  });

  it('reads no more than is asked for, and counts on from the last one all the same', async () => {
    const folder = left([...whole(1), ...whole(2), ...whole(3)]);
    expect(await read(folder, { count: 1 })).toMatchObject({ records: [{ seq: 3 }], lastSeq: 3 });
    expect(await read(folder, { chars: 10 })).toMatchObject({ records: [{ seq: 2 }, { seq: 3 }] });
  });

  it.each(['parked', 'exited', 'closed'] as const)('leaves one alone that is %s', async (state) => {
    expect((await read(left(whole(1), { state }))).terminal).toBeUndefined();
  });

  it('marks what ran in one that was parked', async () => {
    const folder = left([begin(1)], { state: 'parked' });
    await read(folder);
    expect(await recordsIn(folder)).toMatchObject([{ killedByRestart: true }]);
  });

  it.each(['', '{}', '{"version":2}', 'null', '{"version":1,"uri":"x"}'])(
    'says when meta.json is %j, and goes on',
    async (text) => {
      const state = temporaryFolder();
      const folder = join(state, 'terminals', 'x');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'meta.json'), text);
      const troubles: string[] = [];
      const options = { chars: 1e6, count: 1000, onTrouble: (what: string) => troubles.push(what) };
      expect(await recoverAll(state, options)).toMatchObject({ terminals: [], parked: [] });
      expect(troubles).toEqual([expect.stringMatching(/^x: meta\.json: ./)]);
    },
  );
});
