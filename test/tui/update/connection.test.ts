import { describe, expect, test } from 'vitest';
import { Driver, terminal } from '../../support/tui-model.ts';

const away = (stopped: boolean) =>
  new Driver().list(terminal('one')).tell({ kind: 'connection', connection: 'away', stopped }).model;

describe('a window whose host goes', () => {
  test('ends when it was stopped, with that word', () => {
    expect(away(true).quit).toEqual({ code: 0, farewell: 'the host was stopped' });
  });

  test('waits for it when it was lost, and keeps its tabs', () => {
    expect(away(false)).toMatchObject({ quit: undefined, connection: 'away', tabs: [{ title: 'one' }] });
  });
});
