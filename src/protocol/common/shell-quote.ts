/** Texts as words of a POSIX shell, which reads nothing into them. */

const PLAIN = /^[\w@%+=:,./-]+$/;

/** Returns the text in quotes. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns the text in quotes where it needs them. */
export function shellWord(text: string): string {
  return PLAIN.test(text) ? text : shellQuoted(text);
}
