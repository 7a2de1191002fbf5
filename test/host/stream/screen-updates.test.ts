import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { HostScreen } from '../../../src/host/screen/host-screen.ts';
import { type Redrawn, ScreenUpdates } from '../../../src/host/stream/screen-updates.ts';
import { TextLog } from '../../../src/host/text/text-log.ts';
import { cottyMeta } from '../../../src/protocol/common/meta.ts';
import type { UpdateMeta } from '../../../src/protocol/cotty/cotty-meta.ts';
import { type Action, type ActionEnvelope, dataIn } from '../../../src/protocol/envelope.ts';
import { newlinesIn } from '../../../src/protocol/terminal/newlines.ts';
import type { TerminalState } from '../../../src/protocol/terminal/state.ts';
import { charsToAck } from '../../../src/protocol/validate/read-redrawn.ts';
import { rowText } from '../../../src/screen/cells/row.ts';
import { type ScreenView, screenViewOf } from '../../../src/tui/terminal/screen-view.ts';
import { WindowScreen } from '../../../src/tui/terminal/window-screen.ts';
import { look } from '../../screen/look.ts';
import { drawnStreams, lineStreams, streams } from '../../screen/random-stream.ts';
import { effort } from '../../support/effort.ts';
import { HandClock } from '../../support/hand-clock.ts';

const [COLS, ROWS, SCROLLBACK] = [24, 5, 60];
const CHANNEL = 'ahp-terminal:/1';
/** Small, so that a few thousand characters are more than a viewer keeps up with. */
const SIZES = { window: 500, short: 100, ackEvery: 50 };
const FINISHED: Action = { type: 'terminal/commandFinished', commandId: '1', exitCode: 0 };
const start: TerminalState = {
  title: 't',
  cols: COLS,
  rows: ROWS,
  content: [],
  lifecycle: { status: 'running' },
  claim: { kind: 'client', clientId: 'me' },
};

/** The screen of a window, and what it was sent. */
class Window {
  readonly screen: WindowScreen;
  readonly updatedAt: number[] = [];
  #unacked = 0;
  #updated = false;
  /** Number of the last action that it was sent. */
  seq = 0;
  sent = '';
  omitted = { chars: 0, lines: 0 };
  redrawn = 0;
  /** Updates that were screens of the host, and not text. */
  screens = 0;
  readonly #clock: HandClock;

  constructor(clock: HandClock) {
    this.#clock = clock;
    this.screen = new WindowScreen(start, {
      scrollback: SCROLLBACK,
      onHeldTooLong: () => {},
      now: () => 0,
      setTimer: (run, ms) => clock.after(ms, run),
      clearTimer: (cancel) => (cancel as (() => void) | undefined)?.(),
    });
    this.screen.follow(true);
  }

