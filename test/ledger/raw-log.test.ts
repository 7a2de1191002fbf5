import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LineRedactor, type Piece } from '../../src/ledger/line-redactor.ts';
import { RawLog } from '../../src/ledger/raw-log.ts';
import { redact } from '../../src/ledger/redact.ts';
import { Emulator } from '../../src/screen/emulator.ts';
import { serialise } from '../../src/screen/serialise.ts';
import { HandClock } from '../support/hand-clock.ts';
import { MemoryHost } from '../support/memory-host.ts';

let folder = '';
let clock = new HandClock();
let troubles: string[] = [];
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'cotty-raw-')), 't');
  clock = new HandClock();
  troubles = [];
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

const open = (rotateBytes?: number) =>
  new RawLog({
    folder,
    clock,
    size: { cols: 40, rows: 10 },
    onTrouble: (why) => troubles.push(why),
    ...(rotateBytes === undefined ? {} : { rotateBytes }),
  });

type Row = readonly [seconds: number, code: string, data: string];
type Cast = { readonly header: { readonly [key: string]: unknown }; readonly rows: readonly Row[] };

function read(name = 'raw.log'): Cast {
  const lines = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n');
  const [header = '', ...rows] = lines;
  return { header: JSON.parse(header), rows: rows.map((row) => JSON.parse(row)) };
}

const printed = (rows: readonly Row[]) => rows.map(([, code, data]) => (code === 'o' ? data : '')).join('');

/** The screen after all of it was shown again. */
function replay(casts: readonly Cast[]): string {
  const { width, height } = casts[0]?.header ?? {};
  const emulator = new Emulator({ cols: Number(width), rows: Number(height), scrollback: 500 });
  for (const [, code, data] of casts.flatMap(({ rows }) => rows)) {
    const [cols = 0, rows = 0] = data.split('x').map(Number);
    if (code === 'r') emulator.resize(cols, rows);
    else if (code === 'o') emulator.write(data);
  }
  return serialise(emulator, { scrollback: 500 });
}

