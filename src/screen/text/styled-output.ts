/** Finished outputs as lines of styled text, read by the emulator. */

import { clusterSequence } from '../cells/cluster-mode.ts';
import { linkAddress } from '../cells/link-table.ts';
import type { Row } from '../cells/row.ts';
import { type CellColor, type CellStyle, type StyleId, styleOf } from '../cells/style.ts';
import { styleLink } from '../cells/style-table.ts';
import type { StyledLine, TextColor, TextSpan, TextStyle } from '../cells/styled-line.ts';
import { withoutMissingNewlineMark } from './missing-newline.ts';
import { OutputRenderer } from './output-renderer.ts';
import { isRowLocal, withCarriageReturns } from './row-local.ts';

/** Returns the lines that an output has left on a screen of this width. */
export function styledOutput(output: string, cols: number): readonly StyledLine[] {
  const renderer = new OutputRenderer(() => clusterSequence(true));
  try {
    const whole = withoutMissingNewlineMark(output);
    // Lines of a record, and of a program that has switched ONLCR off, end with a line feed alone.
    const isBare = isRowLocal(whole) || !whole.includes('\r\n');
    const { lines } = renderer.render(isBare ? withCarriageReturns(whole) : whole, cols);
    return lines.map(styledLineOf);
  } finally {
    renderer.close();
  }
}

// Rows.

type Cells = Pick<Row, 'chars' | 'styles'>;

/** Returns the cells of a row as pieces of text that each have one style. */
function styledLineOf({ chars, styles }: Cells): StyledLine {
  const spans: TextSpan[] = [];
  let text = '';
  let current: StyleId = 0;
  const close = () => {
    const style = textStyleOf(current);
    if (text !== '') spans.push(style === undefined ? { text } : { text, style });
    text = '';
  };
  chars.forEach((char, x) => {
    const id = styles[x] ?? 0;
    if (id !== current) close();
    current = id;
    text += char;
  });
  close();
  return spans;
}

/** Returns a style as data; undefined for the default one. */
function textStyleOf(id: StyleId): TextStyle | undefined {
  if (id === 0) return undefined;
  const style = styleOf(id);
  const fg = colorOf(style.fg);
  const bg = colorOf(style.bg);
  const link = linkAddress(styleLink(id));
  return {
    ...(fg !== undefined && { fg }),
    ...(bg !== undefined && { bg }),
    ...(style.bold && { bold: true }),
    ...(style.dim && { dim: true }),
    ...(style.italic && { italic: true }),
    ...underlineOf(style),
    ...(style.inverse && { inverse: true }),
    ...(style.strikethrough && { strike: true }),
    ...(style.overline && { overline: true }),
    ...(style.invisible && { hidden: true }),
    ...(link !== undefined && { link }),
  };
}

const UNDERLINES = [undefined, undefined, 'double', 'curly', 'dotted', 'dashed'] as const;

function underlineOf({ underline, underlineColor }: CellStyle): Partial<TextStyle> {
  if (underline === 0) return {};
  const style = UNDERLINES[underline];
  const color = colorOf(underlineColor);
  return {
    underline: true,
    ...(style !== undefined && { underlineStyle: style }),
    ...(color !== undefined && { underlineColor: color }),
  };
}

function colorOf(color: CellColor): TextColor | undefined {
  if (color.kind === 'default') return undefined;
  return color.kind === 'palette' ? color.index : `#${color.value.toString(16).padStart(6, '0')}`;
}
