/**
 * Makes pasted text safe for a program. All text of others that goes to a program as a paste comes through here: in the window, in
 * the page, and where the host types a command.
 */

const BEGIN = '\x1b[200~';
const END = '\x1b[201~';

export type PastePart = {
  /** Whether the program has asked for bracketed paste (DEC mode 2004). */
  readonly bracketed: boolean;
  /** Whether earlier pieces of the same paste were sent. */
  readonly continued?: boolean;
  /** Whether further pieces of the same paste follow. */
  readonly more?: boolean;
};

/**
 * Encodes a piece of a paste. Without brackets line ends become CR, as the Enter key sends. An empty paste in brackets is sent
 * as well: by it a program may learn of an image on the clipboard.
 */
export function encodePaste(text: string, { bracketed, continued = false, more = false }: PastePart): string {
  if (!bracketed) return text.replace(/\r?\n/g, '\r');
  return `${continued ? '' : BEGIN}${withoutEscapes(text)}${more ? '' : END}`;
}

/** Wraps text as a whole bracketed paste, so that no character of it acts as a key. */
export function pasted(text: string): string {
  return encodePaste(text, { bracketed: true });
}

/** Removes the brackets of a paste: a program that did not ask for them would show them. */
export function unbracketed(data: string): string {
  return data.replaceAll(BEGIN, '').replaceAll(END, '');
}

/** Characters that begin an escape sequence: ESC, and CSI in its 8-bit form. */
const ESCAPES = /[\x1b\x9b]/g;
/** The sign for ESC, which xterm.js and VS Code put in its place. */
const ESCAPE_SIGN = '\u241b';

/**
 * Makes it impossible that text ends the brackets around it. No single character is left that could begin the end mark, so no
 * pieces can be joined to one either. What was there stays visible.
 */
function withoutEscapes(text: string): string {
  return text.replace(ESCAPES, (char) => (char === '\x9b' ? `${ESCAPE_SIGN}[` : ESCAPE_SIGN));
}