describe('a raw log', () => {
  it('is an asciicast of what was printed and when, for its user alone', async () => {
    const raw = open();
    raw.printed('$ make\r\n');
    clock.pass(1500);
    raw.resized(50, 12);
    raw.printed('ü漢🙂 do');
    clock.pass(250);
    raw.printed('ne\r\n');
    await raw.close();
    expect(read()).toEqual({
      header: { version: 2, width: 40, height: 10, timestamp: 1000, env: { TERM: 'xterm-256color' } },
      rows: [
        [0, 'o', '$ make\r\n'],
        [1.5, 'r', '50x12'],
        [1.5, 'o', 'ü漢🙂 do'],
        [1.75, 'o', 'ne\r\n'],
      ],
    });
    expect(statSync(join(folder, 'raw.log')).mode & 0o777).toBe(0o600);
  });

  it('shows the same screen when it is played, whatever was printed, also over several files', async () => {
    const words = [
      'abc ',
      '\r\n',
      '\x1b[31m',
      '\x1b[2;3H',
      '\x1b[?1049h',
      '\x1b[?1049l',
      '漢',
      '\x1b[K',
      '\b',
      '\t',
    ];
    const step = fc.oneof(
      {
        weight: 20,
        arbitrary: fc.array(fc.constantFrom(...words), { maxLength: 20 }).map((list) => list.join('')),
      },
      { weight: 1, arbitrary: fc.tuple(fc.integer({ min: 5, max: 60 }), fc.integer({ min: 3, max: 20 })) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        rmSync(folder, { recursive: true, force: true });
        const raw = open(3000);
        const seen = new Emulator({ cols: 40, rows: 10, scrollback: 500 });
        for (const one of steps) {
          if (typeof one === 'string') {
            raw.printed(one);
            seen.write(one);
          } else {
            raw.resized(...one);
            seen.resize(...one);
          }
          clock.pass(60);
          await new Promise((resolve) => setImmediate(resolve));
        }
        await raw.close();
        const files = existsSync(folder) ? readdirSync(folder).sort((a, b) => order(b) - order(a)) : [];
        fc.pre(files.length > 0 && files.length < 4);
        expect(replay(files.map(read))).toBe(serialise(seen, { scrollback: 500 }));
      }),
      { numRuns: 40 },
    );
  });

  it('begins a new file when one is full, and keeps three', async () => {
    const raw = open(1000);
    for (let count = 0; count < 10; count += 1) {
      raw.printed(`${String(count).repeat(998)}\r\n`);
      if (count === 5) raw.resized(90, 30);
      clock.pass(60);
      await until(() => printed(read().rows).startsWith(String(count)));
    }
    await raw.close();
    expect(readdirSync(folder).sort()).toEqual(['raw.1.log', 'raw.2.log', 'raw.3.log', 'raw.log']);
    const all = ['raw.3.log', 'raw.2.log', 'raw.1.log', 'raw.log'].map(read);
    expect(all.map(({ rows }) => printed(rows)[0])).toEqual(['6', '7', '8', '9']);
    expect(all.map(({ header }) => `${header['width']}x${header['height']}`)).toEqual(Array(4).fill('90x30'));
  });

  it('begins a new file also with a new life of its terminal', async () => {
    for (const text of ['one\r\n', 'two\r\n']) {
      const raw = open();
      raw.printed(text);
      await raw.close();
    }
    expect(printed(read('raw.1.log').rows)).toBe('one\r\n');
    expect(printed(read().rows)).toBe('two\r\n');
  });

  it('keeps no more waiting than its limit, and says what is missing', async () => {
    const raw = open();
    const megabyte = `${'x'.repeat(1024 * 1024 - 2)}\r\n`;
    for (let count = 0; count < 6; count += 1) raw.printed(megabyte);
    await raw.close();
    const { rows } = read();
    expect(printed(rows)).toHaveLength(4 * 1024 * 1024);
    expect(rows.at(-1)).toEqual([0, 'm', expect.stringMatching(/^2097152 characters were not kept/)]);
  });

  it('goes on once it can be written again', async () => {
    writeFileSync(folder, 'a file where the folder should be');
    const raw = open();
    raw.printed('lost\r\n');
    clock.pass(60);
    await until(() => troubles.length > 0);
    rmSync(folder);
    await until(() => clock.waiting === 0);
    raw.printed('kept\r\n');
    await raw.close();
    expect(troubles).toHaveLength(1);
    expect(read().rows.map(([, code, data]) => [code, data.slice(0, 12)])).toEqual([
      ['o', 'kept\r\n'],
      ['m', '6 characters'],
    ]);
  });

  it('clears as the screen was cleared', async () => {
    const raw = open();
    raw.printed('shell\r\n');
    raw.cleared();
    raw.printed('\x1b[?1049hvim\r\n');
    raw.cleared();
    await raw.close();
    expect(printed(read().rows)).toBe('shell\r\n\x1b[H\x1b[2J\x1b[3J\x1b[?1049hvim\r\n\x1b[3J');
  });
});