  take(message: ActionEnvelope | Redrawn): void {
    if ('redrawn' in message) {
      this.#unacked += message.redrawn.screen?.length ?? 0;
      this.#updated = true;
      this.redrawn += 1;
      this.screen.redraw(message.redrawn);
      return;
    }
    const { action, serverSeq } = message;
    expect(serverSeq).toBeGreaterThan(this.seq);
    this.seq = serverSeq;
    this.screen.apply(action);
    const printed = dataIn(action);
    if (printed === undefined) return;
    this.#unacked += charsToAck(printed);
    this.sent += printed.data;
    const { omitted, redrawn } = cottyMeta<UpdateMeta>(printed._meta);
    if (omitted === undefined) return;
    if (redrawn !== undefined) this.screens += 1;
    this.#updated = true;
    this.updatedAt.push(this.#clock.now());
    this.omitted = {
      chars: this.omitted.chars + omitted.chars,
      lines: this.omitted.lines + omitted.lines,
    };
  }

  /** What it acknowledges: little it keeps to itself, unless an update is among it. */
  takeAck(): number {
    if (!this.#updated && this.#unacked < SIZES.ackEvery) return 0;
    const chars = this.#unacked;
    this.#unacked = 0;
    this.#updated = false;
    return chars;
  }
}

/** A host with one terminal, some windows, and a view that is given every byte. */
class Host {
  readonly clock = new HandClock();
  readonly plain = screenViewOf(start, SCROLLBACK);
  readonly windows: readonly Window[];
  readonly #log = new TextLog();
  readonly #screen: HostScreen;
  readonly #updates: ScreenUpdates<Window>;
  seq = 0;
  printed = '';

  constructor(windows = 1) {
    const { clock } = this;
    const listeners = { onReport() {}, onBehind() {} };
    this.#screen = new HostScreen(
      { cols: COLS, rows: ROWS, scrollback: SCROLLBACK },
      this.#log,
      clock,
      listeners,
    );
    this.#updates = new ScreenUpdates<Window>({
      clock,
      channel: CHANNEL,
      log: this.#log,
      screen: () => this.#screen,
      send: (window, message) => window.take(message),
      wants: (_window, { action }) => action.type !== 'terminal/input',
      sizes: SIZES,
    });
    this.windows = Array.from({ length: windows }, () => new Window(clock));
    for (const window of this.windows) this.#updates.add(window);
  }

  get first(): Window {
    const [first] = this.windows;
    if (first === undefined) throw new Error('there is no window');
    return first;
  }

  print(data: string): void {
    this.printed += data;
    this.plain.take(data);
    this.#log.append(data);
    this.#apply({ type: 'terminal/data', data });
    this.#screen.printed(data);
  }

  /** Prints a text in pieces, without a frame in between: more than a window may leave unacknowledged. */
  burst(text: string): void {
    for (let at = 0; at < text.length; at += 200) this.print(text.slice(at, at + 200));
  }

  /** Applies an action that prints nothing. */
  act(action: Action): void {
    this.#apply(action);
    if (action.type === 'terminal/commandFinished') {
      this.plain.take({ kind: 'finished' });
      this.#screen.commandFinished();
    } else if (action.type === 'terminal/cleared') {
      this.plain.take({ kind: 'cleared' });
      this.#screen.clear();
    } else if (action.type === 'terminal/resized') {
      this.plain.take({ kind: 'resized', cols: action.cols, rows: action.rows });
      this.#screen.resize(action.cols, action.rows);
    }
  }

  /** Paints a frame in a window, which acknowledges what it shows. */
  paint(window: Window, whole = false): void {
    void window.screen.parse();
    const chars = window.takeAck();
    if (chars > 0 || whole) this.#updates.acked(window, chars, whole);
  }

  /** Lets everybody take everything, and the output pause. */
  settle(): void {
    for (let turn = 0; turn < 4; turn += 1) {
      for (const window of this.windows) this.paint(window);
      this.clock.pass(600);
    }
  }

  close(): void {
    for (const window of this.windows) {
      this.#updates.delete(window);
      window.screen.close();
    }
    this.#screen.close();
    this.plain.close();
  }

  #apply(action: Action): void {
    this.seq += 1;
    const envelope = { channel: CHANNEL, action, serverSeq: this.seq };
    for (const window of this.#updates.take(envelope, this.windows)) window.take(envelope);
  }
}

/** What a window of the terminal's own size shows, from the end; at most so many rows. */
function seen(view: ScreenView, most: number = view.emulator.rows): unknown {
  const { rows, cursor } = view;
  const shown = Math.min(most, rows);
  const lines = Array.from({ length: shown }, (_, index) => view.row(rows - shown + index));
  return {
    text: lines.map((row) => `${row.wrapped ? '+' : '-'}${rowText(row)}{${row.styles.join(',')}}`),
    cursor: { ...cursor, y: cursor.y - rows },
    fullScreen: view.fullScreen,
    modes: view.emulator.modes,
  };
}

const bursts = lineStreams(60).map((text) => `${text}\r\n`.repeat(Math.ceil(3_000 / (text.length + 2))));
/** Cuts a text at random places. */
const pieces = (text: fc.Arbitrary<string>) =>
  fc.tuple(text, fc.integer({ min: 1, max: 400 })).map(([all, size]) => {
    const found: string[] = [];
    for (let at = 0; at < all.length; at += size) found.push(all.slice(at, at + size));
    return found;
  });
const printing = fc.oneof(
  { weight: 8, arbitrary: pieces(bursts) },
  { weight: 3, arbitrary: pieces(lineStreams(10)) },
  { weight: 3, arbitrary: pieces(streams(8)) },
  { weight: 3, arbitrary: pieces(drawnStreams(60, ROWS).map((text) => text.repeat(20))) },
);
const pauses = fc.constantFrom(1, 17, 40, 200);
const paints = fc.constantFrom('paint' as const, 'whole' as const);
const steps = fc.oneof(
  { weight: 6, arbitrary: printing },
  { weight: 3, arbitrary: pauses },
  { weight: 3, arbitrary: paints },
);
const acts = fc.constantFrom<Action>(
  FINISHED,
  { type: 'terminal/cleared' },
  { type: 'terminal/resized', cols: 31, rows: 6 },
  { type: 'terminal/titleChanged', title: 'new' },
);

