import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { centred, layout } from '../../../src/tui/model/window-layout.ts';

describe('layout', () => {
  test('gives the pane all rows but the tabs and the bar', () => {
    const { tabs, pane, bar } = layout({ cols: 80, rows: 24 });
    expect([tabs.height, pane.height, bar.height]).toEqual([1, 22, 1]);
  });

  test('a taller bar covers the pane but does not change its size', () => {
    const { pane, body, bar } = layout({ cols: 80, rows: 24 }, 4);
    expect([pane.height, body.height, bar.height]).toEqual([22, 19, 4]);
  });

  test('every part lies inside the window, whatever its size', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 2, max: 100 }),
        fc.integer({ min: 0, max: 40 }),
        (cols, rows, bar) => {
          const made = layout({ cols, rows }, bar);
          expect(made.tabs.height + made.body.height + made.bar.height).toBe(rows);
          expect(made.pane.height).toBeGreaterThanOrEqual(1);
          const box = centred(made.pane, 70, 12);
          expect(box.x + box.width).toBeLessThanOrEqual(cols);
          expect(box.y + box.height).toBeLessThanOrEqual(made.pane.y + made.pane.height);
        },
      ),
    );
  });
});