describe('redaction of a stream', () => {
  const token = `ghp_${'aB3'.repeat(12)}`;
  const key = `-----BEGIN RSA PRIVATE KEY-----\r\n${'MIIE\r\n'.repeat(30)}-----END RSA PRIVATE KEY-----\r\nafter\r\n`;

  /** What is written of a text that came in these pieces. */
  function through(pieces: readonly string[]): string {
    const redactor = new LineRedactor();
    const taken = pieces.flatMap((data, at) => redactor.take({ at, code: 'o', data }));
    return [...taken, ...redactor.end()].map(({ data }) => data).join('');
  }

  it.each([
    ['a token', `before\r\nexport X=${token} y\r\nafter\r\n`],
    ['a value by its name', 'a\r\nDB_PASSWORD=hunter2hunter2 \x1b[31mred\x1b[m\r\nb'],
    ['a token on an unfinished line', `type: ${token}`],
  ])('finds %s at every split point', (_what, text) => {
    const clean = redact(text);
    expect(clean).toContain('[redacted]');
    for (let at = 0; at <= text.length; at += 1)
      expect(through([text.slice(0, at), text.slice(at)])).toBe(clean);
    expect(through([...text])).toBe(clean);
  });

  it('finds a key over its lines at every split point', () => {
    for (let at = 0; at <= key.length; at += 1) {
      const clean = through([`x\r\n${key.slice(0, at)}`, key.slice(at)]);
      expect(clean).toMatch(/^x\r\n\[redacted\]\r\nafter\r\n$/);
    }
  });

  it('lets no more of a text be lost than its secrets, however it comes', () => {
    const word = fc.constantFrom('plain ', '\r\n', '\x1b[1m', `${token} `, 'x'.repeat(5000), '🙂');
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 40 }),
        fc.array(fc.nat(50_000), { maxLength: 8 }),
        (words, cuts) => {
          const text = words.join('');
          const at = [0, ...cuts.map((cut) => cut % (text.length + 1)), text.length].sort((a, b) => a - b);
          const pieces = at.slice(1).map((end, index) => text.slice(at[index], end));
          expect(through(pieces)).toBe(redact(text));
        },
      ),
    );
  });

  it('waits for no line end for ever, and still finds what stands over the cut', () => {
    const redactor = new LineRedactor();
    const out: Piece[] = [];
    const text = `${'x '.repeat(6000)}${token} ${'y '.repeat(9000)}`;
    for (let at = 0; at < text.length; at += 100)
      out.push(...redactor.take({ at, code: 'o', data: text.slice(at, at + 100) }));
    const early = out.map(({ data }) => data).join('');
    expect(early.length).toBeGreaterThan(10_000);
    expect(
      early +
        redactor
          .end()
          .map(({ data }) => data)
          .join(''),
    ).toBe(redact(text));
  });
});

describe('a host with raw logs', () => {
  it('writes what viewers see, without the marks of its shells', async () => {
    const state = join(folder, 'state');
    const host = await MemoryHost.start({ record: { folder: state, raw: true } });
    const client = await host.connect('m', { writer: 'user:mara' });
    await client.createTerminal('ahp-terminal:/1', { cols: 60, rows: 20 });
    host.pty.print(
      '\x1b]633;A;n0nce\x07$ \x1b]633;E;ls;n0nce\x07\x1b]633;C;n0nce\x07file\r\n\x1b]633;D;0;n0nce\x07',
    );
    await client.dispatch('ahp-terminal:/1', { type: 'terminal/resized', cols: 50, rows: 10 });
    expect(await client.request('x-cotty/status')).toMatchObject({ rawLog: true });
    await host.host.close();
    const terminals = join(state, 'terminals');
    const text = readFileSync(join(terminals, readdirSync(terminals)[0] ?? '', 'raw.log'), 'utf8');
    const [header = '', ...rows] = text.trimEnd().split('\n');
    expect(JSON.parse(header)).toMatchObject({ version: 2, width: 60, height: 20 });
    expect(rows.map((row) => JSON.parse(row).slice(1))).toEqual([
      ['o', '$ '],
      ['o', 'file\r\n'],
      ['r', '50x10'],
    ]);
  });
});

/** `raw.log` is the newest. */
function order(name: string): number {
  return Number(/\d+/.exec(name)?.[0] ?? 0);
}

/** What the disk has been told of; bounded by the test's own time limit. */
async function until(seen: () => boolean): Promise<void> {
  while (!holds(seen)) {
    clock.pass(100);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function holds(seen: () => boolean): boolean {
  try {
    return seen();
  } catch {
    // The file is not there yet.
    return false;
  }
}