type Step = readonly string[] | number | 'paint' | 'whole' | Action;

function play(host: Host, step: Step): void {
  if (typeof step === 'number') host.clock.pass(step);
  else if (step === 'paint' || step === 'whole') host.paint(host.first, step === 'whole');
  else if (Array.isArray(step)) for (const piece of step) host.print(piece);
  else host.act(step as Action);
}

/** Expects that the window shows what a view shows that was given every byte, after each step. Returns the number of updates. */
function showsEach(script: readonly Step[]): number {
  const each = new Host();
  const { first, plain } = each;
  for (const step of script) {
    play(each, step);
    const view = first.screen.parse();
    // Lines above the screen come when the output pauses.
    const most = Math.min(view.rows, plain.rows, plain.emulator.rows);
    const isWhole = plain.emulator.held === undefined && view.emulator.held === undefined;
    if (first.seq === each.seq && isWhole) expect(seen(view, most)).toEqual(seen(plain, most));
  }
  each.settle();
  const view = first.screen.parse();
  plain.emulator.endDrawing();
  view.emulator.endDrawing();
  expect(seen(view)).toEqual(seen(plain));
  each.close();
  return first.updatedAt.length;
}

let host: Host | undefined;
afterEach(() => {
  host?.close();
  host = undefined;
});
function begin(windows = 1): Host {
  host = new Host(windows);
  return host;
}

/** Prints for some time without a pause, while each window takes so long for an update. */
function flood(ms: number, costs: readonly (readonly [Window, number])[]): void {
  for (let n = 1; n <= ms; n += 1) {
    host?.burst(`line ${n}\r\n`.repeat(100));
    for (const [window, cost] of costs) {
      const since = (host?.clock.now() ?? 0) - (window.updatedAt.at(-1) ?? 0);
      if (since >= cost) host?.paint(window);
    }
    host?.clock.pass(1);
  }
}

/** The times between updates, without those of the first, whose cost is not known yet. */
function gapsOf(times: readonly number[]): readonly number[] {
  return times.slice(1).flatMap((at, index) => (index === 0 ? [] : [at - (times[index] ?? 0)]));
}

