import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/ledger/files/ledger-row.ts';
import { Journal } from '../../../src/ledger/write/journal.ts';
import { HandClock } from '../../support/hand-clock.ts';
import { removeFolder } from '../../support/remove-folder.ts';
import { begun, entriesIn, record, recordsIn, temporaryFolder } from '../support.ts';

const uri = 'ahp-terminal:/1';

function scene(options: { readonly folder?: string; readonly rotateBytes?: number } = {}) {
  const folder = options.folder ?? join(temporaryFolder(), 'terminals', 'one');
  const clock = new HandClock();
  const troubles: (string | undefined)[] = [];
  const journal = new Journal({ folder, uri, clock, onTrouble: (why) => troubles.push(why), ...options });
  return { folder, clock, troubles, journal };
}

function command(seq: number, size = 0): Row[] {
  const whole = record(seq, { output: { head: 'x'.repeat(size), omitted: 0, tail: '' } });
  return [
    { kind: 'begin', record: begun(whole) },
    { kind: 'end', record: whole },
  ];
}

/** The file system has answered; bounded by the test's own time limit. */
async function until(seen: () => boolean): Promise<void> {
  while (!seen()) await new Promise((resolve) => setImmediate(resolve));
}

const seqs = async (folder: string) => (await recordsIn(folder)).map(({ seq }) => seq);

