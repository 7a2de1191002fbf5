import { createHash } from 'node:crypto';
import {
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { native } from '../../../src/host/pty/machine-code.ts';
import type { TtyModes } from '../../../src/host/pty/modes/tty-modes.ts';
import { spawnPty } from '../../../src/host/pty/pty.ts';
import { PtyOutput } from '../../../src/host/pty/pty-output.ts';
import type { Pty, PtyExit } from '../../../src/host/pty/pty-port.ts';
import { isRunning } from '../../support/is-running.ts';

const program = (name: string) =>
  fileURLToPath(new URL(`../../../fixtures/programs/${name}`, import.meta.url));

type Run = {
  readonly pty: Pty;
  readonly text: () => string;
  readonly exit: Promise<PtyExit>;
  /** Resolves when the output holds this. */
  readonly shows: (text: string) => Promise<void>;
};

const running: Pty[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((pty) => pty.end()));
});

function run(file: string, args: readonly string[], onChunk?: (pty: Pty, text: string) => void): Run {
  const env = { PATH: process.env['PATH'] ?? '', TERM: 'xterm-256color', HOME: tmpdir(), LANG: 'C.UTF-8' };
  const spawned = spawnPty({ file, args, env, cwd: tmpdir(), cols: 80, rows: 24 });
  if (!spawned.ok) throw new Error(spawned.error);
  const { pty } = spawned;
  running.push(pty);
  const chunks: string[] = [];
  let waiting: { text: string; found: () => void }[] = [];
  pty.onData((text) => {
    chunks.push(text);
    onChunk?.(pty, text);
    const whole = waiting.length > 0 ? chunks.join('') : '';
    for (const wait of waiting) if (whole.includes(wait.text)) wait.found();
    waiting = waiting.filter((wait) => !whole.includes(wait.text));
  });
  const exit = new Promise<PtyExit>((resolve) => pty.onExit(resolve));
  const shows = (text: string) =>
    new Promise<void>((found) => {
      if (chunks.join('').includes(text)) found();
      else waiting.push({ text, found });
    });
  return { pty, text: () => chunks.join(''), exit, shows };
}

/** What `print.mjs` prints, as the terminal passes it on. */
function printed(bytes: number): string {
  let text = '';
  for (let line = 0; text.length < bytes; line += 1) text += `line ${line} ${'.'.repeat(60)}\n`;
  return text.slice(0, bytes).replaceAll('\n', '\r\n');
}

const modesOf = (pty: Pty) => new Promise<TtyModes | undefined>((resolve) => pty.askModes(resolve));

const sum = (text: string) => createHash('sha256').update(text).digest('hex');

