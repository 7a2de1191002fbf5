/** Converts a shell command to the keystrokes that make the shell's line editor run it. */

import { pasted } from './paste.ts';

export type ShellLine = {
  /** Whether the line editor has enabled bracketed paste, so that several lines arrive as one command. */
  readonly bracketedPaste: boolean;
  /** Whether the shell's line may hold half-typed text, which must be killed first. */
  readonly dirty: boolean;
};

/** Moves to the end of the line and kills to its start: works in readline, zle and fish, with emacs and vi-insert keys. */
export const KILL_LINE = '\x05\x15';

/** Returns the keystrokes without the final Enter, as Tab passes them to the shell. */
export function typedLine(text: string, { bracketedPaste, dirty }: ShellLine): string {
  const clean = withoutControls(text);
  const kill = dirty ? KILL_LINE : '';
  // A tab or line break typed plainly would be taken as completion or as Enter.
  if (!/[\n\t]/.test(clean)) return kill + clean;
  return kill + (bracketedPaste ? pasted(clean) : clean.replaceAll('\t', ' ').replaceAll('\n', '\r'));
}

export function submittedLine(text: string, line: ShellLine): string {
  return `${typedLine(text, line)}\r`;
}

/** Keeps only text, tabs and line breaks: an ESC in pasted text, or CSI in its 8-bit form, must not become a key press. */
function withoutControls(text: string): string {
  return text.replaceAll(/[\x00-\x08\x0b-\x1f\x7f\x9b]/g, '');
}
