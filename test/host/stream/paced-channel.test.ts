import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HostScreen } from '../../../src/host/screen/host-screen.ts';
import { floodStartOf } from '../../../src/host/stream/flood-text.ts';
import { PacedChannel } from '../../../src/host/stream/paced-channel.ts';
import { TextLog } from '../../../src/host/text/text-log.ts';
import { cottyMeta } from '../../../src/protocol/common/meta.ts';
import { type ActionEnvelope, dataIn } from '../../../src/protocol/envelope.ts';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { serialise } from '../../../src/screen/serialise/serialise.ts';
import { look } from '../../screen/look.ts';
import { drawnStreams, lineStreams, streams } from '../../screen/random-stream.ts';
import { effort } from '../../support/effort.ts';
import { HandClock } from '../../support/hand-clock.ts';

type Size = { readonly cols: number; readonly rows: number; readonly scrollback: number };

/** The emulator of one window, which is given everything that is sent, and shown the previews. */
class Watcher {
  readonly emulator: Emulator;
  readonly #size: Size;
  #preview: Emulator | undefined;
  untaken = 0;
  sent = 0;
  previews = 0;
  omitted = { chars: 0, lines: 0 };
  /** Number of the last envelope, and those of input. */
  lastSeq = 0;
  inputs: number[] = [];
  /** Whether it is to be told of input. */
  readonly hearsInput: boolean;

  constructor(size: Size, hearsInput: boolean) {
    this.#size = size;
    this.hearsInput = hearsInput;
    this.emulator = new Emulator(size);
  }

  /** The rows that are shown: those of the preview until something is sent. */
  get shown(): string[] {
    return rowsOf(this.#preview ?? this.emulator);
  }

  send({ action, serverSeq }: ActionEnvelope): void {
    expect(serverSeq).toBeGreaterThan(this.lastSeq);
    this.lastSeq = serverSeq;
    if (action.type === 'terminal/input') {
      this.inputs.push(serverSeq);
      return;
    }
    const text = dataIn(action)?.data ?? '';
    this.emulator.write(text);
    this.sent += text.length;
    this.untaken += text.length;
    this.#preview?.close();
    this.#preview = undefined;
    const meta = action.type === 'terminal/data' ? action._meta : undefined;
    const { omitted } = cottyMeta<{ omitted: { chars: number; lines: number } }>(meta);
    this.omitted.chars += omitted?.chars ?? 0;
    this.omitted.lines += omitted?.lines ?? 0;
  }

  preview(text: string): void {
    this.previews += 1;
    this.untaken += text.length;
    if (this.#preview === undefined) {
      this.#preview = new Emulator({ ...this.#size, scrollback: 0 });
      this.#preview.write(serialise(this.emulator, { scrollback: 0 }));
    }
    this.#preview.write(text);
  }

  close(): void {
    this.#preview?.close();
    this.emulator.close();
  }
}

function rowsOf(emulator: Emulator): string[] {
  const { lines, base } = look(emulator);
  return lines.slice(base).map((line) => line.slice(1));
}

const sizes = fc.constantFrom<Size>(
  { cols: 14, rows: 3, scrollback: 4 },
  { cols: 8, rows: 2, scrollback: 0 },
  { cols: 20, rows: 4, scrollback: 30 },
);

/** Cuts a text at random places. */
const pieces = (text: fc.Arbitrary<string>) =>
  fc
    .tuple(text, fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 4, maxLength: 40 }))
    .map(([all, cuts]) => {
      const found: string[] = [];
      for (let at = 0, n = 0; at < all.length; n += 1) {
        const to = at + (cuts[n % cuts.length] ?? 1);
        found.push(all.slice(at, to));
        at = to;
      }
      return found;
    });

