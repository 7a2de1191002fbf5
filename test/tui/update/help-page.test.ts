import { describe, expect, test } from 'vitest';
import { editorText } from '../../../src/screen/editor/editor-state.ts';
import { layout } from '../../../src/tui/model/window-layout.ts';
import { dialogView } from '../../../src/tui/view/dialog-view.ts';
import { Driver, terminal } from '../../support/tui-model.ts';

const PAGE_DOWN = '\x1b[6~';
const PAGE_UP = '\x1b[5~';
const END = '\x1b[F';
const HOME = '\x1b[H';
/** Does what Esc does; a lone Esc waits for what may follow. */
const CANCEL = '\x07';

function help(): Driver {
  return new Driver().list(terminal('one')).type('?');
}

function shown(driver: Driver): { readonly lines: readonly string[]; readonly footer: string } {
  const view = dialogView(driver.model, driver.viewState(), layout(driver.model.size).area);
  if (view === undefined) throw new Error('no dialog is open');
  const lines = view.lines.map((pieces) => pieces.map(({ text }) => text).join(''));
  return { lines, footer: view.footer };
}

const line = ({ view }: Driver) => (view === undefined ? undefined : editorText(view.editor));
const where = (driver: Driver) =>
  /^(\d+)–(\d+) of (\d+)/.exec(shown(driver).footer)?.slice(1).map(Number) ?? [];

describe('the page of help', () => {
  test('moves by a page, so that no line is left out and none is shown twice', () => {
    const driver = help();
    const [, to] = where(driver);
    expect(to).toBeGreaterThan(10);
    expect(where(driver.type(PAGE_DOWN))[0]).toBe((to ?? 0) + 1);
    expect(where(driver.type(PAGE_UP))[0]).toBe(1);
  });

  test('goes to its end and its start, and no further', () => {
    const driver = help().type(END);
    const [from, to, all] = where(driver);
    expect(to).toBe(all);
    driver.type(PAGE_DOWN + PAGE_DOWN + PAGE_UP);
    expect(where(driver)[0]).toBeLessThan(from ?? 0);
    expect(where(driver.type('G'))[1]).toBe(all);
    expect(where(driver.type(HOME))[0]).toBe(1);
  });

  test('searches by key, group and words, says when nothing matches, and Esc shows all again', () => {
    const driver = help().type(`${PAGE_DOWN}/`).type('desktop xyz');
    expect(shown(driver).lines.at(-1)).toContain('nothing matches');
    driver.type('\x15ctrl+r');
    expect(shown(driver).lines.join('\n')).toMatch(/Ctrl\+R +Find a command that ran before/);
    expect(shown(driver).lines.length).toBeLessThan(8);
    driver.type(CANCEL);
    expect([driver.model.dialog?.kind, where(driver)[0]]).toEqual(['help', 1]);
    driver.type('/x\r');
    expect(driver.model.dialog).toBeUndefined();
  });
});

describe('a list in which nothing matches', () => {
  test('takes nothing at Enter, and says so', () => {
    const driver = new Driver().list(terminal('one')).type('\x1b[20~').type('zzzz');
    expect(shown(driver).footer).toBe('0 found · Esc closes');
    const { effects, model } = driver.type('\r');
    expect([effects, model.dialog?.kind !== undefined, line(driver)]).toEqual([[], true, '']);
  });
});
