import { describe, expect, test } from 'vitest';
import { blocksOf } from '../../../src/client/blocks/block.ts';
import type { TerminalClaim } from '../../../src/protocol/terminal/state.ts';
import { activeView } from '../../../src/tui/model/step.ts';
import type { SeenTerminal } from '../../../src/tui/model/view-state.ts';
import { type BarView, barView } from '../../../src/tui/view/bar-view.ts';
import { splitAs } from '../../support/splits.ts';
import { Driver, IDLE_READING, terminal } from '../../support/tui-model.ts';
import { command, ME, stateOf } from '../blocks/sample.ts';

test('says once that the host is not reachable, beside a line at the prompt and beside one in the bar', () => {
  const driver = new Driver();
  const model = { ...driver.model, connection: 'away' as const };
  const input = {
    model,
    viewState: driver.viewState(),
    mode: 'run' as const,
    terminal: undefined,
    below: undefined,
  };
  const bare = barView({ ...input, editing: false, bare: true });
  expect(bare.middle.text).toContain('the host is not reachable');
  expect(bare.hints.text).not.toContain('the host is not reachable');
  const inBar = barView({ ...input, editing: true });
  expect(inBar.hints.text).toContain('the host is not reachable');
});

describe('a pane that is only watched', () => {
  const ONE = 'ahp-terminal:/one';
  const TWO = 'ahp-terminal:/two';

  function barOf(claim?: TerminalClaim): BarView {
    const driver = new Driver().list(terminal('one', claim === undefined ? {} : { claim }), terminal('two'));
    driver.model = {
      ...driver.model,
      active: ONE,
      splits: [{ ...splitAs('beside', [ONE, TWO]), peeks: [ONE] }],
    };
    driver.type('x');
    const model = { ...driver.model, toast: undefined };
    return barView({
      model,
      viewState: driver.viewState(),
      mode: 'run',
      terminal: undefined,
      below: undefined,
      editing: false,
    });
  }

  test('says that it takes no keys, and offers none that would be typed into it', () => {
    const { middle, hints } = barOf();
    expect(middle.text).toBe('watching: this pane takes no keys');
    expect(hints.text).toContain('browse');
    expect(hints.text).not.toContain('raw');
  });

  test('tells who holds it, and does not offer to take it over', () => {
    const { middle, hints } = barOf({ kind: 'client', clientId: 'agent' });
    expect(middle.text).toContain('watching: held by');
    expect(hints.text).not.toContain('take over');
  });
});

describe('the block that BROWSE has selected', () => {
  const at = (hour: number, minute: number, second: number, day = 22) =>
    new Date(2026, 4, day, hour, minute, second).getTime();
  const NOW = at(12, 0, 0);

  test.each([
    ['10:04:12–10:04:15 · 3.1s', { timestamp: at(10, 4, 12), durationMs: 3_100 }],
    ['11:59:59–11:59:59 · 40ms', { timestamp: at(11, 59, 59), durationMs: 40 }],
    ['05-21 23:59:58–01:00:03 · 1h 00m 05s', { timestamp: at(23, 59, 58, 21), durationMs: 3_605_000 }],
    ['since 11:58:00 · 2m 00s', { timestamp: at(11, 58, 0), isComplete: false }],
  ])('has its times in the bar: %s', (expected, part) => {
    const driver = new Driver().list(terminal('one'));
    driver.now = NOW;
    const blocks = blocksOf(stateOf([command({ commandId: 'c1', ...part })]), ME);
    driver.reading = { ...IDLE_READING, blocks };
    const { uri, view } = activeView(driver.model) ?? { uri: '', view: undefined };
    if (view === undefined) throw new Error('no tab');
    const model = {
      ...driver.model,
      views: { [uri]: { ...view, mode: 'browse' as const, blocks: { ...view.blocks, selected: 'c1' } } },
    };
    const input = { viewState: driver.viewState(), mode: 'browse' as const, below: undefined };
    const bar = barView({ ...input, model, terminal: driver.reading, editing: false });
    expect(bar.middle.text.trim()).toBe(expected);
    expect(bar.hints.text).toContain('help');
  });
});

describe('a mode in which keys go to a program', () => {
  const barOf = (mode: 'raw' | 'lock', terminal: SeenTerminal | undefined) => {
    const driver = new Driver().list(one);
    const viewState = { ...driver.viewState(), now: 3_000 };
    return barView({ model: driver.model, viewState, mode, terminal, below: undefined, editing: false })
      .middle.text;
  };
  const one = terminal('one');
  const running = { ...IDLE_READING, running: { commandLine: 'vim notes', since: 1_000 } };

  test('says so behind its word, which a newcomer does not know', () => {
    expect(barOf('raw', IDLE_READING)).toBe('keys go to the shell');
    expect(barOf('raw', running)).toBe('vim 2s · keys go to it');
    expect(barOf('lock', running)).toBe('vim 2s · every key goes to it');
  });

  test.each([30, 40, 80])('keeps the way out of RAW and LOCK in %i columns', (cols) => {
    for (const [mode, way] of [
      ['raw', 'Ctrl+K back to RUN'],
      ['lock', 'F12 unlock'],
    ] as const) {
      const driver = new Driver().notify({ kind: 'resized', size: { cols, rows: 10 } }).list(one);
      const { model } = driver;
      const input = { model, viewState: driver.viewState(), mode, terminal: running, below: undefined };
      const shown = barView({ ...input, editing: false }).hints.text.trim();
      expect(shown).toBe(way);
    }
  });
});