describe('a window that is behind', () => {
  test('shows in the end what it would show had it been sent everything, with all lines above', () => {
    let updates = 0;
    fc.assert(
      fc.property(fc.array(steps, { minLength: 4, maxLength: 20 }), (script) => {
        const each = new Host();
        for (const step of script) play(each, step);
        each.settle();
        const view = each.first.screen.parse();
        each.plain.emulator.endDrawing();
        view.emulator.endDrawing();
        expect(seen(view)).toEqual(seen(each.plain));
        expect(look(view.emulator)).toEqual(look(each.plain.emulator));
        updates += each.first.updatedAt.length;
        each.close();
        expect(each.clock.waiting).toBe(0);
      }),
      effort(60),
    );
    expect(updates).toBeGreaterThan(effort(60).numRuns / 3);
  });

  test('shows at each update the screen of that moment, between commands and after changes of size', () => {
    let updates = 0;
    const script = fc.array(fc.oneof({ weight: 8, arbitrary: steps }, acts), { minLength: 4, maxLength: 20 });
    fc.assert(
      fc.property(script, (each) => {
        updates += showsEach(each);
      }),
      effort(60),
    );
    expect(updates).toBeGreaterThan(effort(60).numRuns / 3);
  });

  test('shows below a block no output of it that has no line break', () => {
    const drawn = Array.from({ length: 200 }, () => '\x1b[H\x1b[ma\x1b[K');
    expect(showsEach([drawn, FINISHED, ['%\r\n$ ']])).toBeGreaterThan(0);
  });

  test('shows of a program that has cleared the screen no lines above it', () => {
    const lines = Array.from({ length: 400 }, () => 'line\r\n');
    const drawn = Array.from({ length: 200 }, () => '\x1b[H\x1b[2Ja\x1b[K');
    expect(showsEach([lines, 'paint', FINISHED, drawn])).toBeGreaterThan(0);
  });

  test('shows a wide character behind its line when the terminal becomes wider', () => {
    const lines = Array.from({ length: 200 }, () => 'aaaaaaaa\x1b[9m\t\t漢\x1b[m\r\n');
    expect(showsEach([lines, { type: 'terminal/resized', cols: 31, rows: 6 }])).toBeGreaterThan(0);
  });

  test('is told how many characters and lines it was not sent', () => {
    fc.assert(
      fc.property(fc.array(steps, { minLength: 4, maxLength: 20 }), (script) => {
        const each = new Host();
        for (const step of script) play(each, step);
        each.settle();
        const { sent, omitted } = each.first;
        // The beginning of an update sets column and pen, which nobody printed.
        const printed = each.printed.length - omitted.chars;
        expect(sent.length - printed).toBeGreaterThanOrEqual(0);
        expect(newlinesIn(sent) + omitted.lines).toBe(newlinesIn(each.printed));
        each.close();
      }),
      effort(40),
    );
  });

  test('is sent the last lines as text also when a screen of them is long', () => {
    const { first, clock } = begin();
    const line = `${'\x1b[38;2;1;2;3m\x1b[m'.repeat(1700)}line`;
    for (let n = 1; n <= 20; n += 1) {
      host?.burst(`${line} ${n}\r\n`.repeat(8));
      host?.paint(first);
      clock.pass(20);
    }
    expect(look(first.screen.parse().emulator).lines.join()).toContain('line 20');
    expect(first.updatedAt.length).toBeGreaterThan(10);
    expect(first.screens).toBe(1);
  });

  test('is sent at most 60 updates a second, and none before it has taken the last one', () => {
    const { first, clock } = begin();
    for (let n = 1; n <= 2000; n += 1) {
      host?.burst(`line ${n}\r\n`.repeat(100));
      host?.paint(first);
      clock.pass(1);
    }
    const from = first.updatedAt[0] ?? 0;
    const inSecond = first.updatedAt.filter((at) => at >= from && at < from + 999);
    expect(inSecond.length).toBeGreaterThan(30);
    expect(inSecond.length).toBeLessThanOrEqual(60);
    const { length } = first.updatedAt;
    for (let n = 1; n <= 40; n += 1) {
      host?.burst(`more ${n}\r\n`.repeat(100));
      clock.pass(1);
    }
    expect(first.updatedAt.length - length).toBeLessThanOrEqual(1);
  });

  test.each([
    ['60 times a second while an update takes little', 5, 1000 / 60],
    ['after three times what the last update took', 20, 60],
    ['after 400 ms at the latest', 200, 400],
    ['not before it has taken the last update, however long that takes', 500, 500],
  ])('is sent updates %s', (_, cost, between) => {
    const { first } = begin();
    flood(3000, [[first, cost]]);
    const gaps = gapsOf(first.updatedAt);
    expect(gaps.length).toBeGreaterThan(3);
    for (const gap of gaps) expect(Math.abs(gap - between)).toBeLessThan(1);
  });

  test('is sent updates at the rate of its own cost, whatever those of another window cost', () => {
    const { windows } = begin(2);
    const [dear, cheap] = windows as [Window, Window];
    flood(2000, [
      [dear, 100],
      [cheap, 5],
    ]);
    for (const gap of gapsOf(dear.updatedAt)) expect(gap).toBe(300);
    for (const gap of gapsOf(cheap.updatedAt)) expect(gap).toBeLessThan(18);
  });

  test('is sent the last screen soon after the output has paused, however much the last update took', () => {
    const { first, clock } = begin();
    flood(200, [[first, 100]]);
    const { length } = first.updatedAt;
    host?.burst('the last\r\n'.repeat(100));
    clock.pass(29);
    expect(first.updatedAt).toHaveLength(length);
    clock.pass(1);
    expect(first.updatedAt).toHaveLength(length + 1);
    expect(look(first.screen.parse().emulator).lines.join()).toContain('the last');
  });

  test('is shown the echo of a key as soon as it has taken the update before, however long that took', () => {
    const { first, clock } = begin();
    const burst = () => host?.burst('burst\r\n'.repeat(300));
    burst();
    host?.paint(first);
    const { length } = first.updatedAt;
    expect(length).toBe(1);
    burst();
    clock.pass(20);
    host?.paint(first);
    burst();
    clock.pass(1);
    expect(first.updatedAt).toHaveLength(length);
    host?.act({ type: 'terminal/input', data: 'x' });
    host?.print('x');
    expect(first.updatedAt).toHaveLength(length + 1);
  });

  test('gets the end of a command at once, whatever it has not taken', () => {
    const { first } = begin();
    for (let n = 1; n <= 20; n += 1) host?.burst(`burst ${n}\r\n`.repeat(100));
    expect(look(first.screen.parse().emulator).lines.join()).not.toContain('burst 20');
    host?.paint(first);
    host?.print('^C\r\n');
    host?.act(FINISHED);
    host?.print('$ ');
    const view = first.screen.parse();
    host?.paint(first);
    expect(rowText(view.row(-1))).toContain('^C');
    expect(rowText(view.row(0)).trim()).toBe('$');
  });

  test('gets all lines when somebody looks back, while the burst goes on', () => {
    const { first } = begin();
    for (let n = 1; n <= 40; n += 1) {
      host?.burst(`burst ${n}\r\n`.repeat(100));
      host?.clock.pass(20);
      host?.paint(first);
    }
    expect(first.screen.hasGap).toBe(true);
    first.screen.follow(false);
    host?.paint(first, true);
    expect(first.screen.hasGap).toBe(false);
    expect(look(first.screen.parse().emulator)).toEqual(look(host?.plain.emulator as ScreenView['emulator']));
  });

  test('gets what a program copied meanwhile', () => {
    const { first } = begin();
    host?.print(`\x1b]52;c;${Buffer.from('early').toString('base64')}\x07`);
    void first.screen.parse();
    expect(first.screen.takeCopied()).toBe('early');
    for (let n = 1; n <= 20; n += 1) host?.burst(`\x1b[Hdrawn ${n} `.repeat(60));
    const copy = `\x1b]52;c;${Buffer.from('late').toString('base64')}\x07`;
    host?.print(copy.slice(0, 4));
    host?.print(copy.slice(4));
    host?.print('\x1b[Hdrawn'.repeat(100));
    host?.settle();
    void first.screen.parse();
    expect(first.screen.takeCopied()).toBe('late');
    for (let n = 1; n <= 20; n += 1) host?.burst(`\x1b[Hagain ${n} `.repeat(60));
    host?.settle();
    expect(first.screen.takeCopied()).toBeUndefined();
  });

  test('sees whole frames of a program that says where they begin and end', () => {
    const { first, clock } = begin();
    const frame = (n: number) => `\x1b[?2026h\x1b[H\x1b[2J${`frame ${n}\r\n`.repeat(4)}\x1b[?2026l`;
    for (let n = 1; n <= 100; n += 1) {
      host?.burst(frame(n).repeat(20) + frame(n).slice(0, 40));
      clock.pass(20);
      host?.paint(first);
      host?.burst(frame(n).slice(40));
      const rows = look(first.screen.parse().emulator).lines;
      expect(rows).not.toHaveLength(0);
      const view = first.screen.parse();
      const shown = new Set(Array.from({ length: 4 }, (_, row) => rowText(view.row(row))));
      expect(shown.size).toBe(1);
    }
    expect(first.updatedAt.length).toBeGreaterThan(20);
  });

  test('is sent every byte again when it has caught up, in whatever pieces the output comes', () => {
    for (const size of [1, 30, 60, 90, 130]) {
      const { first, clock } = begin();
      host?.burst('burst\r\n'.repeat(200));
      for (let n = 0; n < 200; n += 1) {
        host?.print('x'.repeat(size));
        host?.paint(first);
        clock.pass(17);
        host?.paint(first);
      }
      const before = first.sent.length;
      host?.print('end');
      expect(first.sent.slice(before)).toBe('end');
      host?.close();
      host = undefined;
    }
  });

  test('leaves others alone that keep up', () => {
    const { windows } = begin(2);
    const [slow, quick] = windows as [Window, Window];
    for (let n = 1; n <= 30; n += 1) {
      host?.print(`line ${n}\r\n`.repeat(20));
      host?.paint(quick);
      host?.clock.pass(5);
    }
    expect(quick.updatedAt).toEqual([]);
    expect(quick.sent).toBe(host?.printed);
    expect(slow.sent.length).toBeLessThan(2000);
    host?.settle();
    expect(seen(slow.screen.parse())).toEqual(seen(quick.screen.parse()));
  });
});
