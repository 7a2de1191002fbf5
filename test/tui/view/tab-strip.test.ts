import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textWidth } from '../../../src/screen/cells/text-width.ts';
import type { StripItem, TabLabel } from '../../../src/tui/model/tab-label.ts';
import { stripItemAt, tabStrip } from '../../../src/tui/view/tab-strip.ts';

const glyphs = { idle: '○', running: '●', exited: '×', failed: '✗', attention: '!' };

function label(title: string, extra: Partial<TabLabel> = {}): TabLabel {
  return { uri: `t:/${title}`, title, state: 'idle', detail: undefined, holder: undefined, ...extra };
}

function text(items: readonly StripItem[]): string {
  return items.map((item) => item.text).join('');
}

describe('tabStrip', () => {
  test('shows state, title, clock and holder of each tab, then the plus', () => {
    const tabs = [label('build', { state: 'running', clock: '12s' }), label('dev', { holder: '@ada' })];
    expect(text(tabStrip(tabs, 't:/build', 80, glyphs))).toBe(' ● build 12s  ○ dev @ada  + ');
  });

  test('keeps the active tab in sight and counts those that do not fit', () => {
    const tabs = Array.from({ length: 20 }, (_, n) => label(`terminal-${n}`));
    const strip = tabStrip(tabs, 't:/terminal-10', 60, glyphs);
    expect(strip.some((item) => item.kind === 'tab' && item.active)).toBe(true);
    expect(strip[0]).toMatchObject({ kind: 'more' });
    expect(strip.at(-2)).toMatchObject({ kind: 'more' });
    expect(textWidth(text(strip))).toBeLessThanOrEqual(60);
  });

  test('cuts a long title in the middle of nothing but its end', () => {
    const [item] = tabStrip([label('x'.repeat(60))], undefined, 80, glyphs);
    expect(item?.text).toBe(` ○ ${'x'.repeat(23)}… `);
  });

  test('every column belongs to the item that is drawn there', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme-ascii' }), { maxLength: 12 }),
        (titles) => {
          const strip = tabStrip(
            titles.map((title, n) => label(`${n}${title}`)),
            undefined,
            80,
            glyphs,
          );
          for (const item of strip) {
            expect(stripItemAt(strip, item.x)).toBe(item);
            expect(stripItemAt(strip, item.x + item.width - 1)).toBe(item);
          }
        },
      ),
    );
  });
});
