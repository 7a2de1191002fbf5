/** Converts a shell command to the keystrokes that make the shell's line editor run it. */

import { pasted } from './paste.ts';

export type ShellLine = {
  /** Whether the line editor has enabled bracketed paste, so that several lines arrive as one command. */
  readonly bracketedPaste: boolean;
  /** Whether the shell's line may hold half-typed text, which must be killed first. */
  readonly dirty: boolean;
  /** Whether the host delivers lines to this shell (`takesLines`). */
  readonly delivered?: boolean;
};

/**
 * Begins a line in `terminal/input`, which ends with a carriage return: a command that a user wrote in cotty's line editor. A
 * host with `takesLines` delivers its text to the shell as a whole, so that the shell's line editor never reads it as keys.
 */
const LINE_INPUT = '\x1b[713850@';

/** Longest line that is sent so, in UTF-16 units: longer input is sent in pieces. */
const MAX_LINE = 32 * 1024;

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
  if (line.delivered === true && text !== '' && text.length <= MAX_LINE)
    return lineInput(withoutControls(text));
  return `${typedLine(text, line)}\r`;
}

/** Encodes a line for a host that delivers it. */
export function lineInput(line: string): string {
  return `${LINE_INPUT}${line}\r`;
}

/** A piece of input: keys, or a whole line. */
export type InputPart = { readonly keys: string } | { readonly line: string };

/** Parts of one input in their order; undefined for input that is all keys. */
export function inputParts(data: string): readonly InputPart[] | undefined {
  if (!data.includes(LINE_INPUT)) return undefined;
  const [keys = '', ...rest] = data.split(LINE_INPUT);
  const parts: InputPart[] = keys === '' ? [] : [{ keys }];
  for (const each of rest) {
    const end = each.indexOf('\r');
    if (end < 0) parts.push({ keys: each });
    else {
      parts.push({ line: each.slice(0, end) });
      if (end + 1 < each.length) parts.push({ keys: each.slice(end + 1) });
    }
  }
  return parts;
}

/** Keeps only text, tabs and line breaks: an ESC in pasted text, or CSI in its 8-bit form, must not become a key press. */
function withoutControls(text: string): string {
  return text.replaceAll(/[\x00-\x08\x0b-\x1f\x7f\x9b]/g, '');
}
