/** The key tables: each is a set of bindings, and exactly one of them decides what a key does at any moment. */

export const KEY_TABLES = ['run', 'raw', 'lock', 'browse', 'select', 'page', 'history', 'dialog'] as const;

/** The window's modes (RUN, RAW, LOCK, BROWSE, SELECT) have one key table each; open pages and dialogs have their own. */
export type KeyTable = (typeof KEY_TABLES)[number];

/** Modes in which keys go to the program; cotty takes only the reserved keys. */
export type PassThroughMode = 'raw' | 'lock';

export function isKeyTable(word: string): word is KeyTable {
  return KEY_TABLES.some((table) => table === word);
}

export function isPassThrough(table: KeyTable): table is PassThroughMode {
  return table === 'raw' || table === 'lock';
}

/** Whether letters are commands, as in BROWSE and SELECT, and no key goes to the program. */
export function isBrowsing(table: KeyTable): table is 'browse' | 'select' {
  return table === 'browse' || table === 'select';
}

/** One sentence about each key table, for help pages and the README. */
export const KEY_TABLE_TEXT: Readonly<Record<KeyTable, string>> = {
  run: 'You type a command; Enter runs it and it becomes a block.',
  raw: 'Every key goes to the program, except the one that leads back (press it twice to send it), two that scroll, and two while another terminal waits.',
  lock: 'Every key goes to the program, the RAW key too. For tmux, emacs and the like.',
  browse: 'You browse the shell commands that have finished. Plain letters are commands.',
  select: 'You select text with a cursor, as in the copy mode of tmux or in vi.',
  page: 'A page is open: help, who waits and what has ended, or the agents.',
  history: 'The history is open, and keys go to its list; in its field they are those of a dialog.',
  dialog: 'A question is open.',
};
