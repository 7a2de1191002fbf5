/** Switches on bracketed paste: the line editors of bash (since 5.1), zsh and fish print this right before they read a line. */
export const READS = '\x1b[?2004h';
