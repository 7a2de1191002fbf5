/** Lines of output as the page shows them: pieces of text, each with one style. */

/** A colour: one of the 256 by its number, or a true one as `#rrggbb`. */
export type TextColor = number | string;

export type TextStyle = {
  readonly fg?: TextColor;
  readonly bg?: TextColor;
  readonly bold?: true;
  readonly dim?: true;
  readonly italic?: true;
  readonly underline?: true;
  readonly inverse?: true;
  readonly strike?: true;
  readonly hidden?: true;
  /** Where a link of a program (OSC 8) leads. */
  readonly link?: string;
};

export type TextSpan = { readonly text: string; readonly style?: TextStyle };

export type StyledLine = readonly TextSpan[];

/** Gives lines their numbers in a whole output, in which so many are before them. */
export function numbered(lines: readonly StyledLine[], before: number) {
  return lines.map((line, index) => ({ line, number: before + index + 1 }));
}

export function textOfLine(line: StyledLine): string {
  return line.length === 1 ? (line[0]?.text ?? '') : line.map(({ text }) => text).join('');
}
