import { describe, expect, test } from 'vitest';
import type { TerminalClaim } from '../../../src/protocol/terminal/state.ts';
import { newSplit } from '../../../src/tui/model/split.ts';
import type { SeenTerminal } from '../../../src/tui/model/view-state.ts';
import { type BarView, barView } from '../../../src/tui/view/bar-view.ts';
import { Driver, IDLE_READING, terminal } from '../../support/tui-model.ts';

test('says once that the host is away, beside a line at the prompt and beside one in the bar', () => {
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
  expect(bare.middle.text).toContain('the host is away');
  expect(bare.hints.text).not.toContain('the host is away');
  const inBar = barView({ ...input, editing: true });
  expect(inBar.hints.text).toContain('the host is away');
});

describe('a pane that is only watched', () => {
  const ONE = 'ahp-terminal:/one';
  const TWO = 'ahp-terminal:/two';

  function barOf(claim?: TerminalClaim): BarView {
    const driver = new Driver().list(terminal('one', claim === undefined ? {} : { claim }), terminal('two'));
    driver.model = {
      ...driver.model,
      active: ONE,
      splits: [{ ...newSplit([ONE, TWO], 'beside'), peeks: [ONE] }],
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
