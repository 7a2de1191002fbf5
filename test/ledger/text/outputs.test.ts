import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { finishedOutput, outputOf } from '../../../src/ledger/read/command-output.ts';
import type { RecentCommands } from '../../../src/ledger/records/recent-commands.ts';
import type { LedgerRecord } from '../../../src/ledger/records/record.ts';
import { OutputFiles } from '../../../src/ledger/text/output-files.ts';
import { readOutput } from '../../../src/ledger/text/read-output.ts';
import { searchOutput } from '../../../src/ledger/text/search-output.ts';
import type { TextLimits } from '../../../src/ledger/text/text-limits.ts';
import type { OutputRange, OutputResult } from '../../../src/protocol/cotty/command-output.ts';
import { printing, temporaryFolder } from '../support.ts';

const KI = 1024;
const MI = KI * KI;
const limits: TextLimits = { output: 16 * MI, folder: 1024 * MI, part: 512 * KI };

const opened: OutputFiles[] = [];
afterEach(async () => {
  for (const text of opened.splice(0)) await text.close();
});

class Recorded {
  readonly folder: string;
  readonly text: OutputFiles;
  readonly log: RecentCommands;
  readonly output: (text: string) => void;
  readonly troubles: string[] = [];
  /** As the ledger has them. */
  readonly ended = new Map<number, LedgerRecord>();
  now = 0;

  constructor(folder = temporaryFolder(), own: Partial<TextLimits> = {}, lastSeq = 0) {
    this.folder = folder;
    this.text = new OutputFiles({
      folder,
      limits: { ...limits, ...own },
      now: () => this.now,
      onTrouble: (why) => this.troubles.push(why),
    });
    opened.push(this.text);
    const { log, print } = printing(lastSeq, this.text);
    this.log = log;
    this.output = print;
  }

  begin(): void {
    const id = `c${this.log.nextSeq}`;
    this.log.begin({ commandId: id, commandLine: 'make', startedAt: 1 });
  }

  /** Prints in pieces, as a pty does. */
  async print(text: string, piece = 16 * KI): Promise<void> {
    for (let from = 0; from < text.length; from += piece) {
      this.output(text.slice(from, from + piece));
      if (from % (64 * piece) === 0) await this.text.settled();
    }
  }

  end(): void {
    const id = this.log.begun?.commandId ?? '';
    const record = this.log.end(id, { finishedAt: 2, exitCode: 0 });
    if (record !== undefined) this.ended.set(record.seq, record);
  }

  async run(text: string): Promise<void> {
    this.begin();
    await this.print(text);
    this.end();
  }

  async read(seq: number, range: OutputRange = {}): Promise<OutputResult> {
    const kept = await this.kept(seq);
    return readOutput(kept, range);
  }

  async kept(seq: number) {
    const sources = {
      commands: this.log,
      folder: this.folder,
      text: this.text,
      written: () => Promise.resolve(),
      pause: () => Promise.resolve(),
    };
    const record = this.ended.get(seq);
    const kept = record === undefined ? await outputOf(sources, seq) : await finishedOutput(sources, record);
    if (kept === undefined) throw new Error(`no command ${seq}`);
    return kept;
  }

  files(): string[] {
    return existsSync(join(this.folder, 'text')) ? readdirSync(join(this.folder, 'text')) : [];
  }
}

function numbered(count: number, from = 1): string {
  return Array.from({ length: count }, (_, at) => `${from + at}\r\n`).join('');
}

