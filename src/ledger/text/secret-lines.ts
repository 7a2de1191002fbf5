/** Redacts secrets in an output before it is written: only in lines that may hold one, so that a flood costs little. */

import { endsKey, opensKey, redact } from '../records/redact.ts';
import { NAME_SIGNS, secretForms } from '../records/secret-forms.ts';

/** Letters and signs of text, the frequent ones first. */
const FREQUENT = ' etaoinsrlcdm.-_/:hpu0123456789fgbwykvxjqz';

/**
 * Pieces in small letters of which every secret that `redact` knows holds one: searching for them is many times faster
 * than the patterns.
 */
const SIGNS = [...new Set(secretForms.flatMap(({ signs }) => signs))].map(fromRarest);

/** Words of names, which are frequent in text: they count only in a line that gives a value. */
const NAMES: ReadonlySet<string> = new Set([...NAME_SIGNS, 'pw']);

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
  const small = text.toLowerCase();
  // A few letters have small forms of another length, and places would not match.
  if (small.length !== text.length) return allLines(text);
  const starts = new Set<number>();
  for (const { sign, rest, skipped } of SIGNS) {
    const isName = NAMES.has(sign);
    for (let at = small.indexOf(rest); at !== -1; ) {
      if (!small.startsWith(sign, at - skipped)) {
        at = small.indexOf(rest, at + 1);
        continue;
      }
      const start = small.lastIndexOf('\n', at) + 1;
      // One sign in a line is enough.
      const end = lineEnd(small, at);
      if (!isName || givesValue(small.slice(start, end))) starts.add(start);
      at = small.indexOf(rest, end);
    }
  }
  return [...starts].sort((left, right) => left - right);
}

/** Cuts a sign so that it begins with its rarest letter: a search stops at each letter that is like the first one. */
function fromRarest(sign: string): {
  readonly sign: string;
  readonly rest: string;
  readonly skipped: number;
} {
  const rarity = Array.from(sign, (letter) => FREQUENT.indexOf(letter));
  const skipped = rarity.indexOf(Math.max(...rarity));
  return { sign, rest: sign.slice(skipped), skipped };
}

function allLines(text: string): number[] {
  const starts = [];
  for (let at = 0; at < text.length; at = lineEnd(text, at)) starts.push(at);
  return starts;
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
