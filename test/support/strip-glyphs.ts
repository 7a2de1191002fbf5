/** Signs of the tab bar, as tests of its items show them. */

import type { StripGlyphs } from '../../src/tui/view/tab-strip.ts';

export const STRIP_GLYPHS: StripGlyphs = {
  away: '-',
  idle: '○',
  running: '●',
  exited: '×',
  failed: '✗',
  attention: '!',
  waits: '◆',
  done: '✓',
  close: '×',
  ellipsis: '…',
  separator: '·',
  less: '‹',
  greater: '›',
  vertical: '│',
};
