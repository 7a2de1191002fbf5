import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { Action } from '../../../src/protocol/envelope.ts';
import type { TerminalState } from '../../../src/protocol/terminal/state.ts';
import { rowText, sameRow } from '../../../src/screen/cells/row.ts';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { type ScreenView, screenViewOf } from '../../../src/tui/terminal/screen-view.ts';
import { WindowScreen } from '../../../src/tui/terminal/window-screen.ts';
import { look } from '../../screen/look.ts';
import { drawnStreams, lineStreams, streams } from '../../screen/random-stream.ts';
import { effort } from '../../support/effort.ts';
import { HandClock } from '../../support/hand-clock.ts';

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

function open(clock: HandClock, onSettled = () => {}): WindowScreen {
  return new WindowScreen(start, {
    scrollback: SCROLLBACK,
    onCaughtUp: onSettled,
    now: () => 0,
    setTimer: (run, ms) => clock.after(ms, run),
    clearTimer: (cancel) => (cancel as (() => void) | undefined)?.(),
  });
}

type Turn =
  | { readonly kind: 'action'; readonly action: Action }
  | { readonly kind: 'frame' }
  | { readonly kind: 'back' }
  | { readonly kind: 'wait'; readonly ms: number };

const data = (text: string): Turn => ({ kind: 'action', action: { type: 'terminal/data', data: text } });
const finish: Action = { type: 'terminal/commandFinished', commandId: '1', exitCode: 0 };

/** More than a view parses at once: the same lines over and over. */
const floods = lineStreams(60).map((text) => `${text}\r\n`.repeat(Math.ceil(50_000 / (text.length + 2))));

const drawings = drawnStreams(60, ROWS).map((text) => text.repeat(Math.ceil(50_000 / (text.length + 1))));