describe('the output of a command', () => {
  it('is read by true line numbers, however long it is', async () => {
    const one = new Recorded();
    await one.run(numbered(300_000));
    const total = { lines: 300_000, bytes: numbered(300_000).length, chars: numbered(300_000).length };
    expect(await one.read(1, { fromLine: 150_000, lines: 3 })).toEqual({
      text: '150000\r\n150001\r\n150002\r\n',
      fromLine: 150_000,
      lines: 3,
      total,
      more: false,
      running: false,
    });
    expect(await one.read(1, { fromEnd: 2 })).toMatchObject({
      text: '299999\r\n300000\r\n',
      fromLine: 299_999,
    });
    const page = await one.read(1, { fromLine: 7 });
    expect(page).toMatchObject({ fromLine: 7, more: true });
    expect(page.text.length).toBeGreaterThan(255 * KI);
    expect(page.text).toBe(numbered(page.lines, 7));
    expect(await one.read(1, { fromLine: 300_001 })).toMatchObject({ text: '', lines: 0, more: false });
  });

  it('is read within a line that is longer than an answer', async () => {
    const one = new Recorded();
    const long = Array.from({ length: 200_000 }, (_, at) => `${at} `).join('');
    await one.run(`before\r\n${long}\r\nafter\r\n`);
    let text = '';
    for (let more = true; more; ) {
      const next = await one.read(1, { fromLine: 2, lines: 1, fromChar: text.length, maxChars: 300 * KI });
      expect(next).toMatchObject({ fromLine: 2 });
      text += next.text;
      more = next.text !== '';
    }
    expect(text).toBe(`${long}\r\n`);
    const rest = { fromLine: 2, fromChar: long.length - 2 };
    expect((await one.read(1, rest)).text).toBe(`${long.slice(-2)}\r\nafter\r\n`);
  });

  it('is read while the command runs, to the last character', async () => {
    const one = new Recorded();
    one.begin();
    await one.print(`${numbered(40_000)}half a li`);
    expect(await one.read(1, { fromLine: 39_999 })).toMatchObject({
      text: '39999\r\n40000\r\nhalf a li',
      lines: 3,
      running: true,
      total: { lines: 40_001 },
    });
    one.output('ne\r\n');
    expect((await one.read(1, { fromEnd: 1 })).text).toBe('half a line\r\n');
  });

  it('needs no file when its record has room for it', async () => {
    const one = new Recorded();
    await one.run(numbered(2000));
    await one.text.settled();
    expect(one.files()).toEqual([]);
    expect((await one.read(1)).text).toBe(numbered(2000));
  });

  it('has each line once, whatever was printed in whatever pieces', async () => {
    const unit = fc.constantFrom(
      '\r\n',
      'x\n',
      'word äöü 😀\r\n',
      '\x1b[31mred\x1b[m\r\n',
      'y'.repeat(3000),
      '😀'.repeat(99),
    );
    const run = fc.tuple(unit, fc.integer({ min: 1, max: 1500 })).map(([text, times]) => text.repeat(times));
    await fc.assert(
      fc.asyncProperty(
        fc.array(run, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 500, max: 20_000 }),
        fc.boolean(),
        fc.nat(1000),
        fc.integer({ min: 1, max: 400 }),
        async (runs, piece, ends, percent, count) => {
          const one = new Recorded(undefined, { part: 64 * KI });
          // A pty never cuts a pair.
          const text = runs
            .join('')
            .slice(0, 900_000)
            .replace(/[\ud800-\udbff]$/, '');
          one.begin();
          for (let from = 0; from < text.length; ) {
            const code = text.charCodeAt(from + piece - 1);
            const to = code >= 0xd800 && code <= 0xdbff ? from + piece - 1 : from + piece;
            one.output(text.slice(from, to));
            from = to;
          }
          if (ends) one.end();
          const lines = text.split(/(?<=\n)/);
          const first = Math.floor((lines.length * percent) / 1001);
          const wanted = lines.slice(first, first + count).join('');
          const read = await one.read(1, { fromLine: first + 1, lines: count, maxChars: MI });
          // Not by `toBe`, which would print a megabyte.
          expect({ length: read.text.length, same: read.text === wanted }).toEqual({
            length: wanted.length,
            same: true,
          });
          expect(read.total).toEqual({
            lines: lines.length,
            bytes: Buffer.byteLength(text),
            chars: text.length,
          });
          expect(read.cut).toBeUndefined();
        },
      ),
      { numRuns: 40 },
    );
  });

  it('keeps its first half and its last half beyond the limit, and says what is missing', async () => {
    const one = new Recorded(undefined, { output: MI, part: 128 * KI });
    await one.run(numbered(500_000));
    expect((await one.read(1, { lines: 2 })).text).toBe('1\r\n2\r\n');
    expect((await one.read(1, { fromEnd: 50_000, lines: 1 })).text).toBe('450001\r\n');
    const { cut, total } = await one.read(1);
    expect(total.lines).toBe(500_000);
    expect(cut?.fromLine).toBeGreaterThan(50_000);
    expect(cut?.bytes).toBeGreaterThan(total.bytes - 1.3 * MI);
    const after = (cut?.fromLine ?? 0) + (cut?.lines ?? 0);
    const gap = await one.read(1, { fromLine: cut?.fromLine ?? 0, lines: 600_000 });
    expect(gap.fromLine).toBe(after);
    expect(gap.text.startsWith(`${after}\r\n`)).toBe(true);
    // Before the gap, reading stops at it and says that there is more.
    const before = await one.read(1, { fromLine: (cut?.fromLine ?? 0) - 1, lines: 10 });
    expect(before).toMatchObject({ lines: 1, more: true });
    const bytes = one
      .files()
      .reduce((sum, name) => sum + readFileSync(join(one.folder, 'text', name)).length, 0);
    expect(bytes).toBeLessThanOrEqual(MI);
  });

  it('gives way to newer ones when the folder is full, down to what its record has', async () => {
    const one = new Recorded(undefined, { output: MI, folder: 2 * MI, part: 128 * KI });
    for (let turn = 0; turn < 5; turn += 1) await one.run(numbered(130_000));
    await one.text.settled();
    expect((await one.read(5, { fromLine: 65_000, lines: 1 })).text).toBe('65000\r\n');
    const first = await one.read(1, { fromLine: 65_000, lines: 1 });
    expect(first).toMatchObject({ text: '', more: false });
    expect(first.cut?.lines).toBeGreaterThan(100_000);
    expect((await one.read(1, { lines: 1 })).text).toBe('1\r\n');
    expect((await one.read(1, { fromEnd: 1 })).text).toBe('130000\r\n');
  });

  it('is deleted when it is forgotten', async () => {
    const one = new Recorded();
    await one.run(numbered(100_000));
    await one.run(numbered(100_000));
    await one.text.settled();
    await one.text.forget(1);
    expect(one.files().filter((name) => name.startsWith('1.'))).toEqual([]);
    expect((await one.read(2, { fromLine: 50_000, lines: 1 })).text).toBe('50000\r\n');
  });

  it('is written without its secrets, and every line keeps its number', async () => {
    const one = new Recorded();
    const key = `-----BEGIN PRIVATE KEY-----\r\n${'MIIsecretsecret\r\n'.repeat(20)}-----END PRIVATE KEY-----\r\n`;
    await one.run(`${numbered(30_000)}export API_TOKEN=hunter2\r\n${key}after\r\n${numbered(30_000)}`);
    await one.text.settled();
    const disk = one.files().map((name) => readFileSync(join(one.folder, 'text', name), 'utf8'));
    expect(disk.join('')).not.toMatch(/hunter2|MIIsecret/);
    expect((await one.read(1, { fromLine: 30_001, lines: 1 })).text).toBe('export API_TOKEN=[redacted]\r\n');
    expect((await one.read(1, { fromLine: 30_024, lines: 2 })).text).toBe('after\r\n1\r\n');
  });

  it('is left out where the disk takes nothing, and kept again after it', async () => {
    const one = new Recorded(undefined, { part: 64 * KI });
    one.begin();
    await one.print(numbered(100_000));
    await one.text.settled();
    const folder = join(one.folder, 'text');
    // A file in the place of the folder: nothing can be created there, also not by root.
    const saved = one.files().map((name) => [name, readFileSync(join(folder, name))] as const);
    rmSync(folder, { recursive: true });
    writeFileSync(folder, '');
    await one.print(numbered(100_000, 100_001));
    await one.text.settled();
    expect(one.troubles).toHaveLength(1);
    rmSync(folder);
    one.now = 5000;
    await one.print(numbered(100_000, 200_001));
    one.end();
    await one.text.settled();
    for (const [name, bytes] of saved) writeFileSync(join(folder, name), bytes);
    expect((await one.read(1, { fromLine: 50_000, lines: 1 })).text).toBe('50000\r\n');
    expect((await one.read(1, { fromLine: 299_000, lines: 1 })).text).toBe('299000\r\n');
    const gone = await one.read(1, { fromLine: 150_000, lines: 60_000 });
    expect(gone.fromLine).toBeGreaterThan(150_000);
    expect(gone.text.startsWith(`${gone.fromLine}\r\n`)).toBe(true);
    expect(gone.cut?.fromLine).toBeLessThanOrEqual(150_000);
  });

  it('loses a damaged part alone, which is set aside', async () => {
    const one = new Recorded(undefined, { part: 128 * KI });
    await one.run(numbered(300_000));
    await one.text.settled();
    const [damaged = ''] = one.files().filter((name) => name.startsWith('1.4.'));
    const path = join(one.folder, 'text', damaged);
    const whole = readFileSync(path, 'utf8');
    writeFileSync(path, whole.slice(0, 1000));
    const first = Number(whole.slice(0, whole.indexOf('\r')));
    await one.read(1, { fromLine: first, lines: 1 });
    expect(one.files()).toContain(`damaged-${damaged}`);
    const after = await one.read(1, { fromLine: first, lines: 30_000 });
    expect(after.fromLine).toBeGreaterThan(first);
    expect(after.text.startsWith(`${after.fromLine}\r\n`)).toBe(true);
    expect(after.cut).toMatchObject({ fromLine: first });
    expect((await one.read(1, { fromLine: first - 1, lines: 1 })).text).toBe(`${first - 1}\r\n`);
  });

  it('is read without the part that is no file, nor waited for', async () => {
    const one = new Recorded(undefined, { part: 128 * KI });
    await one.run(numbered(300_000));
    await one.text.settled();
    const [strange = ''] = one.files().filter((name) => name.startsWith('1.4.'));
    const path = join(one.folder, 'text', strange);
    const first = Number(readFileSync(path, 'utf8').split('\r', 1)[0]);
    rmSync(path);
    execFileSync('mkfifo', [path]);
    await one.read(1, { fromLine: first, lines: 1 });
    expect(one.files()).toContain(`damaged-${strange}`);
    const after = await one.read(1, { fromLine: first, lines: 30_000 });
    expect(after.text.startsWith(`${after.fromLine}\r\n`)).toBe(true);
    expect(after.cut).toMatchObject({ fromLine: first });
  });

  it('is kept with NUL bytes in it, which no reader takes for damage', async () => {
    const one = new Recorded(undefined, { part: 128 * KI });
    await one.run(numbered(100_000).replaceAll('7\r\n', '7\0\0\r\n'));
    await one.text.settled();
    expect((await one.read(1, { fromLine: 50_007, lines: 1 })).text).toBe('50007\r\n');
    const all = [];
    for (let fromLine = 1; fromLine <= 100_000; fromLine += 10_000)
      all.push((await one.read(1, { fromLine, lines: 10_000 })).text);
    expect(all.join('')).toBe(numbered(100_000));
    expect(one.files().filter((name) => name.startsWith('damaged'))).toEqual([]);
  });

  it('hides no secret behind a NUL byte', async () => {
    const one = new Recorded();
    await one.run(`${numbered(30_000)}export API_TO\0KEN=hunter2\r\n`);
    await one.text.settled();
    expect((await one.read(1, { fromLine: 30_001, lines: 1 })).text).toBe('export API_TOKEN=[redacted]\r\n');
  });

  it('is deleted with the parts of it that were set aside', async () => {
    const one = new Recorded(undefined, { part: 128 * KI });
    for (let count = 1; count <= 2; count += 1) await one.run(numbered(100_000));
    await one.text.settled();
    for (const seq of [1, 2]) {
      const [damaged = ''] = one.files().filter((name) => name.startsWith(`${seq}.1.`));
      writeFileSync(join(one.folder, 'text', damaged), 'secret\0');
      for (let fromLine = 1; fromLine <= 100_000; fromLine += 10_000) await one.read(seq, { fromLine });
      expect(one.files()).toContain(`damaged-${damaged}`);
    }
    await one.text.forget(1);
    expect(one.files().filter((name) => name.startsWith('damaged-'))).toEqual([
      expect.stringMatching(/^damaged-2\.1\./),
    ]);
  });

  it('is found again by the next host', async () => {
    const one = new Recorded();
    await one.run(numbered(300_000));
    await one.text.close();
    const next = new Recorded(one.folder, {}, 1);
    await next.run(numbered(100_000));
    await next.text.settled();
    expect(next.files().some((name) => name.startsWith('1.'))).toBe(true);
    expect(next.files().some((name) => name.startsWith('2.'))).toBe(true);
  });
});

describe('searching an output', () => {
  const wanted = { text: '150000', ignoreCase: false, fromLine: 1, limit: 10 };

  it('finds a line in the middle of it, by its number', async () => {
    const one = new Recorded();
    await one.run(numbered(300_000));
    const found = await searchOutput(await one.kept(1), wanted);
    expect(found).toMatchObject({ lines: [{ line: 150_000, text: '150000' }], more: false });
  });

  it('finds each line once, also where stretches overlap and text is coloured', async () => {
    const one = new Recorded();
    await one.run(
      `${numbered(60_000)}\x1b[31mNee\x1b[1mdle\x1b[m and needle\r\n${'x'.repeat(5000)}needle${'y'.repeat(5000)}\r\nlast`,
    );
    const found = await searchOutput(await one.kept(1), { ...wanted, text: 'NEEDLE', ignoreCase: true });
    expect(found.lines.map(({ line }) => line)).toEqual([60_001, 60_002]);
    expect(found.lines[0]?.text).toBe('Needle and needle');
    expect(found.lines[1]?.text).toMatch(/^…x+needley+…$/);
    expect((await searchOutput(await one.kept(1), { ...wanted, text: '7', limit: 3 })).more).toBe(true);
  });
});
