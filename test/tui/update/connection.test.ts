import { describe, expect, test } from 'vitest';
import type { Back } from '../../../src/client/connection/reconnecting.ts';
import { Driver, terminal } from '../../support/tui-model.ts';

const away = (stopped: boolean) =>
  new Driver().list(terminal('one')).notify({ kind: 'connection', connection: 'away', stopped }).model;

describe('a window whose host goes', () => {
  test('ends when it was stopped, with that word', () => {
    expect(away(true).quit).toEqual({ code: 0, farewell: 'the host was stopped' });
  });

  test('waits for it when it was lost, and keeps its tabs', () => {
    expect(away(false)).toMatchObject({ quit: undefined, connection: 'away', tabs: [{ title: 'one' }] });
  });

  test('says when it is back whether programs went on, and what was typed and not sent', () => {
    const said = (back: Back) =>
      new Driver()
        .notify({ kind: 'connection', connection: 'away' })
        .notify({ kind: 'connection', connection: 'ready', back }).model.toast?.text;
    expect(said({ unsent: 0 })).toBeUndefined();
    expect(said({ host: 'with the same programs', unsent: 0 })).toBe(
      'the host was brought back · programs went on',
    );
    expect(said({ host: 'with new programs', unsent: 3 })).toBe(
      'the host had ended and was started again · keys typed meanwhile were not sent',
    );
  });

  test('keeps Ctrl+C for the program at first, and is left by it when something is done about the host', () => {
    const driver = new Driver().list(terminal('one')).notify({ kind: 'connection', connection: 'away' });
    const kept = driver.type('\x03');
    expect(kept.model.quit).toBeUndefined();
    const left = kept.notify({ kind: 'revival', text: 'the host is being brought back…' }).type('\x03');
    expect(left.model.quit).toMatchObject({ code: 1 });
  });
});
