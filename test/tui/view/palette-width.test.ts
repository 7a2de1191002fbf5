import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../../src/client/commands/commands.ts';
import { textWidth } from '../../../src/screen/cells/text-width.ts';
import { layout } from '../../../src/tui/model/window-layout.ts';
import { dialogView } from '../../../src/tui/view/dialog-view.ts';
import { Driver, terminal } from '../../support/tui-model.ts';

const F9 = '\x1b[20~';

function palette(cols: number, query = ''): { readonly lines: readonly string[]; readonly width: number } {
  const driver = new Driver()
    .notify({ kind: 'resized', size: { cols, rows: 40 } })
    .list(terminal('one'))
    .type(F9 + query);
  const view = dialogView(driver.model, driver.viewState(), layout(driver.model.size).area);
  if (view === undefined) throw new Error('the palette is not open');
  return {
    lines: view.lines.slice(1).map((pieces) => pieces.map(({ text }) => text).join('')),
    width: view.rect.width,
  };
}

describe('the palette', () => {
  test('cuts no description in a window that has room for it', () => {
    const wide = palette(200);
    expect(wide.lines.filter((line) => line.includes('…'))).toEqual([]);
    const longest = Math.max(...Object.values(COMMANDS).map(({ help }) => textWidth(help)));
    expect(wide.width).toBeLessThan(longest + 60);
    // Typing does not change its width.
    expect(palette(200, 'theme').width).toBe(wide.width);
  });

  test('gives a description the room that the keys of its line leave', () => {
    const { lines, width } = palette(80);
    expect(lines.map((line) => textWidth(line))).toEqual(lines.map(() => width - 4));
    for (const line of lines) {
      // Two blanks stand before the keys, and nothing where there are none.
      if (line.includes('…')) expect(line).toMatch(/…(?: {2}\S.*)?$/);
    }
  });
});
