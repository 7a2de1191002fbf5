import { expect, test } from 'vitest';
import { rowText, textRow } from '../../../src/screen/cells/row.ts';
import type { TabLabel } from '../../../src/tui/model/tab-label.ts';
import { layout } from '../../../src/tui/model/window-layout.ts';
import { themeFor } from '../../../src/tui/theme/theme.ts';
import { compose } from '../../../src/tui/view/compose.ts';
import { clockOverlays, withoutClocks } from '../../../src/tui/view/tab-labels.ts';
import { tabStrip } from '../../../src/tui/view/tab-strip.ts';
import { STRIP_GLYPHS } from '../../support/strip-glyphs.ts';

const theme = themeFor({ setting: 'dark', noColor: false });
/** An agent whose name looks like a clock, and a title of wide characters. */
function strip(clock: string, cols = 80) {
  const tabs: TabLabel[] = [
    { uri: 'a', title: '漢字 3s', state: 'running', detail: undefined, clock, holder: '@3s' },
    { uri: 'b', title: 'dev', state: 'idle', detail: undefined, holder: undefined },
  ];
  return tabStrip(tabs, 'a', cols, STRIP_GLYPHS);
}

test('a second that passes leaves what Ink lays out as it was', () => {
  expect(withoutClocks(strip('3s'))).toEqual(withoutClocks(strip('4s')));
  expect(withoutClocks(strip('3s'))).not.toEqual(withoutClocks(strip('12s')));
});

test('painted over it, the clocks stand where the strip has them', () => {
  const parts = layout({ cols: 80, rows: 24 });
  const drawn = textRow(
    [
      {
        text: withoutClocks(strip('3s'))
          .map(({ text }) => text)
          .join(''),
      },
    ],
    80,
  );
  const [row] = compose([drawn], clockOverlays(strip('3s'), parts, theme));
  expect(row && rowText(row)).toBe(' ● 漢字 3s 3s @3s ×  ○ dev  +');
});

test('a window too low for tabs, or too narrow for this one, has none', () => {
  expect(clockOverlays(strip('3s'), layout({ cols: 80, rows: 4 }), theme)).toEqual([]);
  expect(clockOverlays(strip('3s', 8), layout({ cols: 8, rows: 24 }), theme)).toEqual([]);
});
