import { describe, expect, it } from 'vitest';
import { blocksOf } from '../../../src/client/blocks/block.ts';
import { rowText } from '../../../src/screen/cells/row.ts';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { planBody } from '../../../src/tui/blocks/list/plan.ts';
import { chromeRow } from '../../../src/tui/paint/frame.ts';
import { ScreenView } from '../../../src/tui/terminal/screen-view.ts';
import { bodyView } from '../../../src/tui/view/body-view.ts';
import { pieceOverlay } from '../../../src/tui/view/compose.ts';
import { Driver } from '../../support/tui-model.ts';
import { bodyOf, command, ME, stateOf } from '../blocks/sample.ts';

const MARKS = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';
const isMarked = (text: string) => [...MARKS].some((mark) => text.includes(mark));

describe('text of others in the window', () => {
  it('cannot turn the direction of what stands beside it', () => {
    expect(rowText(chromeRow([{ text: `gpj.${MARKS}exe${MARKS}` }, { text: '|' }], 10))).toBe('gpj.exe|');
  });

  it('is clean in the bar and in the headers of blocks', () => {
    const { appearance } = new Driver().model;
    const [bar] = pieceOverlay(
      { text: `held by a${MARKS}b`, role: 'warning' },
      { x: 0, y: 0, width: 20 },
      appearance.theme,
    );
    expect(bar && rowText(bar.row)).toBe('held by ab');
    const part = command({ commandLine: `ls ${MARKS}x`, output: '', meta: { writer: `user:to${MARKS}m` } });
    const plan = planBody(bodyOf([], { blocks: blocksOf(stateOf([part]), ME) }));
    const live = new ScreenView(new Emulator({ cols: 40, rows: 10, scrollback: 0 }));
    const rows = bodyView({ plan, live, rect: { x: 0, y: 0, width: 60, height: 10 }, appearance, now: 0 });
    const text = rows.map(({ row }) => rowText(row)).join('\n');
    expect(text).toContain('ls x');
    expect(isMarked(text)).toBe(false);
    live.close();
  });
});
