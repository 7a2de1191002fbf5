/** Keeps terminal control characters out of what is shown and copied: a command line may hold any. */

/** C0 (but tab and newline), DEL, C1. */
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

/** For one line of the screen: control characters in caret notation, tabs as one blank. */
export function visible(text: string): string {
  return text.replaceAll('\t', ' ').replace(CONTROLS, caret);
}

/** For the clipboard: control characters dropped, tabs and newlines kept. */
export function withoutControls(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(CONTROLS, '');
}

function caret(char: string): string {
  const code = char.charCodeAt(0);
  if (code === 0x7f) return '^?';
  return code < 0x20 ? `^${String.fromCharCode(code + 0x40)}` : `\\x${code.toString(16)}`;
}