const step = fc.oneof(
  { weight: 6, arbitrary: pieces(lineStreams(120)).map((texts) => ({ kind: 'print' as const, texts })) },
  { weight: 1, arbitrary: pieces(streams(8)).map((texts) => ({ kind: 'print' as const, texts })) },
  { weight: 4, arbitrary: pieces(drawnStreams(120, 4)).map((texts) => ({ kind: 'print' as const, texts })) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 60 }).map((ms) => ({ kind: 'pause' as const, ms })) },
  { weight: 2, arbitrary: fc.constantFrom('key' as const, 'refusal' as const).map((kind) => ({ kind })) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
const script = fc.array(step, { minLength: 1, maxLength: 8 });

type Setting = { readonly size: Size; readonly ahead: number; readonly kept: number };

function play({ size, ahead, kept }: Setting, after: (whole: Emulator, watchers: Watcher[]) => void) {
  const clock = new HandClock();
  const whole = new Emulator(size);
  const log = new TextLog();
  const screen = new HostScreen(size, log, clock, {
    onTitle: () => {},
    onReport: () => {},
    onBehind: () => {},
  });
  let frames = 0;
  const channel = new PacedChannel<Watcher>({
    clock,
    log,
    start: () => floodStartOf(screen.read()),
    grid: () => screen.read().grid,
    framed: (...frame) => {
      frames += 1;
      screen.framed(...frame);
    },
    send: (watcher, envelope) => watcher.send(envelope),
    preview: (watcher, screenful) => watcher.preview(screenful),
    wants: (watcher, { action }) => watcher.hearsInput || action.type !== 'terminal/input',
    ahead,
    retry: 100,
    credit: 1,
    kept,
  });
  // The first takes everything at once, the others little; the last one is not told of input.
  const watchers = [true, true, false].map((hearsInput) => new Watcher(size, hearsInput));
  for (const watcher of watchers) channel.add(watcher, size.scrollback);
  let seq = 0;
  const run = {
    print(text: string, mostTaken: number) {
      run.write(text);
      run.publish(text, mostTaken);
    },
    write(text: string) {
      whole.write(text);
      log.append(text);
      screen.printed(text);
    },
    publish(text: string, mostTaken: number) {
      seq += 1;
      const envelope: ActionEnvelope = {
        channel: 'ahp-terminal:/1',
        action: { type: 'terminal/data', data: text },
        serverSeq: seq,
      };
      channel.take(envelope);
      for (const watcher of watchers) if (!channel.isWaiting(watcher)) watcher.send(envelope);
      const [quick, ...others] = watchers;
      if (quick !== undefined) {
        channel.taken(quick, quick.untaken);
        quick.untaken = 0;
      }
      for (const slow of seq % 3 === 0 ? others : []) {
        const chars = Math.min(slow.untaken, mostTaken);
        slow.untaken -= chars;
        channel.taken(slow, chars);
      }
      after(whole, watchers);
    },
    pause: (ms: number) => clock.pass(ms),
    key() {
      seq += 1;
      const action = { type: 'terminal/input', data: 'k' } as const;
      const envelope = { channel: 'ahp-terminal:/1', action, serverSeq: seq };
      channel.take(envelope);
      for (const watcher of watchers.filter(({ hearsInput }) => hearsInput)) {
        expect(channel.isWaiting(watcher)).toBe(false);
        watcher.send(envelope);
      }
    },
    /** What each of them is sent alone. */
    refusal() {
      for (const watcher of watchers) {
        seq += 1;
        channel.bringUpToDate(watcher);
        expect(rowsOf(watcher.emulator)).toEqual(rowsOf(whole));
        const action = { type: 'terminal/input', data: 'no' } as const;
        watcher.send({ channel: 'ahp-terminal:/1', action, serverSeq: seq, rejectionReason: 'no' });
      }
    },
    watchers,
    whole,
    screen,
    get printed() {
      return log.end;
    },
    get frames() {
      return frames;
    },
    close() {
      for (const watcher of watchers) watcher.close();
      for (const each of [whole, screen]) each.close();
    },
  };
  return run;
}

function act(run: ReturnType<typeof play>, one: Step, mostTaken: number): void {
  if (one.kind === 'pause') run.pause(one.ms);
  else if (one.kind !== 'print') run[one.kind]();
  else for (const text of one.texts) run.print(text, mostTaken);
}

/** A flood of lines, one each two milliseconds, before so many viewers. */
function manyViewers(count: number) {
  const clock = new HandClock();
  const log = new TextLog();
  const start = floodStartOf(new Emulator({ cols: 20, rows: 4, scrollback: 0 }));
  const viewers = Array.from({ length: count }, () => ({ behind: 0 }));
  let seq = 0;
  let previews = 0;
  const channel = new PacedChannel<{ behind: number }>({
    clock,
    log,
    start: () => start,
    grid: () => undefined,
    framed: () => {},
    send: () => {},
    preview: (viewer, { length }) => {
      previews += 1;
      viewer.behind += length;
    },
    wants: () => false,
    ahead: 40,
    credit: 1,
  });
  for (const viewer of viewers) channel.add(viewer, 0);
  const take = (action: ActionEnvelope['action']) => {
    seq += 1;
    channel.take({ channel: 'ahp-terminal:/1', action, serverSeq: seq });
  };
  return {
    print() {
      const data = `a line, number ${seq}\r\n`;
      log.append(data);
      take({ type: 'terminal/data', data });
      for (const viewer of viewers) viewer.behind += channel.isWaiting(viewer) ? 0 : data.length;
      clock.pass(2);
    },
    key: () => take({ type: 'terminal/input', data: 'k' }),
    takeAll() {
      for (const viewer of viewers) {
        const { behind } = viewer;
        // It is shown more as soon as it has told.
        viewer.behind = 0;
        channel.taken(viewer, behind);
      }
    },
    get previews() {
      return previews;
    },
  };
}

describe('a paced channel', () => {
  it('ends with the screen and the scrollback of everything, whatever is taken when', () => {
    let previews = 0;
    let frames = 0;
    fc.assert(
      fc.property(sizes, script, fc.integer({ min: 1, max: 400 }), (size, steps, mostTaken) => {
        const run = play({ size, ahead: 40, kept: 100_000 }, () => {});
        for (const step of steps) act(run, step, mostTaken);
        run.pause(200);
        for (const watcher of run.watchers) {
          expect(look(watcher.emulator)).toEqual(look(run.whole));
          previews += watcher.previews;
        }
        expect(look(run.screen.read())).toEqual(look(run.whole));
        frames += run.frames;
        run.close();
      }),
      effort(100),
    );
    expect(previews).toBeGreaterThan(effort(100).numRuns);
    expect(frames).toBeGreaterThan(effort(100).numRuns);
  });

  it('ends with the screen of everything when it could not hold all of a flood', () => {
    let omitted = 0;
    fc.assert(
      fc.property(sizes, script, fc.integer({ min: 1, max: 400 }), (size, steps, mostTaken) => {
        const run = play({ size, ahead: 40, kept: 200 }, () => {});
        for (const step of steps) act(run, step, mostTaken);
        run.pause(200);
        for (const watcher of run.watchers) {
          expect(rowsOf(watcher.emulator)).toEqual(rowsOf(run.whole));
          omitted += watcher.omitted.lines;
        }
        run.close();
      }),
      effort(100),
    );
    expect(omitted).toBeGreaterThan(effort(100).numRuns);
  }, 300_000);

  it('holds nothing of one screen back, however slow the viewer, and frames that are drawn over each other', () => {
    const row = (y: number) => `\x1b[${y};1H${'\x1b[38;2;1;2;3mx'.repeat(20)}`;
    const screen = [1, 2, 3, 4].map(row);
    const held = (rows: readonly string[]) => {
      let asked = 0;
      const log = new TextLog();
      const channel = new PacedChannel<Watcher>({
        clock: new HandClock(),
        log,
        start: () => undefined,
        grid: () => {
          asked += 1;
          return undefined;
        },
        framed: () => {},
        send: () => {},
        preview: () => {},
        wants: () => true,
        ahead: 100,
        retry: 100,
      });
      const watcher = new Watcher({ cols: 20, rows: 4, scrollback: 0 }, false);
      channel.add(watcher, 0);
      for (const data of rows) {
        log.append(data);
        channel.take({ channel: 'ahp-terminal:/1', action: { type: 'terminal/data', data }, serverSeq: 1 });
      }
      watcher.close();
      return asked;
    };
    expect(held(['\x1b[H', ...screen])).toBe(0);
    expect(held([...screen, ...screen])).toBeGreaterThan(0);
  });

  it('shows many viewers a flood at longer times than few, but an echo at once', () => {
    const previews = (viewers: number, isTyped: boolean) => {
      const flood = manyViewers(viewers);
      // At first they are slow, so that a flood begins.
      for (let n = 0; n < 5; n += 1) flood.print();
      for (let n = 0; n < 600; n += 1) {
        if (isTyped && n % 20 === 0) flood.key();
        flood.print();
        flood.takeAll();
      }
      return flood.previews / viewers;
    };
    // 1,200 ms, and 120 ms between two previews of sixteen viewers.
    expect(previews(16, false)).toBeGreaterThan(5);
    expect(previews(16, false)).toBeLessThanOrEqual(11);
    expect(previews(4, false)).toBeGreaterThan(500);
    expect(previews(16, true)).toBeGreaterThan(500);
  });

  it('asks for no screen while rows are drawn, also where a piece ends with a few characters', () => {
    let asked = 0;
    const log = new TextLog();
    const channel = new PacedChannel<Watcher>({
      clock: new HandClock(),
      log,
      grid: () => undefined,
      framed: () => {},
      start: () => {
        asked += 1;
        return undefined;
      },
      send: () => {},
      preview: () => {},
      wants: () => true,
      ahead: 40,
    });
    const watcher = new Watcher({ cols: 20, rows: 4, scrollback: 0 }, false);
    channel.add(watcher, 0);
    for (const data of [`\x1b[2;1H${'drawn '.repeat(5)}too`, 'xy', 'z']) {
      log.append(data);
      channel.take({ channel: 'ahp-terminal:/1', action: { type: 'terminal/data', data }, serverSeq: 1 });
    }
    expect(asked).toBe(0);
    watcher.close();
  });

  it('shows a viewer that has taken everything the screen as it is', () => {
    let compared = 0;
    fc.assert(
      fc.property(sizes, pieces(lineStreams(200)), (size, texts) => {
        let seen = 0;
        const run = play({ size, ahead: 40, kept: 400 }, (whole, [quick]) => {
          if (quick === undefined || quick.previews === seen) return;
          seen = quick.previews;
          compared += 1;
          expect(quick.shown).toEqual(rowsOf(whole));
        });
        for (const text of texts) run.print(text, 1);
        run.close();
      }),
      effort(100),
    );
    expect(compared).toBeGreaterThan(effort(100).numRuns / 4);
  });

  it('sends a viewer that is behind the newest frame of a full-screen program, and no other', () => {
    const run = play({ size: { cols: 20, rows: 4, scrollback: 10 }, ahead: 40, kept: 100_000 }, () => {});
    const rows = (n: number) => [1, 2, 3, 4].map((y) => `\x1b[${y};1Hframe ${n}\x1b[K`).join('');
    for (let n = 1; n <= 1_000; n += 1) run.print(rows(n).repeat(30), 1);
    const [quick, slow] = run.watchers;
    expect(quick?.shown[0]).toContain('frame 1000');
    expect(run.frames).toBeGreaterThan(500);
    expect(slow?.sent).toBeLessThan(10_000);
    run.pause(200);
    for (const watcher of run.watchers) expect(look(watcher.emulator)).toEqual(look(run.whole));
    expect((slow?.omitted.chars ?? 0) + (slow?.sent ?? 0)).toBeGreaterThanOrEqual(run.printed);
    run.close();
  });

  it('tells how many lines it leaves out', () => {
    const run = play({ size: { cols: 20, rows: 4, scrollback: 10 }, ahead: 40, kept: 1_000 }, () => {});
    let text = '';
    for (let n = 1; n <= 5_000; n += 1) text += `${n}\r\n`;
    for (let at = 0; at < text.length; at += 37) run.print(text.slice(at, at + 37), 1);
    run.pause(200);
    const slow = run.watchers[1];
    expect(slow?.sent).toBeLessThan(3_000);
    expect((slow?.omitted.chars ?? 0) + (slow?.sent ?? 0)).toBeGreaterThanOrEqual(text.length);
    expect(slow?.omitted.lines).toBeGreaterThan(4_900);
    run.close();
  });

  it('goes on with a flood while somebody types, and brings the text only to who is told of the keys', () => {
    const run = play({ size: { cols: 20, rows: 4, scrollback: 10 }, ahead: 40, kept: 4_000 }, () => {});
    const [, told, deaf] = run.watchers;
    for (let n = 0; n < 100; n += 1) run.print(`line ${n}\r\n`.repeat(10), 1_000);
    const sent = deaf?.sent;
    const previews = deaf?.previews ?? 0;
    run.key();
    expect(told?.inputs).toEqual([101]);
    expect(told?.sent).toBeGreaterThan(sent ?? 0);
    for (let n = 100; n < 200; n += 1) run.print(`line ${n}\r\n`.repeat(10), 1_000);
    expect(deaf?.sent).toBe(sent);
    expect(deaf?.previews).toBeGreaterThan(previews);
    run.pause(200);
    for (const watcher of run.watchers) expect(look(watcher.emulator)).toEqual(look(run.whole));
    run.close();
  });

  it('begins a flood only where the screen is, which may know more than was published', () => {
    const run = play({ size: { cols: 20, rows: 4, scrollback: 10 }, ahead: 40, kept: 4_000 }, () => {});
    const texts = [`\x1b[31m${'red\r\n'.repeat(30)}`, `${'red, too\r\n'.repeat(20)}\x1b[m$ `];
    for (const text of texts) run.write(text);
    for (const text of texts) run.publish(text, 1);
    for (const { shown } of run.watchers.slice(0, 1)) expect(shown).toEqual(rowsOf(run.whole));
    run.close();
  });

  it('goes on showing a flood to a viewer that has not told of the last little it has taken', () => {
    const whole = new Emulator({ cols: 20, rows: 4, scrollback: 10 });
    const log = new TextLog();
    let previews = 0;
    let untaken = 0;
    const channel = new PacedChannel<string>({
      clock: new HandClock(),
      log,
      start: () => floodStartOf(whole),
      grid: () => whole.grid,
      framed: () => {},
      send: () => {},
      preview: (_viewer, screenful) => {
        previews += 1;
        untaken += screenful.length;
      },
      wants: () => true,
      ahead: 40,
      credit: 20,
    });
    channel.add('window', 10);
    let serverSeq = 0;
    const print = (data: string) => {
      whole.write(data);
      log.append(data);
      serverSeq += 1;
      channel.take({ channel: 'ahp-terminal:/1', action: { type: 'terminal/data', data }, serverSeq });
    };
    print('thirty-eight characters, with the end\r\n');
    print('and ten\r\n');
    channel.taken('window', 39);
    // The last nine are too few to be told of.
    untaken = 9;
    for (let n = 0; n < 10; n += 1) print(`line ${n}\r\n`);
    expect(previews).toBe(1);
    for (let n = 0; n < 10; n += 1) print(`line ${n}\r\n`);
    expect(previews).toBe(1);
    channel.taken('window', untaken);
    expect(previews).toBe(2);
    channel.delete('window');
    whole.close();
  });

  it('sends everything at once while it is little', () => {
    const run = play({ size: { cols: 20, rows: 4, scrollback: 10 }, ahead: 4_000, kept: 1_000 }, () => {});
    for (let n = 0; n < 100; n += 1) run.print(`line ${n}\r\n`, 1);
    expect(run.watchers[1]?.sent).toBe(890);
    run.close();
  });
});
