import { describe, expect, test } from 'vitest';
import { Driver, terminal } from '../../support/tui-model.ts';

const [one, two] = [terminal('one'), terminal('two')];
const awaiting = () =>
  new Driver().list(one).notify({ kind: 'awaiting', uri: two.resource, joining: undefined });

describe('a tab that was opened here', () => {
  test('comes to the front although something else has failed before it is in the list', () => {
    const driver = awaiting().notify({ kind: 'failed', what: 'show the terminal', error: new Error('gone') });
    expect(driver.list(one, two).model.active).toBe(two.resource);
  });

  test('is not awaited any more when it could not be opened', () => {
    const driver = awaiting().notify({
      kind: 'failed',
      what: 'open two',
      error: new Error('no room'),
      awaited: two.resource,
    });
    expect(driver.model.awaited).toBeUndefined();
    expect(driver.list(one, two).model.active).toBe(one.resource);
  });
});
