import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { HostScreen } from '../../../src/host/screen/host-screen.ts';
import { TextLog } from '../../../src/host/text/text-log.ts';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { serialise } from '../../../src/screen/serialise/serialise.ts';
import { screenText } from '../../../src/screen/text/screen-text.ts';
import { cpuTime } from '../../support/cpu-time.ts';
import { HandClock } from '../../support/hand-clock.ts';

type Fed = HostScreen & { feed(text: string): void };
type Seen<C> = { readonly screen: Fed; readonly clock: C; readonly heard: string[] };

/** Each look at it is so much later; what is put off to the next turn waits until the test runs it. */
class SlowClock extends HandClock {
  readonly turns: (() => void)[] = [];
  #late = 0;

  override now(): number {
    this.#late += 10;
    return super.now() + this.#late;
  }

  override soon(run: () => void): void {
    this.turns.push(run);
  }
}

function live<C extends HandClock = HandClock>(cols = 20, rows = 5, clock = new HandClock() as C): Seen<C> {
  const heard: string[] = [];
  let told = '';
  const log = new TextLog();
  const screen = new HostScreen({ cols, rows, scrollback: 2000 }, log, clock, {
    onReport: ({ title, bells }) => {
      if (title !== told) heard.push(`title ${title}`);
      told = title;
      if (bells > 0) heard.push(`bells ${bells}`);
    },
    onBehind: (behind) => heard.push(behind ? 'behind' : 'caught up'),
  });
  const feed = (text: string): void => {
    log.append(text);
    screen.printed(text);
  };
  return { screen: Object.assign(screen, { feed }), clock, heard };
}

const KIB = 1024;

