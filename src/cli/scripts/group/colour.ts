/** Colours of names and exit codes, for a terminal that shows them. */

import type { Io, Output } from '../../ground/io.ts';

const CODES = { red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36 } as const;

export type Colour = keyof typeof CODES;

/** Names of terminals side by side; red is left to failures. */
const NAMES: readonly Colour[] = ['cyan', 'green', 'yellow', 'magenta', 'blue'];

export function colourOfName(index: number): Colour {
  return NAMES[index % NAMES.length] ?? 'cyan';
}

/** Blanks at the end are left as they are, so that they can be cut off. */
export function coloured(text: string, colour: Colour): string {
  const shown = text.trimEnd();
  return `\x1b[${CODES[colour]}m${shown}\x1b[0m${text.slice(shown.length)}`;
}

export function hasColours({ isTTY }: Output, { env }: Pick<Io, 'env'>): boolean {
  return isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
}
