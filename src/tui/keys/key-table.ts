/** The modes: where the keys go, one word each on screen. */

export const MODES = ['run', 'raw', 'lock', 'browse', 'page', 'dialog'] as const;

export type Mode = (typeof MODES)[number];

/** Modes whose keys belong to the inner program; cotty keeps only the reserved ones. */
export type PassThroughMode = 'raw' | 'lock';

export function isMode(word: string): word is Mode {
  return MODES.some((mode) => mode === word);
}

export function isPassThrough(mode: Mode): mode is PassThroughMode {
  return mode === 'raw' || mode === 'lock';
}

/** What each mode is, for help pages and the README. */
export const MODE_TEXT: Readonly<Record<Mode, string>> = {
  run: 'You type a command; Enter runs it and it becomes a block.',
  raw: 'Every key goes to the program, except the way back; pressed twice, that one goes there too.',
  lock: 'Every key goes to the program, the RAW key too. For tmux, emacs and the like.',
  browse: 'You walk the finished commands. Plain letters are commands.',
  page: 'A page is open: help, what ended elsewhere, the agents.',
  dialog: 'A question is open.',
};
