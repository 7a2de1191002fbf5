/** What is said of an export: how much it is, and the secrets that were found in it. */

import type { ExportedRun, SecretFound } from './exported.ts';
import { wellFormed } from './facts.ts';
import { FORMATS, type FormatId } from './format-names.ts';

/** `3 commands as HTML`. */
export function amountText(runs: readonly ExportedRun[], format: FormatId): string {
  const title = FORMATS.find(({ id }) => id === format)?.title ?? format;
  return `${runs.length} ${runs.length === 1 ? 'command' : 'commands'} as ${title}`;
}

/** `2 secrets were redacted`. */
export function secretsText(found: readonly SecretFound[], withSecrets: boolean): string {
  const [count, were] = found.length === 1 ? ['1 secret', 'was'] : [`${found.length} secrets`, 'were'];
  return withSecrets ? `${count} ${were} found and left in` : `${count} ${were} redacted`;
}

/** `build #3, line 12 of the output: a token with the prefix of its issuer: TOKEN=[redacted]`. */
export function secretText({ terminal, seq, place, line, what, preview }: SecretFound): string {
  const where = place === 'command' ? 'the command' : place === 'note' ? 'the note' : 'the output';
  const at = line === undefined ? `in control sequences of ${where}` : `line ${line} of ${where}`;
  return wellFormed(`${terminal} #${seq}, ${at}: ${what}: ${preview}`);
}