describe('HostScreen', () => {
  it('tells of titles and bells soon, and of plain text nothing', () => {
    const { screen, clock, heard } = live();
    screen.feed('text\x07');
    screen.feed('\x1b]2;one\x07');
    expect(heard).toEqual([]);
    clock.pass(30);
    expect(heard).toEqual(['title one', 'bells 1']);
  });

  it('lets a program draw unseen for a second, and for later viewers no longer', () => {
    const { screen, clock } = live();
    screen.feed('one\x1b[?2026h\rtwo');
    expect(serialise(screen.read(), { scrollback: 0 })).toContain('\x1b[?2026h');
    clock.pass(999);
    expect(screen.read().drawing).toBe(true);
    clock.pass(1);
    expect(serialise(screen.read(), { scrollback: 0 })).not.toContain('2026');
    screen.feed('\x1b[?2026h\rthree');
    clock.pass(5000);
    // Printed long ago, and parsed only now.
    expect(screen.read().drawing).toBe(false);
    screen.feed('\x1b[?2026h\rfour\x1b[?2026l');
    expect(screen.read().drawing).toBe(false);
    screen.close();
    expect(clock.waiting).toBe(0);
  });

  it('hears a bell also while text keeps coming', () => {
    const { screen, clock, heard } = live();
    screen.feed('\x07');
    for (let count = 0; count < 10; count += 1) {
      clock.pass(5);
      screen.feed('more');
    }
    expect(heard).toEqual(['bells 1']);
  });

  it.each([
    ['a switch of the screen that never ends', `\x1b[?${'47;'.repeat(43_000)}`],
    ['many of them', '\x1b[?4747;'.repeat(16_000)],
    ['unfinished titles', '\x1b]0;a'.repeat(26_000)],
    ['returns without a line feed', `${'\r'.repeat(131_072)}x\n`],
    ['8-bit introducers', '\x90'.repeat(131_072)],
  ])('takes no longer for %s than for other text', (_what, text) => {
    const { screen, clock } = live();
    const begun = cpuTime();
    for (let at = 0; at < text.length; at += 32 * KIB) screen.feed(text.slice(at, at + 32 * KIB));
    screen.feed(text);
    clock.pass(1000);
    expect(cpuTime() - begun).toBeLessThan(1000);
  });

  it('hears a title cut in two by the reads, once it is quiet', () => {
    const { screen, clock, heard } = live();
    screen.feed('\x1b');
    screen.feed(']2;one');
    screen.feed('\x1b\\');
    clock.pass(200);
    expect(heard).toEqual(['title one']);
  });

  it('hears a title of which the end comes much later', () => {
    const { screen, clock, heard } = live();
    screen.feed(`\x1b]2;${'long '.repeat(20)}`);
    clock.pass(1000);
    screen.feed('title\x1b');
    screen.feed('\\');
    clock.pass(30);
    expect(heard).toEqual([`title ${'long '.repeat(20)}title`]);
  });

  it('knows soon of a full-screen program, wherever the reads cut what begins and ends it', () => {
    for (const [on, off] of [
      ['\x1b[?1049h', '\x1b[?1049l'],
      ['\x1b[?25;47h', '\x1bc'],
    ] as const) {
      for (let cut = 0; cut <= on.length; cut += 1) {
        const { screen, clock } = live();
        screen.feed('\x1b[1;1H$ ');
        clock.pass(1000);
        for (const piece of [on.slice(0, cut), on.slice(cut)]) screen.feed(piece);
        clock.pass(30);
        expect(screen.read().alternate, `${JSON.stringify(on)} cut at ${cut}`).toBe(true);
        const at = Math.min(cut, off.length);
        for (const piece of [off.slice(0, at), off.slice(at)]) screen.feed(piece);
        clock.pass(30);
        expect(screen.read().alternate).toBe(false);
      }
    }
  });

  it('lets what it shows wait as text, until that is much', () => {
    const { screen, clock } = live();
    screen.feed('\x1b[?2004h$ ');
    expect(clock.waiting).toBe(0);
    screen.feed('\x1b[1;1Hdrawn'.repeat(30 * KIB));
    expect(clock.waiting).toBe(1);
    clock.pass(1000);
    expect(clock.waiting).toBe(0);
    for (let count = 0; count < 64; count += 1) screen.resize(20 + (count % 2), 5);
    expect(clock.waiting).toBe(0);
    screen.resize(20, 5);
    expect(clock.waiting).toBe(1);
  });

  it('works a storm of sizes off in turns, and holds few of them', () => {
    const { screen, clock } = live();
    screen.feed('one\r\ntwo\r\n');
    const resized = vi.spyOn(Emulator.prototype, 'resize');
    for (let count = 0; count < 20_000; count += 1) screen.resize(2 + (count % 998), 1 + (count % 99));
    screen.resize(20, 5);
    // One turn of them, which begins before the limit of what waits is reached.
    expect(resized).toHaveBeenCalledTimes(16);
    clock.pass(0);
    expect(resized.mock.calls.length).toBeGreaterThan(16);
    clock.pass(1000);
    expect(clock.waiting).toBe(0);
    expect(resized.mock.calls.length).toBeLessThan(300);
    resized.mockRestore();
    expect([screen.read().cols, screen.read().rows]).toEqual([20, 5]);
  });

  it('lets the end of a flood wait as text, also behind something else', () => {
    const { screen, clock } = live();
    screen.feed('\x1b[1;1H');
    for (let count = 0; count < 40; count += 1) screen.feed('0123456789\r\n'.repeat(2 * KIB));
    clock.pass(1000);
    // A line more, and it would be parsed for room if all of it still waited.
    for (let count = 0; count < 10; count += 1) screen.feed('0123456789\r\n'.repeat(KIB));
    expect(clock.waiting).toBe(0);
    expect(screen.liveStart()).toEqual({});
    expect(screen.read().length).toBe(2005);
  });

  it('answers for exactly the place where it was asked', () => {
    const { screen } = live();
    screen.feed('ab\r\n');
    expect(screen.ask('\x1b[6n')).toBe('\x1b[2;1R');
    screen.feed('c');
    expect(screen.ask('\x1b[6n')).toBe('\x1b[2;2R');
    expect(screen.ask('\x1b[5n')).toBe('\x1b[0n');
  });

  it('does not repeat answers that nobody asked for', () => {
    const { screen } = live();
    screen.feed('\x1b[6n\x1b[c');
    expect(screen.ask('\x1b[5n')).toBe('\x1b[0n');
  });

  it('parses a waiting flood in slices, and says when it is too far behind', () => {
    const { screen, clock, heard } = live();
    // It wraps: nothing of it can be left out.
    const drawn = `\x1b[H${'x'.repeat(64 * KIB)}`;
    for (let count = 0; count < 15; count += 1) screen.feed(drawn);
    expect(heard).toEqual([]);
    for (let count = 0; count < 20; count += 1) screen.feed(drawn);
    expect(heard).toEqual(['behind']);
    clock.turn();
    expect(heard).toEqual(['behind', 'caught up']);
    expect(clock.waiting).toBeLessThanOrEqual(1);
  });

  it('lets the program go on also when it fell behind while it parsed what a quiet terminal had left', () => {
    const { screen, clock, heard } = live(20, 5, new SlowClock());
    const drawn = `\x1b[H${'x'.repeat(64 * KIB)}`;
    for (let count = 0; count < 5; count += 1) screen.feed(drawn);
    clock.pass(150);
    for (let count = 0; count < 35; count += 1) screen.feed(drawn);
    expect(heard).toEqual(['behind']);
    clock.pass(150);
    for (let turn = clock.turns.shift(); turn !== undefined; turn = clock.turns.shift()) turn();
    expect(heard).toEqual(['behind', 'caught up']);
  });

  it('never falls behind a flood of lines, and shows what all of it would show', () => {
    const { screen, heard } = live();
    const expected = new Emulator({ cols: 20, rows: 5, scrollback: 2000 });
    const feed = (text: string) => {
      screen.feed(text);
      expected.write(text);
    };
    feed('\x1b[31mred\r\n');
    screen.commandFinished();
    // Cut anywhere: in the middle of a line, of a colour, of a pair of surrogates.
    const flood = '0123456789 \x1b[1;32mabc\x1b[m 漢 🚀\r\n'.repeat(120_000);
    for (let at = 0; at < flood.length; at += 65_521) feed(flood.slice(at, at + 65_521));
    expect(heard).toEqual([]);
    expect(screen.liveStart()).toEqual({});
    feed('\x1b[2;3Hend');
    expect(serialise(screen.read(), { scrollback: 2000 })).toBe(serialise(expected, { scrollback: 2000 }));
  });

  it('pauses the program of a burst of frames while it is behind, and shows what all of it would show', () => {
    const { screen, heard } = live();
    const expected = new Emulator({ cols: 20, rows: 5, scrollback: 2000 });
    const frame = (n: number) =>
      [1, 2, 3, 4, 5].map((y) => `\x1b[${y};1H\x1b[3${(n + y) % 8}mframe ${n}\x1b[m\x1b[K`).join('');
    const flood = Array.from({ length: 60_000 }, (_, n) => frame(n)).join('');
    // Cut anywhere: in the middle of a row, of an address, of a colour.
    for (let at = 0; at < flood.length; at += 65_521) {
      screen.feed(flood.slice(at, at + 65_521));
      expected.write(flood.slice(at, at + 65_521));
    }
    expect(heard).toEqual(['behind']);
    expect(serialise(screen.read(), { scrollback: 2000 })).toBe(serialise(expected, { scrollback: 2000 }));
    expect(heard).toEqual(['behind', 'caught up']);
  });

  it('stays within its limit whatever kind of flood it is', () => {
    const { screen } = live();
    const expected = new Emulator({ cols: 20, rows: 5, scrollback: 0 });
    const wide = `${'\x1b[38;2;1;2;3mx\x1b[48;2;3;2;1my'.repeat(200)}\r\n`;
    for (const text of ['line\r\n', 'no end ', wide, '\x1b[2;3Hdrawn\r\n', '\x1b[1', '1;']) {
      for (let count = 0; count < 60; count += 1) {
        const piece = text.repeat(Math.ceil((32 * KIB) / text.length));
        screen.feed(piece);
        expected.write(piece);
      }
    }
    expect(screenText(screen.read())).toBe(screenText(expected));
  });

  it('skims what comes after a flood of another kind', () => {
    const { screen, clock } = live(20, 5);
    const expected = new Emulator({ cols: 20, rows: 5, scrollback: 2000 });
    for (const text of [
      '\x1b[2J\x1b[Htop',
      'line\r\n'.repeat(60_000),
      '\x1b[3;3r',
      'in\r\n'.repeat(60_000),
      '\x1b[r',
    ]) {
      for (let at = 0; at < text.length; at += 50_021) {
        screen.feed(text.slice(at, at + 50_021));
        expected.write(text.slice(at, at + 50_021));
        clock.turn();
      }
    }
    expect(serialise(screen.read(), { scrollback: 2000 })).toBe(serialise(expected, { scrollback: 2000 }));
  });

  it('parses of the lines of a flood only those that stay, also when a prompt ends it', () => {
    const { screen } = live();
    const expected = new Emulator({ cols: 20, rows: 5, scrollback: 2000 });
    const flood = '\x1b[32mline\x1b[m of many\r\n'.repeat(30_000);
    const pieces = [
      '\x1b[2J\x1b[3;4Htop',
      ...(flood.match(/[\s\S]{1,50021}/g) ?? []),
      '\x1b[?2004h$ \x1b[5G',
    ];
    for (const piece of pieces) expected.write(piece);
    const parsed = vi.spyOn(Emulator.prototype, 'write');
    for (const piece of pieces) screen.feed(piece);
    const shown = serialise(screen.read(), { scrollback: 2000 });
    const chars = parsed.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
    parsed.mockRestore();
    expect(shown).toBe(serialise(expected, { scrollback: 2000 }));
    expect(chars).toBeLessThan(flood.length / 5);
  });

  it('keeps the sizes in their place in the output', () => {
    const { screen } = live(20, 5);
    screen.feed('0123456789');
    screen.resize(5, 5);
    screen.feed('ab');
    const expected = new Emulator({ cols: 20, rows: 5, scrollback: 2000 });
    expected.write('0123456789');
    expected.resize(5, 5);
    expected.write('ab');
    expect(screenText(screen.read())).toBe(screenText(expected));
  });

  it('clears all but the screen of a full-screen program', () => {
    const { screen } = live();
    screen.feed('one\r\n'.repeat(20));
    screen.clear();
    expect([screenText(screen.read()), screen.read().length]).toEqual(['', 5]);
    screen.feed('\x1b[?1049hvim');
    screen.clear();
    expect(screenText(screen.read())).toBe('vim');
  });

  it('knows where the last finished command ended, as lines scroll and are lost', () => {
    const { screen } = live();
    expect(screen.liveStart()).toEqual({});
    screen.feed('a\r\nb\r\n');
    screen.commandFinished();
    screen.feed('$ ');
    expect(screen.liveStart()).toEqual({ liveFromEnd: 2 });
    screen.feed('\r\n1\r\n2\r\n3\r\n4');
    expect(screen.liveStart()).toEqual({ liveFromEnd: 4 });
    screen.commandFinished();
    expect(screen.liveStart()).toEqual({ liveFromEnd: 0, leftover: 1 });
    screen.feed('\n'.repeat(3000));
    expect(screen.liveStart()).toEqual({});
    screen.commandFinished();
    screen.feed('\x1b[2J');
    expect(screen.liveStart()).toEqual({ wiped: true });
  });

  it('knows how much of the row output without a final line break had filled, also after a restart', () => {
    const { screen, clock } = live();
    screen.feed('a\r\nrest');
    screen.commandFinished();
    screen.feed('%');
    expect(screen.liveStart()).toEqual({ liveFromEnd: 3, leftover: 4 });
    const earlier = { screen: serialise(screen.read(), { scrollback: 0 }), ...screen.liveStart() };
    const listeners = { onReport() {}, onBehind() {} };
    const next = new HostScreen(
      { cols: 40, rows: 5, scrollback: 10 },
      new TextLog(),
      clock,
      listeners,
      earlier,
    );
    expect(next.drawn(0)).toMatchObject({ liveFromEnd: 3, leftover: 4 });
    next.close();
    screen.commandBegan();
    screen.feed('\r\n');
    screen.commandFinished();
    expect(screen.liveStart()).toEqual({ liveFromEnd: 2 });
  });

  it('takes every call quietly after its end', () => {
    const { screen, clock, heard } = live();
    screen.feed('\x07');
    screen.close();
    screen.close();
    screen.feed('\x07');
    screen.commandFinished();
    screen.resize(1, 1);
    clock.pass(1000);
    expect(heard).toEqual([]);
  });

  it('ends up with the same screen however its input was cut and delayed', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '\x1b[31m',
        '\r\n',
        '\x1b[2J',
        '\x1b[H',
        '\x1b[?1049h',
        '\x1b[?1049l',
        '\x1b]2;t\x07',
        'äöü',
        '漢字',
      ),
      fc.string({ maxLength: 10 }),
    );
    const step = fc.oneof(
      { weight: 5, arbitrary: piece },
      { weight: 1, arbitrary: fc.constantFrom(1, 30, 200) },
      { weight: 1, arbitrary: fc.constant('look' as const) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const { screen, clock } = live();
        const expected = new Emulator({ cols: 20, rows: 5, scrollback: 2000 });
        for (const one of steps) {
          if (typeof one === 'number') clock.pass(one);
          else if (one === 'look') screen.read();
          else {
            screen.feed(one);
            expected.write(one);
          }
        }
        expect(serialise(screen.read(), { scrollback: 2000 })).toBe(
          serialise(expected, { scrollback: 2000 }),
        );
        screen.close();
        expected.close();
      }),
    );
  });
});
