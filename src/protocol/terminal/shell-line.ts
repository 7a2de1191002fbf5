/** A command as the keystrokes that make the shell's line editor run it. */

export type ShellLine = {
  /** The shell's line editor asked for bracketed paste: several lines arrive as one command. */
  readonly bracketedPaste: boolean;
  /** The shell's own line may hold half-typed text: it is killed first. */
  readonly dirty: boolean;
};

/** End of line, then kill to its start: empties the line in readline, zle and fish, in emacs and vi-insert keys. */
export const KILL_LINE = '\x05\x15';

/** The keystrokes without the final Enter: what Tab hands to the shell. */
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

/** As a terminal sends what was pasted: no key of it is obeyed. */
export function pasted(text: string): string {
  return `\x1b[200~${text}\x1b[201~`;
}

/** Nothing but text, tabs and line breaks: an ESC in pasted text must not become a key press. */
function withoutControls(text: string): string {
  return text.replaceAll(/[\x00-\x08\x0b-\x1f\x7f]/g, '');
}