const turns: fc.Arbitrary<Turn> = fc.oneof(
  { weight: 2, arbitrary: drawings.map(data) },
  { weight: 6, arbitrary: floods.map(data) },
  { weight: 3, arbitrary: lineStreams(10).map(data) },
  { weight: 3, arbitrary: streams(8).map(data) },
  { weight: 6, arbitrary: fc.constant<Turn>({ kind: 'frame' }) },
  { weight: 1, arbitrary: fc.constant<Turn>({ kind: 'back' }) },
  { weight: 2, arbitrary: fc.constantFrom(1, 60, 1200).map((ms): Turn => ({ kind: 'wait', ms })) },
  { weight: 2, arbitrary: fc.constant<Turn>({ kind: 'action', action: finish }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Turn>(
      { kind: 'action', action: { type: 'terminal/cleared' } },
      { kind: 'action', action: { type: 'terminal/resized', cols: 31, rows: 6 } },
    ),
  },
);

/** What a view of so many rows that follows would show of it, from the end. */
function seen(view: ScreenView, height: number): unknown {
  const { rows, cursor } = view;
  const shown = Math.min(height, rows);
  const lines = Array.from({ length: shown }, (_, index) => view.row(rows - shown + index));
  return {
    text: lines.map((row) => `${row.wrapped ? '+' : '-'}${rowText(row)}{${row.styles.join(',')}}`),
    cursor: { ...cursor, y: cursor.y - rows },
    fullScreen: view.fullScreen,
    modes: view.emulator.modes,
  };
}

/** Time that drops a held screen passes for the window screen only. */
function sameHold(view: ScreenView, plain: ScreenView): void {
  if (view.emulator.held === undefined) plain.emulator.endDrawing();
}

function compare(screen: WindowScreen, plain: ScreenView, turn: Exclude<Turn, { kind: 'wait' }>): void {
  switch (turn.kind) {
    case 'action':
      screen.apply(turn.action);
      take(plain, turn.action);
      break;
    case 'frame':
      sameHold(screen.parse(), plain);
      expect(seen(screen.parse(), ROWS)).toEqual(seen(plain, ROWS));
      break;
    case 'back':
      sameHold(screen.parseAll(), plain);
      expect(look(screen.parseAll().emulator)).toEqual(look(plain.emulator));
      expect(screen.parseAll().start).toBe(plain.start);
      break;
  }
}

describe('a window screen in floods', () => {
  test('shows at each look what it would show had everything been parsed', () => {
    let fronts = 0;
    fc.assert(
      fc.property(fc.array(turns, { minLength: 4, maxLength: 24 }), (script) => {
        const clock = new HandClock();
        const screen = open(clock);
        const plain = screenViewOf(start, SCROLLBACK);
        screen.follow(ROWS);
        for (const turn of script) {
          if (turn.kind === 'wait') clock.pass(turn.ms);
          else compare(screen, plain, turn);
          if (turn.kind === 'frame' && screen.waiting > 0) fronts++;
        }
        sameHold(screen.parse(), plain);
        expect(seen(screen.parse(), ROWS)).toEqual(seen(plain, ROWS));
        clock.pass(1200);
        expect(screen.waiting).toBe(0);
        expect(clock.waiting).toBe(0);
        sameHold(screen.parseAll(), plain);
        expect(look(screen.parseAll().emulator)).toEqual(look(plain.emulator));
        screen.close();
        plain.close();
      }),
      effort(60),
    );
    // It would hold as well of a screen that parses all it gets.
    expect(fronts).toBeGreaterThan(effort(60).numRuns / 3);
  });

  test('of a flood that nobody scrolls back in, next to nothing is parsed', () => {
    const clock = new HandClock();
    const screen = open(clock);
    screen.follow(ROWS);
    const line = `${'x'.repeat(22)}\r\n`;
    for (let frame = 0; frame < 50; frame += 1) {
      screen.apply({ type: 'terminal/data', data: line.repeat(20_000) });
      expect(rowText(screen.parse().row(0))).toBe('x'.repeat(22));
      expect(screen.waiting).toBeLessThan(3 * 1024 * 1024);
    }
    expect(screen.waiting).toBeGreaterThan(512 * 1024);
    expect(screen.parse().emulator.length).toBe(ROWS);
  });

  test('of the last lines of a flood next to nothing is parsed either, when something else follows them at once', () => {
    const clock = new HandClock();
    const screen = open(clock);
    screen.follow(ROWS);
    const flood = (): void => screen.apply({ type: 'terminal/data', data: 'line\r\n'.repeat(100_000) });
    flood();
    expect(screen.parse().emulator.length).toBe(ROWS);
    flood();
    screen.apply(finish);
    screen.apply({ type: 'terminal/data', data: '\x1b[2J\x1b[Hprompt' });
    const write = vi.spyOn(Emulator.prototype, 'write');
    const view = screen.parse();
    expect(rowText(view.row(view.rows - 1))).toBe('prompt');
    const parsed = write.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
    write.mockRestore();
    expect(parsed).toBeLessThan(2_000);
    screen.close();
  });

  test('says that it has settled, and shows the same then', () => {
    const clock = new HandClock();
    let settled = 0;
    const screen = open(clock, () => settled++);
    screen.follow(ROWS);
    screen.apply({ type: 'terminal/data', data: 'line\r\n'.repeat(30_000) });
    const before = screen.parse();
    expect(before.emulator.length).toBe(ROWS);
    clock.pass(1000);
    expect(settled).toBe(1);
    const view = screen.parse();
    expect(view.emulator.length).toBe(ROWS + SCROLLBACK);
    expect(sameRow(view.row(view.rows - 2), before.row(before.rows - 2))).toBe(true);
    expect(clock.waiting).toBe(0);
  });

  test('a view taller than the terminal sees what has scrolled off', () => {
    const clock = new HandClock();
    const screen = open(clock);
    screen.follow(ROWS + 3);
    screen.apply({ type: 'terminal/data', data: 'line\r\n'.repeat(30_000) });
    expect(screen.parse().rows).toBe(ROWS + SCROLLBACK);
    screen.close();
    expect(clock.waiting).toBe(0);
  });
});

function take(view: ScreenView, action: Action): void {
  if (action.type === 'terminal/data') view.take(action.data);
  if (action.type === 'terminal/commandFinished') view.take({ kind: 'finished' });
  if (action.type === 'terminal/cleared') view.take({ kind: 'cleared' });
  if (action.type === 'terminal/resized') view.take({ kind: 'resized', ...action });
}
