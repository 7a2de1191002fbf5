import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Row, rowText } from '../../../../src/screen/cells/row.ts';
import { type DrawChrome, loadChrome } from '../../../../src/tui/chrome/load-chrome.ts';
import { Drawing } from '../../../../src/tui/window/frame/drawing.ts';
import { type Scene, sceneOf } from '../../../../src/tui/window/frame/scene.ts';
import { Driver, terminal } from '../../../support/tui-model.ts';

let chrome: Awaited<ReturnType<typeof loadChrome>>;
let sizes: string[];
let ink: DrawChrome;
beforeEach(async () => {
  chrome = await loadChrome();
  sizes = [];
  ink = {
    tree: chrome.tree,
    draw: (tree, cols, rows) => {
      sizes.push(`${cols}×${rows}`);
      return chrome.draw(tree, cols, rows);
    },
  };
});
afterEach(() => chrome.close());

function cells(rows: readonly Row[]) {
  return rows.map(({ chars, styles }) => ({ chars, styles }));
}

function sceneAfter(...keys: string[]): Scene {
  const driver = keys.reduce((each, key) => each.type(key), new Driver().list(terminal('a'), terminal('b')));
  return sceneOf(driver.model, driver.viewState(), undefined);
}

test('Ink draws tabs and bar alone while no dialog is open, and the frame is the same as from the whole window', () => {
  const drawing = new Drawing();
  drawing.drawWith(ink);
  const scene = sceneAfter('\x1b');
  const { cols, rows } = scene.layout.size;
  const drawn = cells(drawing.frame({ ...scene, overlays: [] }).rows);
  expect(sizes).toEqual([`${cols}×2`]);
  expect(drawn).toEqual(cells(chrome.draw(chrome.tree(scene.props), cols, rows)));
});

test('a dialog costs its own rows, and the frame is the same as from the whole window', () => {
  const drawing = new Drawing();
  drawing.drawWith(ink);
  const scene = sceneAfter('\x1b', '\x1b[19~');
  const { cols, rows } = scene.layout.size;
  const height = scene.above?.height ?? 0;
  expect(height).toBeGreaterThan(2);
  expect(height).toBeLessThan(rows - 2);
  const drawn = cells(drawing.frame({ ...scene, overlays: [], fields: [], cursor: undefined }).rows);
  expect(sizes).toEqual([`${cols}×${height + 2}`]);
  expect(drawn).toEqual(cells(chrome.draw(chrome.tree(scene.props), cols, rows)));
});

test('a dialog is drawn over the body, and the body comes back after it', () => {
  const drawing = new Drawing();
  drawing.drawWith(ink);
  const before = drawing.frame(sceneAfter('\x1b')).rows.map(rowText);
  const opened = sceneAfter('\x1b', '?');
  expect(opened.above).toBeDefined();
  drawing.frame(opened);
  const { cols } = opened.layout.size;
  expect(sizes).toEqual([`${cols}×2`, `${cols}×${(opened.above?.height ?? 0) + 2}`]);
  expect(drawing.frame(sceneAfter('\x1b')).rows.map(rowText)).toEqual(before);
});
