/** A link as a QR code for the camera of a phone, two modules to a character. */

import { renderUnicodeCompact } from 'uqr';

/** Empty modules around the code; cameras need some where the screen is dark. */
const BORDER = 2;

/**
 * Returns the lines of the code, or undefined if they are wider than `columns`. Colours are set, so that modules are dark on light
 * in every theme: the characters draw the light modules, so the foreground is light.
 */
export function qrCode(text: string, columns: number): string | undefined {
  const lines = renderUnicodeCompact(text, { border: BORDER }).split('\n');
  if (lines.some((line) => Array.from(line).length > columns)) return undefined;
  return lines.map((line) => `\x1b[38;5;231;48;5;16m${line}\x1b[0m\n`).join('');
}
