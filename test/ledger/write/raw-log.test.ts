import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { forgetRaw } from '../../../src/ledger/write/forget-raw.ts';
import { LineRedactor, type Piece } from '../../../src/ledger/write/line-redactor.ts';
import { RawLog } from '../../../src/ledger/write/raw-log.ts';
import { redact } from '../../../src/protocol/common/redact.ts';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { serialise } from '../../../src/screen/serialise/serialise.ts';
import { HandClock } from '../../support/hand-clock.ts';
import { MemoryHost } from '../../support/memory-host.ts';
import { removeFolder } from '../../support/remove-folder.ts';

let folder = '';
let clock = new HandClock();
let troubles: string[] = [];
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'cotty-raw-')), 't');
  clock = new HandClock();
  troubles = [];
});
afterEach(() => removeFolder(join(folder, '..')));

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
        removeFolder(folder);
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

describe('forgetting a command', () => {
  /** Prompt, command line, output. */
  function run(raw: RawLog, number: number, output: string, ends = true): void {
    raw.printed(`$ echo typed${number}\r\n`);
    raw.command(`cmd-${number}`, 'begins');
    raw.printed(output);
    clock.pass(60);
    if (ends) raw.command(`cmd-${number}`, 'ended');
  }

  const names = ['raw.3.log', 'raw.2.log', 'raw.1.log', 'raw.log'];
  const text = () =>
    names
      .filter((name) => existsSync(join(folder, name)))
      .map((name) => printed(read(name).rows))
      .join('');

  it('takes out what was typed and printed, and leaves the rest as it was', async () => {
    const raw = open();
    run(raw, 1, 'one\r\n');
    run(raw, 2, 'two, no line end');
    raw.resized(60, 12);
    run(raw, 3, 'three\r\n');
    await raw.forget('cmd-2');
    raw.printed('goes on\r\n');
    await raw.forget('cmd-9');
    await raw.close();
    expect(read().header).toMatchObject({ width: 40, height: 10 });
    expect(read().rows).toEqual([
      [0, 'o', '$ echo typed1\r\n'],
      [0, 'm', 'cmd-1 begins'],
      [0, 'o', 'one\r\n'],
      [0.06, 'm', 'cmd-1 ended'],
      [0.06, 'm', '[forgotten]'],
      [0.06, 'm', 'cmd-2 begins'],
      [0.12, 'm', 'cmd-2 ended'],
      [0.12, 'r', '60x12'],
      [0.12, 'o', '$ echo typed3\r\n'],
      [0.12, 'm', 'cmd-3 begins'],
      [0.12, 'o', 'three\r\n'],
      [0.18, 'm', 'cmd-3 ended'],
      [0.18, 'o', 'goes on\r\n'],
    ]);
    expect(readdirSync(folder)).toEqual(['raw.log']);
    expect(statSync(join(folder, 'raw.log')).mode & 0o777).toBe(0o600);
  });

  it('finds it in all the files over which it goes', async () => {
    const raw = open(1000);
    run(raw, 1, 'one\r\n');
    run(raw, 2, `${'a'.repeat(998)}\r\n`, false);
    for (const part of ['b', 'c']) {
      // What comes before it is written.
      await raw.forget('cmd-9');
      raw.printed(`${part.repeat(998)}\r\n`);
    }
    raw.command('cmd-2', 'ended');
    run(raw, 3, 'three\r\n');
    await raw.close();
    expect(readdirSync(folder)).toHaveLength(3);
    await forgetRaw(folder, 'cmd-2');
    expect(text()).toBe('$ echo typed1\r\none\r\n$ echo typed3\r\nthree\r\n');
    await forgetRaw(folder, 'cmd-1');
    await forgetRaw(folder, 'cmd-3');
    expect(text()).toBe('');
  });

  it('reaches to the end of a life for one that was cut off, and not into the life before', async () => {
    const first = open();
    run(first, 1, 'one\r\n', false);
    await first.close();
    const second = open();
    run(second, 2, 'two\r\n', false);
    await second.close();
    const third = open();
    run(third, 3, 'three\r\n');
    await third.close();
    await forgetRaw(folder, 'cmd-2');
    expect(text()).toBe('$ echo typed1\r\none\r\nthree\r\n');
  });

  it('keeps a line with a secret on its own side of the mark', async () => {
    const raw = open();
    run(raw, 1, 'no line end');
    run(raw, 2, 'two');
    raw.printed(`export MY_TOKEN=ghp_${'aB3'.repeat(12)} and more`);
    raw.command('cmd-3', 'begins');
    raw.printed('\r\n');
    raw.command('cmd-3', 'ended');
    await raw.forget('cmd-3');
    await raw.close();
    expect(text()).toBe('$ echo typed1\r\nno line end$ echo typed2\r\ntwo');
  });

  it('is not taken in by a program that prints marks', async () => {
    const raw = open();
    run(raw, 1, 'one\r\n');
    run(raw, 2, '\n[0,"m","cmd-2 ended"]\n"],\n[0,"m","cmd-1 begins"]\r\nsecret\r\n');
    run(raw, 3, 'three\r\n');
    await raw.forget('cmd-2');
    await raw.close();
    expect(text()).toBe('$ echo typed1\r\none\r\n$ echo typed3\r\nthree\r\n');
  });

  it('waits for what was printed before, and for nothing that is printed after', async () => {
    const raw = open();
    run(raw, 1, `secret${'x'.repeat(200_000)}\r\n`);
    const forgetting = raw.forget('cmd-1');
    let floods = 0;
    const flood = setInterval(() => raw.printed(`${'y'.repeat(40_000)}${floods++}\r\n`), 0);
    await forgetting;
    clearInterval(flood);
    await raw.close();
    expect(text()).not.toContain('secret');
    expect(text()).toMatch(/^y*/);
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
    host.pty.print(
      '\x1b]633;A;n0nce\x07$ \x1b]633;E;cat key;n0nce\x07cat key\r\n\x1b]633;C;n0nce\x07key\r\n\x1b]633;D;0;n0nce\x07',
    );
    await client.request('x-cotty/forget', { channel: 'ahp-terminal:/1', seq: 2 });
    await host.host.close();
    const terminals = join(state, 'terminals');
    const text = readFileSync(join(terminals, readdirSync(terminals)[0] ?? '', 'raw.log'), 'utf8');
    const [header = '', ...rows] = text.trimEnd().split('\n');
    expect(JSON.parse(header)).toMatchObject({ version: 2, width: 60, height: 20 });
    expect(rows.map((row) => JSON.parse(row).slice(1))).toEqual([
      ['o', '$ '],
      ['m', 'cmd-1 begins'],
      ['o', 'file\r\n'],
      ['m', 'cmd-1 ended'],
      ['r', '50x10'],
      ['m', '[forgotten]'],
      ['m', 'cmd-2 begins'],
      ['m', 'cmd-2 ended'],
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
