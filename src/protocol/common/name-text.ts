/**
 * Names for display. Names of terminals, folders, hosts, people and agents come from programs, files and other machines: whoever
 * draws one must pass it through here, so that it stays on its line and controls nothing.
 */

/** Line breaks of all kinds, and tabs. */
const BREAKS = /[\t-\r\u0085\u2028\u2029]+/g;
/** Control characters, lone surrogates, and format characters (also direction marks) except the two joiners. */
const UNDRAWABLE = /[\p{Cc}\p{Cs}]|[^\P{Cf}\u200c\u200d]/gu;

/** Returns the name on one line: a blank for each line break or tab, and nothing for what cannot be drawn. */
export function nameText(name: string): string {
  return name.replace(BREAKS, ' ').replace(UNDRAWABLE, '');
}
