/** Glyphs of the body's own lines: one cell each, with an ASCII variant. */

export type Glyphs = {
  readonly open: string;
  readonly closed: string;
  readonly selected: string;
  readonly ellipsis: string;
  readonly line: string;
  /** Copies the output when it is clicked. */
  readonly copy: string;
};

const UNICODE: Glyphs = { open: '▾', closed: '▸', selected: '›', ellipsis: '…', line: '─', copy: '⧉' };
const ASCII: Glyphs = { open: 'v', closed: '>', selected: '*', ellipsis: '...', line: '-', copy: '=' };

export function glyphs(ascii: boolean): Glyphs {
  return ascii ? ASCII : UNICODE;
}
