import { expect, test } from 'vitest';
import { barView } from '../../../src/tui/view/bar-view.ts';
import { Driver } from '../../support/tui-model.ts';

test('says once that the host is away, beside a line at the prompt and beside one in the bar', () => {
  const driver = new Driver();
  const model = { ...driver.model, connection: 'away' as const };
  const input = {
    model,
    readings: driver.readings(),
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
