/** A link as a QR code for the camera of a phone, two modules to a character. */

import { renderUnicodeCompact } from 'uqr';

/** Empty modules around the code; cameras need some where the screen is dark. */
const BORDER = 2;

/**
 * Returns the lines, dark modules on light ground whatever the colours of the terminal; undefined where they do not fit. The
 * characters draw the light modules, so light is the colour of the text.
 */
export function qrCode(text: string, columns: number): string | undefined {
  const lines = renderUnicodeCompact(text, { border: BORDER }).split('\n');
  if (lines.some((line) => Array.from(line).length > columns)) return undefined;
  return lines.map((line) => `\x1b[38;5;231;48;5;16m${line}\x1b[0m\n`).join('');
}
