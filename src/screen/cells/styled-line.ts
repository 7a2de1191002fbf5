/** Lines of text as pieces that each have one style: what pages, pictures and documents are drawn from. */

/** A colour: one of the 256 by its number, or a true one as `#rrggbb`. */
export type TextColor = number | string;

export type TextStyle = {
  readonly fg?: TextColor;
  readonly bg?: TextColor;
  readonly bold?: true;
  readonly dim?: true;
  readonly italic?: true;
  readonly underline?: true;
  /** An underline that is not a single one, and its colour if it has one of its own. */
  readonly underlineStyle?: 'double' | 'curly' | 'dotted' | 'dashed';
  readonly underlineColor?: TextColor;
  readonly overline?: true;
  readonly inverse?: true;
  readonly strike?: true;
  readonly hidden?: true;
  /** Where a link of a program (OSC 8) leads. */
  readonly link?: string;
};

export type TextSpan = { readonly text: string; readonly style?: TextStyle };

export type StyledLine = readonly TextSpan[];

export function textOfLine(line: StyledLine): string {
  return line.length === 1 ? (line[0]?.text ?? '') : line.map(({ text }) => text).join('');
}