describe('a journal', () => {
  it('writes rows in their order, behind a header, readable by nobody else', async () => {
    const { folder, journal } = scene();
    for (const seq of [1, 2, 3]) for (const row of command(seq)) journal.append(row);
    await journal.close();
    const lines = readFileSync(join(folder, 'ledger.jsonl'), 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line)).map(({ row, seq }) => `${row} ${seq ?? ''}`)).toEqual([
      'ledger ',
      'begin 1',
      'end 1',
      'begin 2',
      'end 2',
      'begin 3',
      'end 3',
    ]);
    expect(statSync(join(folder, 'ledger.jsonl')).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('has each row on disk before it returns, also the one that begins a new file', () => {
    const { folder, journal } = scene({ rotateBytes: 1000 });
    for (let seq = 1; seq <= 3; seq += 1) {
      for (const row of command(seq, 1000)) {
        journal.append(row);
        const lines = readFileSync(join(folder, 'ledger.jsonl'), 'utf8').trimEnd().split('\n');
        expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ row: row.kind, seq });
      }
    }
    return journal.close();
  });

  it('writes rows at once while a description is being written', async () => {
    const { folder, journal } = scene();
    for (const row of command(1)) journal.append(row);
    journal.replace('meta.json', () => '{}');
    for (const row of command(2)) journal.append(row);
    expect(readFileSync(join(folder, 'ledger.jsonl'), 'utf8')).toContain('"row":"end","seq":2');
    await journal.close();
  });

  it('lets rows wait while a task writes the file anew', async () => {
    const { folder, journal } = scene();
    for (const row of command(1)) journal.append(row);
    let finish = () => {};
    const performed = journal.perform(
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    await new Promise((resolve) => setImmediate(resolve));
    for (const row of command(2)) journal.append(row);
    expect(await seqs(folder)).toEqual([1]);
    finish();
    await performed;
    await journal.close();
    expect(await seqs(folder)).toEqual([2, 1]);
  });

  it('writes what the terminal is before its first row', async () => {
    const { folder, journal } = scene();
    journal.replace('meta.json', () => '{}');
    for (const row of command(1)) journal.append(row);
    await until(() => existsSync(join(folder, 'ledger.jsonl')));
    expect(existsSync(join(folder, 'meta.json'))).toBe(true);
    await journal.close();
    expect(await seqs(folder)).toEqual([1]);
  });

  it('writes rows at once where an earlier life has written what the terminal is', async () => {
    const { folder, journal } = scene();
    journal.replace('meta.json', () => '{}');
    await until(() => existsSync(join(folder, 'meta.json')));
    await journal.close();
    const { journal: next } = scene({ folder });
    next.replace('meta.json', () => '{"cwd":"/tmp"}');
    for (const row of command(1)) next.append(row);
    expect(readFileSync(join(folder, 'ledger.jsonl'), 'utf8')).toContain('"row":"end","seq":1');
    await next.close();
  });

  it('begins a new line where the last one was cut', async () => {
    const { folder, journal } = scene();
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'ledger.jsonl'), '{"v":1,"row":"en');
    for (const row of command(7)) journal.append(row);
    await journal.close();
    expect(await seqs(folder)).toEqual([7]);
  });

  it('takes secrets out of what it writes', async () => {
    const { folder, journal } = scene();
    journal.append({ kind: 'end', record: record(1, { commandLine: 'login --password=hunter2' }) });
    await journal.close();
    expect(await recordsIn(folder)).toMatchObject([
      { commandLine: 'login --password=[redacted]', redacted: ['cmd'] },
    ]);
  });

  it('takes secrets out of a command that has only begun', async () => {
    const { folder, journal } = scene();
    journal.append({ kind: 'begin', record: begun(record(1, { commandLine: 'mysql -phunter2 db' })) });
    expect(readFileSync(join(folder, 'ledger.jsonl'), 'utf8')).not.toContain('hunter2');
    expect(await recordsIn(folder)).toMatchObject([{ commandLine: 'mysql -p[redacted] db' }]);
    await journal.close();
  });

  it('begins a new file with a command when the old one is full, and of older ones keeps the commands', async () => {
    const { folder, journal } = scene({ rotateBytes: 1000 });
    for (let seq = 1; seq <= 7; seq += 1) for (const row of command(seq, 1000)) journal.append(row);
    await journal.close();
    expect(readdirSync(folder).sort()).toEqual([
      'ledger.1.jsonl',
      'ledger.2.jsonl',
      'ledger.3.jsonl',
      'ledger.jsonl',
      'older.jsonl',
    ]);
    const next = scene({ folder, rotateBytes: 1000 });
    for (let seq = 8; seq <= 11; seq += 1) {
      for (const row of command(seq, 1000)) next.journal.append(row);
      // Between two commands there is time to write the oldest file anew.
      await until(() => !existsSync(join(folder, 'ledger.4.jsonl')));
    }
    await next.journal.close();
    const records = await recordsIn(folder);
    expect(records.map(({ seq }) => seq)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    const [oldest] = records.slice(-1);
    expect(oldest).toMatchObject({ commandLine: record(1).commandLine, exitCode: 0, counts: { lines: 1 } });
    expect(oldest?.output).toEqual({ head: '', omitted: oldest?.counts?.chars, tail: '' });
    expect(records[0]?.output.omitted).toBe(0);
  });

  it('says that it cannot write, keeps the rows, and writes them once it can', async () => {
    const place = temporaryFolder();
    const { folder, clock, troubles, journal } = scene({ folder: join(place, 'blocked', 'one') });
    writeFileSync(join(place, 'blocked'), 'a file where the folder should be');
    for (const row of command(1)) journal.append(row);
    await until(() => troubles.length === 1);
    expect(troubles[0]).toContain('ENOTDIR');
    for (const row of command(2)) journal.append(row);
    rmSync(join(place, 'blocked'));
    await until(() => {
      clock.pass(1000);
      return troubles.length === 2;
    });
    expect(troubles[1]).toBeUndefined();
    await journal.close();
    expect(await seqs(folder)).toEqual([2, 1]);
  });

  it('gives the oldest rows up when too many wait, and writes how many', async () => {
    const place = temporaryFolder();
    const { folder, clock, troubles, journal } = scene({ folder: join(place, 'blocked', 'one') });
    writeFileSync(join(place, 'blocked'), '');
    for (let seq = 1; seq <= 30; seq += 1) for (const row of command(seq, 64 * 1024)) journal.append(row);
    await until(() => troubles.length === 1);
    rmSync(join(place, 'blocked'));
    await until(() => {
      clock.pass(1000);
      return troubles.length === 2;
    });
    await journal.close();
    const kept = await seqs(folder);
    expect(kept[0]).toBe(30);
    expect(kept).toHaveLength(15);
    expect(await entriesIn(folder)).toContainEqual(expect.objectContaining({ kind: 'gap' }));
  });

  it('ends although nothing can be written, and may be ended twice', async () => {
    const place = temporaryFolder();
    const { troubles, journal } = scene({ folder: join(place, 'blocked', 'one') });
    writeFileSync(join(place, 'blocked'), '');
    for (const row of command(1)) journal.append(row);
    await journal.close();
    await journal.close();
    expect(troubles).toHaveLength(1);
  });

  it('writes on in a new file when somebody has deleted the old one', async () => {
    const { folder, journal } = scene();
    for (const row of command(1)) journal.append(row);
    await until(() => readFileIfThere(join(folder, 'ledger.jsonl')).includes('"end"'));
    removeFolder(folder);
    for (const row of command(2)) journal.append(row);
    await journal.close();
    expect(await seqs(folder)).toEqual([2]);
  });
});

function readFileIfThere(path: string): string {
  return statSync(path, { throwIfNoEntry: false }) === undefined ? '' : readFileSync(path, 'utf8');
}
