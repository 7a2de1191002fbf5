/** The keys of tmux: those after its prefix, and those of its copy mode. The bar lists them in this order. */

import type { BindingExtras } from './command.ts';
import type { CommandId } from './commands.ts';

/** One row of a key table; the table itself is given beside it. */
export type BindingRow = readonly [key: string, command: CommandId, more?: BindingExtras];

/** Cells by which tmux resizes a pane with Ctrl, and with Alt. */
const [ONE, FIVE] = [{ argument: 1 }, { argument: 5 }];

/** The keys after the prefix, the most useful first. */
export const TMUX_PREFIX_ROWS: readonly BindingRow[] = [
  ['c', 'tab.new'],
  ['n', 'tab.nextGroup'],
  ['p', 'tab.previousGroup'],
  ['%', 'pane.splitRight'],
  ['"', 'pane.splitBelow'],
  ['o', 'pane.next'],
  ['[', 'select.start'],
  ['d', 'app.detach'],
  ['?', 'help.open'],
  ['x', 'tab.killPane'],
  ['z', 'pane.zoom'],
  [',', 'tab.rename'],
  ['w', 'tab.list'],
  ['s', 'tab.list'],
  ['l', 'tab.last'],
  [':', 'palette.open'],
  [']', 'select.paste'],
  ['&', 'tab.killWindow'],
  ...Array.from({ length: 10 }, (_, n): BindingRow => [`${n}`, 'tab.group', { argument: n === 0 ? 10 : n }]),
  ['left', 'pane.left'],
  ['right', 'pane.right'],
  ['up', 'pane.up'],
  ['down', 'pane.down'],
  [';', 'pane.last'],
  ['ctrl+left', 'pane.resizeLeft', ONE],
  ['ctrl+right', 'pane.resizeRight', ONE],
  ['ctrl+up', 'pane.resizeUp', ONE],
  ['ctrl+down', 'pane.resizeDown', ONE],
  ['alt+left', 'pane.resizeLeft', FIVE],
  ['alt+right', 'pane.resizeRight', FIVE],
  ['alt+up', 'pane.resizeUp', FIVE],
  ['alt+down', 'pane.resizeDown', FIVE],
  ['!', 'pane.breakOut'],
  ['{', 'pane.swapPrevious'],
  ['}', 'pane.swapNext'],
  ['space', 'pane.arrange'],
  ['E', 'pane.even'],
  ['alt+1', 'pane.beside'],
  ['alt+2', 'pane.below'],
  ['alt+3', 'pane.mainAbove'],
  ['alt+4', 'pane.mainLeft'],
  ['alt+5', 'pane.grid'],
  ['ctrl+o', 'pane.rotate'],
  ['m', 'pane.mark'],
  ['q', 'pane.number'],
  ["'", 'tab.number'],
  ['.', 'tab.moveTo'],
  ['f', 'find.everywhere'],
  ['pageup', 'select.start'],
  ['r', 'app.redraw'],
  ['i', 'app.about'],
  ['t', 'app.clock'],
  ['~', 'feed.open'],
  ['(', 'app.sessions'],
  [')', 'app.sessions'],
  ['ctrl+z', 'app.suspend'],
];

/**
 * Keys of tmux behind the prefix that open a prompt, a list or a menu which cotty has not, with the command that tmux runs. Here
 * they open the palette with that line: it says what to use, and what is typed by habit goes to it, not to the terminal.
 */
export const TMUX_PROMPTS: Readonly<Record<string, string>> = {
  $: 'rename-session ',
  '=': 'choose-buffer ',
  '#': 'list-buffers ',
  D: 'choose-client ',
  C: 'customize-mode ',
  '<': 'display-menu ',
  '>': 'display-menu ',
  '/': 'list-keys ',
};

/** Keys of tmux's copy mode with vi keys that differ from those of SELECT. */
export const TMUX_SELECT_ROWS: readonly BindingRow[] = [
  ['v', 'select.characters'],
  ['o', 'select.otherEnd'],
  ['O', 'select.openLink'],
  ['?', 'block.search'],
  ['escape', 'select.clear'],
];

/** Keys of tmux's copy mode with emacs keys. They replace the vi keys of the same name; other vi keys stay. */
export const EMACS_SELECT_ROWS: readonly BindingRow[] = [
  ['ctrl+space', 'select.characters'],
  ['alt+w', 'select.copy'],
  ['ctrl+w', 'select.copy'],
  ['R', 'select.rectangle'],
  ['escape', 'select.leave'],
  ['ctrl+s', 'block.search'],
  ['ctrl+r', 'block.search'],
  ['ctrl+b', 'select.left'],
  ['ctrl+f', 'select.right'],
  ['ctrl+n', 'select.down'],
  ['ctrl+p', 'select.up'],
  ['alt+f', 'select.wordEnd'],
  ['alt+b', 'select.wordPrevious'],
  ['ctrl+a', 'select.rowStart'],
  ['ctrl+e', 'select.rowEnd'],
  ['alt+m', 'select.textStart'],
  ['alt+<', 'select.first'],
  ['alt+>', 'select.last'],
  ['alt+R', 'select.viewTop'],
  ['alt+r', 'select.viewMiddle'],
  ['ctrl+v', 'select.pageDown'],
  ['space', 'select.pageDown'],
  ['alt+v', 'select.pageUp'],
];
