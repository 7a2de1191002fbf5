import { expect, test } from 'vitest';
import { blankRow, rowText } from '../../../src/screen/cells/row.ts';
import { themeFor } from '../../../src/tui/theme/theme.ts';
import { type BarView, barOverlays } from '../../../src/tui/view/bar-view.ts';
import { compose } from '../../../src/tui/view/compose.ts';

const theme = themeFor({ setting: 'dark', noColor: false });
const bar: BarView = {
  chip: { text: ' RAW ', role: 'modeRaw' },
  middle: { text: 'vim 3s', role: 'running' },
  hints: { text: ' Ctrl+K back ', role: 'muted' },
  x: 6,
  width: 21,
};

function painted(view: BarView, cols: number): string {
  const rows = [blankRow(cols), blankRow(cols)];
  const [, row] = compose(rows, barOverlays(view, { x: 0, y: 1, width: cols, height: 1 }, theme));
  return row === undefined ? '' : rowText(row);
}

test('the middle stands behind the chip, the hints at the right end', () => {
  expect(painted(bar, 40)).toBe('      vim 3s                Ctrl+K back');
});

test('what does not fit is cut, and what is empty leaves its place as it is', () => {
  expect(painted({ ...bar, width: 3 }, 12)).toBe('      vim Ct');
  expect(painted({ ...bar, middle: { text: '', role: 'input' } }, 40)).toBe(`${' '.repeat(28)}Ctrl+K back`);
});
