/** Quotes words for a command line that bash, zsh and fish all read back as the same words. */

const PLAIN = /^[A-Za-z0-9_./:=@%+,-]+$/;

/** One word stays as written (`cotty new -- 'make && make test'`); several are quoted where they need it. */
export function commandLine(words: readonly string[]): string {
  const [only] = words;
  if (only !== undefined && words.length === 1) return only;
  return words.map(quote).join(' ');
}

function quote(word: string): string {
  if (PLAIN.test(word)) return word;
  // Only fish interprets backslashes inside single quotes: keep them outside, like the quotes themselves.
  return `'${word.replace(/['\\]/g, "'\\$&'")}'`;
}
