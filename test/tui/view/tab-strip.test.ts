import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textWidth } from '../../../src/screen/cells/text-width.ts';
import type { StripItem, TabLabel, TabState } from '../../../src/tui/model/tab-label.ts';
import { roleOf, stripItemAt, tabStrip } from '../../../src/tui/view/tab-strip.ts';
import { STRIP_GLYPHS } from '../../support/strip-glyphs.ts';

function label(title: string, extra: Partial<TabLabel> = {}): TabLabel {
  return { uri: `t:/${title}`, title, state: 'idle', detail: undefined, holder: undefined, ...extra };
}

function text(items: readonly StripItem[]): string {
  return items.map((item) => item.text).join('');
}

describe('tabStrip', () => {
  test('shows state, title and holder of each tab, the sign that closes the one in front, then the plus', () => {
    const tabs = [
      label('build', { state: 'running', clock: '12s', detail: '42%' }),
      label('dev', { holder: '@ada' }),
    ];
    const strip = tabStrip(tabs, 't:/build', 80, STRIP_GLYPHS);
    expect(text(strip)).toBe(' ● build ×  ○ dev @ada    + ');
    expect(strip[0]).toMatchObject({ closeFrom: 8, width: 11 });
    expect(strip[1]).not.toHaveProperty('closeFrom');
  });

  test('shows ten tabs at 80 columns, with shorter names where they are long', () => {
    const short = ['src', 'app', 'web', '~', 'api', 'docs', 'lib', 'test', 'etc', 'ops'];
    const all = tabStrip(
      short.map((each) => label(each)),
      't:/web',
      80,
      STRIP_GLYPHS,
    );
    expect(all.filter(({ kind }) => kind === 'tab')).toHaveLength(10);
    expect(textWidth(text(all))).toBeLessThanOrEqual(80);
    const long = short.map((each) => label(`${each}-of-the-customer`, { holder: '@somebody', clock: '59m' }));
    const strip = tabStrip(long, long[2]?.uri, 80, STRIP_GLYPHS);
    expect(strip.filter(({ kind }) => kind === 'tab').length).toBeGreaterThanOrEqual(4);
    expect(textWidth(text(strip))).toBeLessThanOrEqual(80);
  });

  test('keeps the active tab in sight, counts the others in one sign, and says when one of them calls', () => {
    const tabs = Array.from({ length: 20 }, (_, n) =>
      label(`terminal-${n}`, n === 0 ? { state: 'attention' } : {}),
    );
    const strip = tabStrip(tabs, 't:/terminal-10', 60, STRIP_GLYPHS);
    expect(strip.some((item) => item.kind === 'tab' && item.active)).toBe(true);
    const shown = strip.filter(({ kind }) => kind === 'tab').length;
    expect(strip.at(-2)).toMatchObject({ kind: 'more', text: ` ‹ ${20 - shown} more › `, calls: true });
    expect(textWidth(text(strip))).toBeLessThanOrEqual(60);
  });

  test('keeps its tabs in place while one walks through a page, and fills the last page', () => {
    const tabs = Array.from({ length: 20 }, (_, n) => label(`terminal-${n + 10}`));
    const pages = tabs.map(({ uri }) =>
      tabStrip(tabs, uri, 60, STRIP_GLYPHS).flatMap((item) => (item.kind === 'tab' ? [item.tab.title] : [])),
    );
    expect(new Set(pages.map(String)).size).toBeLessThanOrEqual(6);
    expect(pages.every((page) => page.length >= 4)).toBe(true);
    expect(pages.every((page, n) => page.includes(`terminal-${n + 10}`))).toBe(true);
  });

  test('counts at the right end what wants a person, those that wait first, and of that as much as fits', () => {
    const tabs = [
      label('front'),
      label('a', { state: 'attention' }),
      label('b', { state: 'done' }),
      label('c', { state: 'waits' }),
      label('d', { state: 'failed' }),
      label('e', { state: 'waits', snoozed: true }),
      label('f', { state: 'waits' }),
    ];
    const count = (cols: number) =>
      text(tabStrip(tabs, 't:/front', cols, STRIP_GLYPHS))
        .split(' + ')[1]
        ?.trim();
    expect(count(100)).toBe('2 wait · 1 done · 1 failed · 1 new');
    expect(count(82)).toBe('2 wait · 1 done');
    expect(count(70)).toBe('2 wait');
    expect(count(63)).toBe('');
    expect(roleOf(tabStrip(tabs, 't:/front', 100, STRIP_GLYPHS)[5] as StripItem)).toBe('tab');
  });

  test('cuts a long title at its end, by cells', () => {
    const [item] = tabStrip([label('x'.repeat(60)), label('y')], 't:/y', 80, STRIP_GLYPHS);
    expect(item?.text).toBe(` ○ ${'x'.repeat(23)}…   `);
    const [wide] = tabStrip([label('日本語'.repeat(10)), label('y')], 't:/y', 80, STRIP_GLYPHS);
    expect(textWidth(wide?.text ?? '')).toBeLessThanOrEqual(30);
  });

  describe.each([3, 6, 12, 30])('with %i tabs', (count) => {
    const titles = Array.from({ length: count }, (_, n) => `project-${n + 10}`);
    const names = titles.map((title) => label(title));
    const placed = (tabs: readonly TabLabel[], active: string) =>
      tabStrip(tabs, active, 100, STRIP_GLYPHS).map(({ x, width, kind }) => ({ x, width, kind }));

    test('keeps every tab where it is, whatever runs, waits, ends or exits in them', () => {
      const states: readonly TabState[] = ['idle', 'running', 'waits', 'done', 'failed', 'exited', 'away'];
      const places = states.map((state) =>
        placed(
          names.map((each) => ({ ...each, state, detail: '42%', clock: '9s' })),
          't:/project-10',
        ).filter(({ kind }) => kind !== 'count'),
      );
      expect(new Set(places.map((each) => JSON.stringify(each)))).toHaveProperty('size', 1);
    });

    test('shows the name of the one in front whole, and gives all others the same width whichever that is', () => {
      const strips = titles.map((title) => tabStrip(names, `t:/${title}`, 100, STRIP_GLYPHS));
      const tabs = strips.flatMap((strip) => strip.flatMap((item) => (item.kind === 'tab' ? [item] : [])));
      expect(tabs.filter(({ active }) => active).map(({ text }) => text.trim())).toEqual(
        titles.map((title) => `○ ${title} ×`),
      );
      expect(new Set(tabs.flatMap(({ active, width }) => (active ? [] : [width])))).toHaveProperty('size', 1);
    });
  });

  test('does not move a tab when another one comes to the front, where there is room', () => {
    const tabs = [label('a'), label('b', { state: 'running' }), label('c')];
    const places = tabs.map(({ uri }) => tabStrip(tabs, uri, 80, STRIP_GLYPHS).map(({ x }) => x));
    expect(new Set(places.map(String))).toHaveProperty('size', 1);
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
            STRIP_GLYPHS,
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
