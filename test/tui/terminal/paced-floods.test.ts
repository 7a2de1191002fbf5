import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { floodStartOf } from '../../../src/host/stream/flood-text.ts';
import { PacedChannel } from '../../../src/host/stream/paced-channel.ts';
import { TextLog } from '../../../src/host/text/text-log.ts';
import type { ActionEnvelope } from '../../../src/protocol/envelope.ts';
import { dataIn } from '../../../src/protocol/envelope.ts';
import type { TerminalState } from '../../../src/protocol/terminal/state.ts';
import { rowText } from '../../../src/screen/cells/row.ts';
import { type ScreenView, screenViewOf } from '../../../src/tui/terminal/screen-view.ts';
import { WindowScreen } from '../../../src/tui/terminal/window-screen.ts';
import { look } from '../../screen/look.ts';
import { drawnStreams, lineStreams, streams } from '../../screen/random-stream.ts';
import { effort } from '../../support/effort.ts';
import { HandClock } from '../../support/hand-clock.ts';

/** Those that once failed are kept. */
const SEEDS = process.env['COTTY_SEED'] === undefined ? [1, 3, 4] : [Number(process.env['COTTY_SEED'])];
const ROWS = 5;
const SCROLLBACK = 60;
const start: TerminalState = {
  title: 't',
  cols: 24,
  rows: ROWS,
  content: [],
  lifecycle: { status: 'running' },
  claim: { kind: 'client', clientId: 'me' },
};

/** Some thousand characters of the same lines. */
const floods = lineStreams(60).map((text) => `${text}\r\n`.repeat(Math.ceil(3_000 / (text.length + 2))));

const steps = fc.oneof(
  { weight: 8, arbitrary: floods },
  { weight: 3, arbitrary: lineStreams(10) },
  { weight: 2, arbitrary: streams(8) },
  { weight: 1, arbitrary: drawnStreams(20, ROWS) },
  { weight: 2, arbitrary: fc.constantFrom(1, 40, 200) },
);

/** The rows that a window of the terminal's own size shows, from the end. */
function seen(view: ScreenView): unknown {
  const { rows, cursor } = view;
  const shown = Math.min(ROWS, rows);
  const lines = Array.from({ length: shown }, (_, index) => view.row(rows - shown + index));
  return {
    text: lines.map((row) => `${row.wrapped ? '+' : '-'}${rowText(row)}{${row.styles.join(',')}}`),
    cursor: { ...cursor, y: cursor.y - rows },
    fullScreen: view.fullScreen,
    modes: view.emulator.modes,
  };
}

/** A host's paced channel and the screen of its only window; both run on one clock. */
class Pair {
  readonly clock = new HandClock();
  readonly plain = screenViewOf(start, SCROLLBACK);
  readonly screen: WindowScreen;
  readonly #log = new TextLog();
  readonly #channel: PacedChannel<WindowScreen>;
  #seq = 0;
  #untaken = 0;
  /** Number of the action whose text the window has been shown or sent. */
  #shown = 0;
  previews = 0;

  constructor() {
    this.screen = new WindowScreen(start, {
      scrollback: SCROLLBACK,
      onCaughtUp: () => {},
      now: () => 0,
      setTimer: (run, ms) => this.clock.after(ms, run),
      clearTimer: (cancel) => (cancel as (() => void) | undefined)?.(),
    });
    this.screen.follow(ROWS);
    this.#channel = new PacedChannel({
      clock: this.clock,
      log: this.#log,
      start: () => floodStartOf(this.plain.emulator),
      grid: () => this.plain.emulator.grid,
      framed: () => {},
      send: (_viewer, envelope) => this.#send(envelope),
      preview: (_viewer, text) => {
        this.previews += 1;
        this.#untaken += text.length;
        this.#shown = this.#seq;
        this.screen.preview(text);
      },
      wants: () => true,
      ahead: 500,
      kept: 100_000,
    });
    this.#channel.add(this.screen, SCROLLBACK);
  }

  print(text: string): void {
    this.#seq += 1;
    this.plain.take(text);
    const envelope: ActionEnvelope = {
      channel: 'ahp-terminal:/1',
      action: { type: 'terminal/data', data: text },
      serverSeq: this.#seq,
    };
    this.#log.append(text);
    this.#channel.take(envelope);
    if (!this.#channel.isWaiting(this.screen)) this.#send(envelope);
  }

  /** Paints a frame and says that everything is taken; true when nothing newer waits at the host. */
  frame(): boolean {
    void this.screen.parse();
    const chars = this.#untaken;
    this.#untaken = 0;
    this.#channel.taken(this.screen, chars);
    return this.#shown === this.#seq;
  }

  /** The view of everything; it holds back an unfinished drawing only as long as the other one does. */
  whole(view: ScreenView): ScreenView {
    if (view.emulator.held === undefined) this.plain.emulator.endDrawing();
    return this.plain;
  }

  close(): void {
    this.screen.close();
    this.plain.close();
  }

  #send({ action }: ActionEnvelope): void {
    this.#untaken += dataIn(action)?.data.length ?? 0;
    this.#shown = this.#seq;
    this.screen.apply(action);
  }
}

describe('a window that is paced', () => {
  test.each(SEEDS)('shows at each frame what it would show had it been sent everything, seed %i', (seed) => {
    let previews = 0;
    fc.assert(
      fc.property(fc.array(steps, { minLength: 4, maxLength: 20 }), (script) => {
        const pair = new Pair();
        for (const step of script) {
          if (typeof step === 'number') pair.clock.pass(step);
          else pair.print(step);
          if (pair.frame()) expect(seen(pair.screen.parse())).toEqual(seen(pair.whole(pair.screen.parse())));
        }
        pair.clock.pass(1000);
        pair.whole(pair.screen.parseAll());
        expect(look(pair.screen.parseAll().emulator)).toEqual(look(pair.plain.emulator));
        expect(pair.clock.waiting).toBe(0);
        previews += pair.previews;
        pair.close();
      }),
      { ...effort(40), seed },
    );
    expect(previews).toBeGreaterThan(effort(40).numRuns / 3);
  });

  test('shows a flood that comes right behind another one and something that is no line', () => {
    const pair = new Pair();
    // So short that what is brought of the flood leaves nobody behind.
    const flood = (letter: string) => `${letter}\r\n`.repeat(1500);
    // The sequence moves the cursor to the right.
    for (const text of [flood('1'), flood('2'), '\x1b[a', flood('3'), flood('4')]) {
      pair.print(text);
      if (pair.frame()) expect(seen(pair.screen.parse())).toEqual(seen(pair.whole(pair.screen.parse())));
    }
    expect(pair.previews).toBeGreaterThan(1);
    pair.clock.pass(1000);
    expect(look(pair.screen.parseAll().emulator)).toEqual(look(pair.plain.emulator));
    pair.close();
  });

  test('shows what it had, and then everything, to who looks back during a flood', () => {
    const pair = new Pair();
    for (let n = 1; n <= 50; n += 1) {
      pair.print(`flood ${n}\r\n`.repeat(80));
      pair.frame();
    }
    expect(pair.previews).toBeGreaterThan(10);
    expect(look(pair.screen.parse().emulator).lines.at(-2)).toContain('flood 50');
    pair.screen.follow(undefined);
    expect(look(pair.screen.parseAll().emulator).lines.at(-2)).toContain('flood 1');
    pair.clock.pass(1000);
    expect(look(pair.screen.parseAll().emulator)).toEqual(look(pair.plain.emulator));
    pair.close();
  });
});
