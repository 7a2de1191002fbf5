/** Glyphs of the frame, each one cell wide. The ASCII set is for terminals that lack some or draw them wider. */

export type Glyphs = {
  readonly tabActive: string;
  readonly tabIdle: string;
  readonly tabExited: string;
  readonly attention: string;
  /** A terminal that waits for a person. */
  readonly waits: string;
  /** A terminal that another window of the same person has. */
  readonly elsewhere: string;
  /** Copies the output of a block when it is clicked. */
  readonly copy: string;
  /** A block with a bookmark. */
  readonly bookmark: string;
  readonly folded: string;
  readonly unfolded: string;
  readonly success: string;
  readonly failure: string;
  readonly warning: string;
  readonly restart: string;
  readonly unknown: string;
  readonly prompt: string;
  readonly continuation: string;
  readonly separator: string;
  readonly horizontal: string;
  readonly vertical: string;
  readonly corners: readonly [topLeft: string, topRight: string, bottomLeft: string, bottomRight: string];
  /** Junctions of lines: to below, above, the right, the left, and to all sides. */
  readonly tees: readonly [down: string, up: string, right: string, left: string, cross: string];
  readonly ellipsis: string;
  readonly mask: string;
  readonly close: string;
  /** Around the count of tabs that do not fit. */
  readonly less: string;
  readonly greater: string;
  readonly add: string;
  readonly up: string;
  readonly down: string;
  /** The part of a scrollbar that is in view. */
  readonly thumb: string;
};

export const UNICODE_GLYPHS: Glyphs = {
  tabActive: '●',
  tabIdle: '○',
  tabExited: '-',
  attention: '!',
  waits: '◆',
  elsewhere: '⊞',
  copy: '⧉',
  bookmark: '★',
  folded: '▸',
  unfolded: '▾',
  success: '✓',
  failure: '✗',
  warning: '!',
  restart: '~',
  unknown: '?',
  prompt: '›',
  continuation: '·',
  separator: '·',
  horizontal: '─',
  vertical: '│',
  corners: ['┌', '┐', '└', '┘'],
  tees: ['┬', '┴', '├', '┤', '┼'],
  ellipsis: '…',
  mask: '•',
  close: '×',
  less: '‹',
  greater: '›',
  add: '+',
  up: '↑',
  down: '↓',
  thumb: '█',
};

export const ASCII_GLYPHS: Glyphs = {
  tabActive: '*',
  tabIdle: 'o',
  tabExited: '-',
  attention: '!',
  waits: '?',
  elsewhere: '#',
  copy: '=',
  bookmark: '*',
  folded: '>',
  unfolded: 'v',
  success: '+',
  failure: 'x',
  warning: '!',
  restart: '~',
  unknown: '?',
  prompt: '>',
  continuation: '.',
  separator: '|',
  horizontal: '-',
  vertical: '|',
  corners: ['+', '+', '+', '+'],
  tees: ['+', '+', '+', '+', '+'],
  ellipsis: '~',
  mask: '*',
  close: 'x',
  less: '<',
  greater: '>',
  add: '+',
  up: '^',
  down: 'v',
  thumb: '#',
};

/** Glyphs measured in the outer terminal at the start: each must move the cursor by one cell. */
export const MEASURED_GLYPHS: readonly string[] = ['●', '─', '…', '·', '×', '✓', '▸', '↑'];

export type AsciiSetting = 'auto' | 'on' | 'off';

/**
 * Chooses the glyph set. `narrow` says whether the measured glyphs are one cell wide; undefined when they could not
 * be measured.
 */
export function glyphsFor(
  setting: AsciiSetting,
  outer: { readonly term: string | undefined; readonly utf8: boolean; readonly narrow: boolean | undefined },
): Glyphs {
  if (setting !== 'auto') return setting === 'on' ? ASCII_GLYPHS : UNICODE_GLYPHS;
  const plain = !outer.utf8 || outer.narrow === false || BARE.test(outer.term ?? '');
  return plain ? ASCII_GLYPHS : UNICODE_GLYPHS;
}

/** TERM values of consoles without the glyphs: the Linux console, old VTs and dumb terminals. */
const BARE = /^(linux|dumb|vt\d+|cons25)/;
