/**
 * The table of hyperlinks (OSC 8) that may be shown: maps addresses to small numbers, for styles.
 *
 * Limits: the 4,096 newest addresses; cells of older ones lose their link. Numbers are never reused. An address comes from
 * a program: only those of known schemes, of at most 2,083 characters and without control or format characters are kept.
 */

const LINKS_LIMIT = 4096;
const ADDRESS_LIMIT = 2083;

/** Schemes that a person may open without running anything. */
const SCHEMES: readonly string[] = ['http:', 'https:', 'file:', 'mailto:', 'ftp:', 'ssh:'];

/** Control and format characters, line separators, lone surrogates: they would end the sequence or disguise the address. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;

const addresses = new Map<number, string>();
const numbers = new Map<string, number>();
let next = 1;

/** Returns the number of an address; 0 for one that is not shown as a link. */
export function linkTo(address: string): number {
  const known = numbers.get(address);
  if (known !== undefined) return known;
  const clean = cleanAddress(address);
  if (clean === undefined) return 0;
  const number = next++;
  addresses.set(number, clean);
  numbers.set(address, number);
  if (numbers.size > LINKS_LIMIT) forgetOldest();
  return number;
}

/** Returns the address of a link; undefined for 0 and for one that was forgotten. */
export function linkAddress(number: number): string | undefined {
  return addresses.get(number);
}

function cleanAddress(address: string): string | undefined {
  if (address.length > ADDRESS_LIMIT) return undefined;
  const clean = address.replace(HIDDEN, '');
  const scheme = clean.slice(0, clean.indexOf(':') + 1).toLowerCase();
  return SCHEMES.includes(scheme) ? clean : undefined;
}

function forgetOldest(): void {
  for (const [address, number] of numbers) {
    numbers.delete(address);
    addresses.delete(number);
    return;
  }
}
