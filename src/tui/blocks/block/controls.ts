/** Shows terminal control characters as text: a command line may hold any. */

/** C0 (except tab and newline), DEL, C1. */
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

/** Prepares text for one line of the screen: control characters in caret notation, tabs as one blank. */
export function visible(text: string): string {
  return text.replaceAll('\t', ' ').replace(CONTROLS, caret);
}

function caret(char: string): string {
  const code = char.charCodeAt(0);
  if (code === 0x7f) return '^?';
  return code < 0x20 ? `^${String.fromCharCode(code + 0x40)}` : `\\x${code.toString(16)}`;
}
