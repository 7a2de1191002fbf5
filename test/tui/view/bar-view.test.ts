import { describe, expect, test } from 'vitest';
import type { TerminalClaim } from '../../../src/protocol/terminal/state.ts';
import { type BarView, barView } from '../../../src/tui/view/bar-view.ts';
import { splitAs } from '../../support/splits.ts';
import { Driver, terminal } from '../../support/tui-model.ts';

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