function blockFor(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

describe('a real pty', () => {
  it('still finds the parts of node-pty that it relies on', () => {
    expect(native().fork).toBeTypeOf('function');
    expect(native().resize).toBeTypeOf('function');
  });

  it.each([3000, 65_536, 10_000_000])(
    'passes on all %i bytes of a program that exits at once',
    async (bytes) => {
      const { text, exit } = run(process.execPath, [program('print.mjs'), String(bytes), '7']);
      expect(await exit).toEqual({ code: 7 });
      expect(sum(text())).toBe(sum(printed(bytes)));
    },
  );

  it.each([3000, 20_000, 60_000, 65_536])(
    'loses nothing of %i bytes while the host was busy',
    async (bytes) => {
      const { text, exit } = run(process.execPath, [program('print.mjs'), String(bytes)]);
      blockFor(300);
      await exit;
      expect(sum(text())).toBe(sum(printed(bytes)));
    },
  );

  // The kernel holds some 12 KB of a pty for certain, so that the program can end.
  it.each([3000, 8_000])('keeps the last of %i bytes when paused beyond the exit', async (bytes) => {
    const { pty, text, exit } = run(process.execPath, [program('print.mjs'), String(bytes)]);
    pty.pause();
    await expect.poll(() => isRunning(pty.pid ?? 0)).toBe(false);
    expect(text()).toBe('');
    pty.resume();
    await exit;
    expect(sum(text())).toBe(sum(printed(bytes)));
  });

  it('passes on 10 MB whole although it is paused again and again', async () => {
    let chunks = 0;
    let paused = false;
    const { text, exit } = run(process.execPath, [program('print.mjs'), '10000000'], (pty) => {
      expect(paused).toBe(false);
      chunks += 1;
      if (chunks % 50 !== 0) return;
      paused = true;
      pty.pause();
      setTimeout(() => {
        paused = false;
        pty.resume();
      }, 1);
    });
    expect(await exit).toEqual({ code: 0 });
    expect(sum(text())).toBe(sum(printed(10_000_000)));
  });

  it('leaves what comes while it is paused to the kernel, where the end of the host does not lose it', async () => {
    const printed = join(mkdtempSync(join(tmpdir(), 'cotty-pty-')), 'printed');
    const { pty, shows } = run('/bin/sh', [
      '-c',
      `echo ready; read a; printf kept; touch ${printed}; read b`,
    ]);
    await shows('ready');
    pty.pause();
    pty.write('\r');
    await expect.poll(() => existsSync(printed)).toBe(true);
    const held = Buffer.alloc(100);
    expect(held.subarray(0, readSync(pty.master?.fd ?? -1, held)).toString()).toBe('\r\nkept');
  });

  it('never cuts a character in two', async () => {
    const { text, exit } = run('/bin/sh', [
      '-c',
      'i=0; while [ $i -lt 3000 ]; do printf "ä€😀"; i=$((i+1)); done',
    ]);
    await exit;
    expect(text()).toBe('ä€😀'.repeat(3000));
  });

  it('reads bytes that are no UTF-8 as U+FFFD', async () => {
    const { text, exit } = run('/bin/sh', ['-c', String.raw`printf 'a\377b\303'`]);
    await exit;
    expect(text()).toBe('a\ufffdb\ufffd');
  });

  it('tells which signal ended the program', async () => {
    const { exit } = run('/bin/sh', ['-c', 'kill -9 $$']);
    expect(await exit).toEqual({ signal: 9 });
  });

  it('does not wait for a background process that keeps the terminal open', async () => {
    const { exit, text } = run('/bin/sh', ['-c', 'trap "" HUP; (sleep 3) & printf done; exit 3']);
    expect(await exit).toEqual({ code: 3 });
    expect(text()).toBe('done');
  });

  it('hands over a megabyte to a program that reads late, in order and without blocking', async () => {
    const { pty, text, exit, shows } = run(process.execPath, [program('read-later.mjs'), '3000']);
    await shows('ready');
    const paste = 'x0123456789abcdef'.repeat(61_681).slice(0, 1_048_576);
    const before = performance.now();
    for (let at = 0; at < paste.length; at += 65_536)
      expect(pty.write(paste.slice(at, at + 65_536))).toBe(true);
    // Long before anything is read.
    expect(performance.now() - before).toBeLessThan(1500);
    pty.write('\x04');
    await exit;
    expect(text()).toContain(`1048576 ${sum(paste)}`);
  });

  it('tells the program its size', async () => {
    const { pty, shows } = run('/bin/sh', [
      '-c',
      'trap "stty size" WINCH; echo ready; while :; do sleep 0.05; done',
    ]);
    await shows('ready');
    pty.resize(132, 43);
    await shows('43 132');
  });

  it('knows when what is typed is not shown', async () => {
    const { pty, shows } = run('/bin/sh', ['-c', 'echo open; read a; stty -echo; echo secret; read b']);
    await shows('open');
    expect(await modesOf(pty)).toEqual({ echo: true, lineEditing: true, foreground: pty.pid });
    pty.write('x\r');
    await shows('secret');
    expect(await modesOf(pty)).toEqual({ echo: false, lineEditing: true, foreground: pty.pid });
  });

  it('lets Backspace remove a character of many bytes', async () => {
    const { pty, text, exit, shows } = run('/bin/sh', ['-c', 'echo ready; read x; printf "<%s>" "$x"']);
    await shows('ready');
    pty.write('aé漢\x7f\x7fz\r');
    await exit;
    expect(text()).toContain('<az>');
  });

  it('never waits for a program that does not read, also after its modes were asked for', async () => {
    const { pty, shows } = run('/bin/sh', ['-c', 'stty raw -echo; echo ready; sleep 60']);
    await shows('ready');
    expect(await modesOf(pty)).toMatchObject({ echo: false, lineEditing: false });
    expect(blockingTerminals()).toEqual([]);
    const { room } = pty;
    expect(pty.write('x'.repeat(256 * 1024))).toBe(true);
    expect(pty.room).toBeLessThan(room);
  });

  it('passes on a flood whole and in order, also when paused in its middle', async () => {
    let pieces = 0;
    const { text, exit } = run('/bin/sh', ['-c', 'stty -onlcr; seq 1 300000'], (pty) => {
      pieces += 1;
      if (pieces % 5 !== 0) return;
      pty.pause();
      setTimeout(() => pty.resume(), 1);
    });
    await exit;
    expect(text()).toBe(Array.from({ length: 300_000 }, (_, at) => `${at + 1}\n`).join(''));
  });

  it('passes on in one piece what the kernel has collected', async () => {
    const piecesAfter = async (ms: number) => {
      const sizes: number[] = [];
      const { text, shows } = run('/bin/sh', ['-c', 'stty -onlcr; seq 1 5000; sleep 60'], (_, piece) =>
        sizes.push(piece.length),
      );
      // Nothing is read meanwhile, so the kernel collects what it can hold.
      blockFor(ms);
      await shows('5000\n');
      expect(text()).toHaveLength(23_893);
      return sizes.length;
    };
    // Read by read it would be six pieces; so it is when a busy machine has not let the program print in time.
    let pieces = await piecesAfter(1_500);
    for (const longer of [4_000, 12_000]) if (pieces >= 6) pieces = await piecesAfter(longer);
    expect(pieces).toBeLessThan(6);
  }, 60_000);

  it('reads one piece a turn where no time is left to read ahead, and rests behind each, and loses nothing', async () => {
    const { fd } = native().fork(
      '/bin/sh',
      ['-c', 'stty -onlcr; seq 1 20000'],
      [`PATH=${process.env['PATH']}`],
      tmpdir(),
      80,
      24,
      -1,
      -1,
      true,
      '',
      () => {},
    );
    const pieces: string[] = [];
    const output = new PtyOutput(
      fd,
      (text) => {
        pieces.push(text);
        // Whoever lets the reading go on in a rest does not end it.
        output.startReading();
      },
      () => ({ aheadMs: 0, restMs: 1 }),
    );
    const closed = new Promise<void>((resolve) => output.onClose(resolve));
    const from = performance.now();
    output.startReading();
    await closed;
    output.finish();
    expect(pieces.join('')).toBe(Array.from({ length: 20_000 }, (_, at) => `${at + 1}\n`).join(''));
    // One read mostly gives 4 KiB; a busy Linux refills its buffer meanwhile, and gives some more.
    expect(pieces.length).toBeGreaterThan(8);
    // It rests behind each read that the kernel had more behind.
    const full = pieces.filter(({ length }) => length >= 4000).length;
    expect(performance.now() - from).toBeGreaterThan(full / 2);
  });

  it('ends a whole session that takes no hint', async () => {
    const { pty, text, shows, exit } = run(process.execPath, [program('stubborn.mjs')]);
    await Promise.all([shows('parent'), shows('child')]);
    await pty.end();
    await exit;
    const pids = [...text().matchAll(/\d+/g)].map(([pid]) => Number(pid));
    expect(pids).toHaveLength(2);
    expect(pids.filter(isRunning)).toEqual([]);
  });

  it('lets a program that ignores the hangup save its work', async () => {
    const { pty, text, shows, exit } = run('/bin/sh', [program('saves-on-term.sh')]);
    await shows('ready');
    await pty.end();
    await exit;
    expect(text()).toContain('saved');
  });

  it('takes every further call quietly after the exit', async () => {
    const { pty, exit } = run('/bin/sh', ['-c', 'exit']);
    await exit;
    pty.pause();
    pty.resume();
    pty.resize(10, 10);
    expect(pty.write('x')).toBe(false);
    expect(await modesOf(pty)).toBeUndefined();
    await pty.end();
  });

  it.runIf(process.platform === 'linux')('leaves no descriptor open', async () => {
    const count = () => readdirSync('/proc/self/fd').length;
    await run('/bin/true', []).exit;
    const before = count();
    for (let round = 0; round < 20; round += 1) {
      await Promise.all(Array.from({ length: 10 }, () => run('/bin/true', []).exit));
    }
    await expect.poll(count).toBeLessThanOrEqual(before);
  });

  it.each([
    [{ file: 'no-such-program' }, 'program', 'no-such-program: no such program on the PATH'],
    [{ file: '/nowhere/sh' }, 'program', '/nowhere/sh: does not exist'],
    [{ file: '/etc/passwd' }, 'program', '/etc/passwd: permission denied'],
    [{ cwd: '/nowhere' }, 'cwd', '/nowhere: does not exist'],
    [{ cwd: '/etc/passwd' }, 'cwd', '/etc/passwd: not a directory'],
  ])('says why %j cannot start', (wrong, at, error) => {
    const usual = { file: 'sh', args: [], env: { PATH: '/bin' }, cwd: '/', cols: 80, rows: 24 };
    expect(spawnPty({ ...usual, ...wrong })).toEqual({ ok: false, at, error });
  });
});

/** Descriptors of pseudo terminals in this process on which a read or write would wait; only Linux tells. */
function blockingTerminals(): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc/self/fd').filter((fd) => {
    if (linkOf(`/proc/self/fd/${fd}`) !== '/dev/ptmx') return false;
    const flags = /flags:\s+(\d+)/.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'latin1'))?.[1] ?? '0';
    return (Number.parseInt(flags, 8) & constants.O_NONBLOCK) === 0;
  });
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    // The one by which the folder was listed is closed again.
    return '';
  }
}
