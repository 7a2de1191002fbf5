/** Redacts secrets in an output before it is written: only in lines that may hold one, so that a flood costs little. */

import { endsKey, opensKey, redact } from '../records/redact.ts';

/**
 * Pieces of which every secret that `redact` knows holds one, beginning with letters that are rare in text: searching for
 * them is many times faster than the patterns. Names of secrets are written in small letters, capitals, or as one word of several.
 */
const NAMES: readonly string[] = [
  ...['key', 'Key', 'KEY', 'token', 'Token', 'TOKEN'],
  ...['sswd', 'SSWD', 'ssWd', 'word', 'Word', 'WORD', 'phrase', 'Phrase', 'PHRASE'],
  ...['cret', 'CRET', 'cred', 'Cred', 'CRED'],
];
const SIGNS: readonly string[] = [
  ...['bearer', 'Bearer', 'BEARER', 'zation:', 'ZATION:'],
  ...['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', '_pat_', 'glpat-', 'xox', 'sk-', 'k_live', 'k_test'],
  ...['AKIA', 'ASIA', 'AIza', 'npm_', 'SG.', 'eyJ', '://', '-----BEGIN', '-----END'],
];

/** Limit of a private key in UTF-16 units: after that many the search for its end stops and text is kept again. */
const KEY_MOST = 16 * 1024;
/** Limit of one line whose secrets are searched, in UTF-16 units: a longer one is searched in such pieces. */
const LINE_MOST = 64 * 1024;

export class SecretLines {
  /** UTF-16 units in which the end of a private key is still expected. */
  #keyLeft = 0;

  /** Returns the text with secrets replaced. Lines keep their number: the lines of a private key become empty. */
  clean(text: string): string {
    let clean = '';
    let done = 0;
    const takeLines = (): void => {
      do {
        const end = lineEnd(text, done);
        clean += this.#line(text.slice(done, end));
        done = end;
      } while (this.#keyLeft > 0 && done < text.length);
    };
    if (this.#keyLeft > 0) takeLines();
    for (const start of suspectLines(text)) {
      if (start < done) continue;
      clean += text.slice(done, start);
      done = start;
      takeLines();
    }
    return done === 0 ? text : clean + text.slice(done);
  }

  #line(line: string): string {
    const newline = line.endsWith('\r\n') ? '\r\n' : line.endsWith('\n') ? '\n' : '';
    if (this.#keyLeft > 0) {
      this.#keyLeft = endsKey(line) ? 0 : Math.max(0, this.#keyLeft - line.length);
      return newline;
    }
    if (opensKey(line) && !endsKey(line)) this.#keyLeft = KEY_MOST;
    const clean = redactLong(line);
    return clean.endsWith(newline) ? clean : clean + newline;
  }
}

/** Returns the starts of the lines in which a sign stands, in order. */
function suspectLines(text: string): number[] {
  const starts = new Set<number>();
  for (const sign of [...SIGNS, ...NAMES]) {
    const isName = NAMES.includes(sign);
    for (let at = text.indexOf(sign); at !== -1; ) {
      const start = text.lastIndexOf('\n', at) + 1;
      // One sign in a line is enough.
      const end = lineEnd(text, at);
      if (!isName || givesValue(text.slice(start, end))) starts.add(start);
      at = text.indexOf(sign, end);
    }
  }
  return [...starts].sort((left, right) => left - right);
}

/** Whether a name in this line may have a value: `NAME=…`, `NAME: …`, `--NAME …`. */
function givesValue(line: string): boolean {
  return line.includes('=') || line.includes(':') || line.includes('--');
}

function lineEnd(text: string, from: number): number {
  const at = text.indexOf('\n', from);
  return at === -1 ? text.length : at + 1;
}

function redactLong(line: string): string {
  if (line.length <= LINE_MOST) return redact(line);
  let clean = '';
  for (let from = 0; from < line.length; from += LINE_MOST)
    clean += redact(line.slice(from, from + LINE_MOST));
  return clean;
}
