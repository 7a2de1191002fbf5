import { describe, expect, it } from 'vitest';
import { textRow } from '../../../src/screen/cells/row.ts';
import { internStyle, sgr, styleOf } from '../../../src/screen/cells/style.ts';
import { ProgramColors } from '../../../src/screen/report/program-colors.ts';
import { tintOf } from '../../../src/tui/view/body-view.ts';

const red = internStyle({ fg: { kind: 'palette', index: 1 }, bold: true });
const row = textRow([{ text: 'ab', style: red }, { text: 'c' }], 4);

describe('a row in the colours that programs have set', () => {
  it('is the row itself while none is set', () => {
    expect(tintOf(new ProgramColors().current)(row)).toBe(row);
  });

  it('has true colours where they were changed, and all else as it was', () => {
    const colors = new ProgramColors();
    colors.take(4, '1;#102030');
    colors.take(11, '#405060');
    const { chars, styles } = tintOf(colors.current)(row);
    expect(chars).toBe(row.chars);
    const background = { kind: 'rgb', value: 0x405060 };
    expect(styleOf(styles[0] ?? 0)).toEqual({
      ...styleOf(red),
      fg: { kind: 'rgb', value: 0x102030 },
      bg: background,
    });
    expect(styleOf(styles[3] ?? 0)).toEqual({ ...styleOf(0), bg: background });
  });

  it('leaves other palette entries, true colours and the colour of underlines that has none', () => {
    const colors = new ProgramColors();
    colors.take(4, '1;#102030');
    colors.take(10, '#405060');
    const tint = tintOf(colors.current);
    const others = [
      internStyle({ fg: { kind: 'palette', index: 2 }, underline: 3 }),
      internStyle({ fg: { kind: 'rgb', value: 1 }, underline: 1, underlineColor: { kind: 'rgb', value: 1 } }),
    ];
    const styled = textRow(
      others.map((style) => ({ text: 'x', style })),
      2,
    );
    expect(tint(styled).styles.map(sgr)).toEqual(others.map(sgr));
    const underlined = internStyle({ underline: 2, underlineColor: { kind: 'palette', index: 1 } });
    const [id = 0] = tint(textRow([{ text: 'x', style: underlined }], 1)).styles;
    expect(styleOf(id).underlineColor).toEqual({ kind: 'rgb', value: 0x102030 });
  });

  it('stays the same object until a colour changes', () => {
    const colors = new ProgramColors();
    colors.take(4, '1;red');
    const tinted = tintOf(colors.current)(row);
    expect(tintOf(colors.current)(row)).toBe(tinted);
    colors.take(4, '1;blue');
    expect(tintOf(colors.current)(row)).not.toBe(tinted);
    colors.take(104, '');
    expect(tintOf(colors.current)(row)).toBe(row);
  });
});
