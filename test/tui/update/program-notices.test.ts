import { describe, expect, test } from 'vitest';
import type { TerminalMeta } from '../../../src/protocol/cotty/cotty-meta.ts';
import { stripGlyphs, tabLabels } from '../../../src/tui/view/tab-labels.ts';
import { tabStrip } from '../../../src/tui/view/tab-strip.ts';
import { windowTitle } from '../../../src/tui/window/wanted-modes.ts';
import { Driver, terminal } from '../../support/tui-model.ts';

const other = { kind: 'client', clientId: 'somebody' } as const;
const holder = { name: 'ada', connected: true };

/** A driver that has seen the tab before. */
function seen(meta: TerminalMeta, settings = {}): Driver {
  return new Driver(settings).list(terminal('one'), terminal('build', { meta }));
}

describe('what programs tell', () => {
  test('a bell rings outside, unless the setting says no', () => {
    const rung = { kind: 'ring' };
    expect(seen({ bells: 1 }).list(terminal('build', { meta: { bells: 2 } })).effects).toContainEqual(rung);
    const quiet = seen({ bells: 1 }, { bell: false }).list(terminal('build', { meta: { bells: 2 } }));
    expect(quiet.effects).not.toContainEqual(rung);
    expect(seen({ bells: 2 }).list(terminal('build', { meta: { bells: 2 } })).effects).not.toContainEqual(
      rung,
    );
  });

  test('a notice passes with the name of its tab, once', () => {
    const meta = { notice: { n: 1, title: 'Claude', body: 'waits' } };
    const driver = seen({}).list(terminal('build', { meta }));
    const notices = [{ title: 'build', body: 'Claude: waits' }];
    expect(driver.effects).toContainEqual({ kind: 'notify', notices });
    expect(driver.list(terminal('build', { meta })).effects).not.toContainEqual({ kind: 'notify', notices });
  });

  test('what was told before the window came is not repeated, nor what the holder hears', () => {
    const meta = { bells: 3, notice: { n: 1, title: '', body: 'x' } };
    expect(new Driver().list(terminal('build', { meta })).effects).not.toContainEqual({ kind: 'ring' });
    const elsewhere = (more: TerminalMeta) => terminal('build', { claim: other, meta: { holder, ...more } });
    const driver = new Driver().list(terminal('one'), elsewhere({})).list(terminal('one'), elsewhere(meta));
    expect(driver.effects.map(({ kind }) => kind)).not.toContain('ring');
    expect(driver.effects.map(({ kind }) => kind)).not.toContain('notify');
  });

  test('what runs changes neither the name of its tab nor its width', () => {
    const drawn = (meta: TerminalMeta, seconds = 0) => {
      const { model, now } = new Driver().list(terminal('proj', { meta }), terminal('other'));
      const labels = tabLabels({ ...model, active: model.tabs[1]?.resource }, now + seconds * 1000);
      const strip = tabStrip(labels, model.tabs[1]?.resource, 80, stripGlyphs(model));
      return strip.filter(({ kind }) => kind === 'tab').map(({ x, width }) => [x, width]);
    };
    const running = { commandLine: 'sleep 1000', timestamp: 0 };
    const idle = drawn({});
    for (const seconds of [1, 9, 10, 59, 60, 3600])
      expect(drawn({ running, programTitle: `vim ${seconds}`, titledByCommand: true }, seconds)).toEqual(
        idle,
      );
    for (const percent of [1, 42, 100])
      expect(drawn({ running, progress: { state: 'normal', percent } })).toEqual(idle);
    const program = { state: 'blocked', kind: 'permission', id: '', since: 1, by: 'report' } as const;
    expect(drawn({ running, program }, 5)).toEqual(idle);
  });

  test('a title stands in the title of the window, in the format of the setting', () => {
    const titled = (settings = {}) =>
      windowTitle(
        new Driver(settings).list(terminal('build', { meta: { programTitle: 'vim notes' } })).model,
        0,
      );
    expect(titled()).toBe('build — vim notes — cotty');
    expect(titled({ windowTitle: '{title} — {tab}' })).toBe('vim notes — build');
    expect(windowTitle(new Driver().list(terminal('build')).model, 0)).toBe('build — cotty');
  });

  test('the title of the window says who waits, and leaves out the signs of a program whose state is known', () => {
    const program = { id: '', state: 'blocked', since: 1, by: 'report' } as const;
    const blocked = (name: string, programTitle = '') =>
      terminal(name, { meta: { running: { commandLine: 'codex', timestamp: 1 }, program, programTitle } });
    const title = (driver: Driver) => windowTitle(driver.model, 0);
    expect(title(new Driver().list(terminal('build'), blocked('a'), blocked('b')))).toBe(
      '2 wait — build — cotty',
    );
    expect(title(new Driver().list(blocked('a', '[ ! ] Action Required')))).toBe(
      '◆ a — Action Required — cotty',
    );
  });
});
