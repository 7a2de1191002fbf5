import { describe, expect, test } from 'vitest';
import { Driver, terminal } from '../../support/tui-model.ts';

const older = (driver: Driver) => driver.notify({ kind: 'olderHost', host: '0.2.0', own: '0.3.0' });

describe('a window of a newer version than the host', () => {
  test('asks, and exchanges the host after a yes', () => {
    const driver = older(new Driver().list(terminal('one')));
    expect(driver.model.dialog).toMatchObject({
      question: 'the host is cotty 0.2.0, this window is 0.3.0: exchange the host? Programs go on',
    });
    expect(driver.type('y').effects).toEqual([{ kind: 'restartHost' }]);
    expect(driver.model.dialog).toBeUndefined();
  });

  test('leaves the host as it is after a no', () => {
    const driver = older(new Driver().list(terminal('one')));
    expect(driver.type('n').effects).toEqual([]);
    expect(driver.model.dialog).toBeUndefined();
  });

  test('does not ask over another question', () => {
    const driver = new Driver().list(terminal('one')).notify({ kind: 'command', command: 'palette.open' });
    expect(older(driver).model.dialog?.kind).toBe('palette');
  });

  test('exchanges the host at any time by its command', () => {
    const driver = new Driver().list(terminal('one'));
    expect(driver.notify({ kind: 'command', command: 'app.restartHost' }).effects).toEqual([
      { kind: 'restartHost' },
    ]);
  });
});
