import { describe, expect, test } from 'vitest';
import type { TerminalMeta } from '../../../src/protocol/cotty/cotty-meta.ts';
import { openUris, shownPanes } from '../../../src/tui/model/panes/pane-layout.ts';
import { stateNote } from '../../../src/tui/view/bar-notes.ts';
import { Driver, terminal } from '../../support/tui-model.ts';

const failed: TerminalMeta = { last: { commandLine: 'make', exitCode: 2, finishedAt: 1 } };
const running: TerminalMeta = { running: { commandLine: 'npm test', timestamp: 1 } };

/** Four terminals, `front` in front, and the field of the filter open. */
function filtering(...metas: readonly TerminalMeta[]): Driver {
  const [api = {}, web = {}, db = {}] = metas;
  const driver = new Driver().list(
    terminal('front'),
    terminal('api', { meta: api }),
    terminal('web', { meta: web }),
    terminal('db', { meta: db }),
  );
  return driver.notify({ kind: 'command', command: 'pane.filter' });
}

const rows = ({ model }: Driver) => shownPanes(model).panes.map(({ uri }) => uri.split('/').at(-1));

describe('the filter of a stack', () => {
  test('gives every terminal a row first, and leaves those that have the words and the one in front', () => {
    const driver = filtering();
    expect(rows(driver)).toEqual(['front', 'api', 'web', 'db']);
    expect(rows(driver.type('b'))).toEqual(['front', 'web', 'db']);
    expect(rows(driver.type('d\x7f\r'))).toEqual(['front', 'web', 'db']);
    expect(driver.model.dialog).toBeUndefined();
    expect(stateNote(driver.model)).toBe('rows “b” 3/4');
  });

  test('is given up with Esc, and by an empty field', () => {
    const driver = filtering().type('db');
    expect(rows(driver)).toEqual(['front', 'db']);
    expect(rows(driver.notify({ kind: 'key', name: 'escape', raw: '\x1b' }))).toEqual([
      'front',
      'api',
      'web',
      'db',
    ]);
    expect(stateNote(driver.model)).toBe('');
  });

  test('knows what runs and what has failed, and follows it', () => {
    const driver = filtering(failed, running).type('is:failed\r');
    expect(rows(driver)).toEqual(['front', 'api']);
    driver.list(terminal('front'), terminal('api'), terminal('web', { meta: failed }), terminal('db'));
    expect(rows(driver)).toEqual(['front', 'web']);
  });

  test('counts what was interrupted or suspended as no failure, as blocks do', () => {
    const ended = (exitCode: number): TerminalMeta => ({
      last: { commandLine: 'x', exitCode, finishedAt: 1 },
    });
    expect(rows(filtering(ended(130), ended(148), ended(1)).type('is:failed'))).toEqual(['front', 'db']);
  });

  test('decides what is marked as a whole', () => {
    const driver = filtering().type('b\r').notify({ kind: 'command', command: 'pane.markAll' });
    expect(driver.model.many.map((uri) => uri.split('/').at(-1))).toEqual(['front', 'web', 'db']);
  });

  test('ends with the stack', () => {
    const driver = filtering().type('b\r').notify({ kind: 'command', command: 'pane.arrange' });
    expect(driver.model.rowFilter).toBeUndefined();
    expect(openUris(driver.model)).toHaveLength(4);
  });
});
