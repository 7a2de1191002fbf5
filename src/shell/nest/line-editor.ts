/** Bracketed paste is asked for: every line editor of bash 5.1, zsh and fish prints this right before it reads a line. */
export const READS = '\x1b[?2004h';
