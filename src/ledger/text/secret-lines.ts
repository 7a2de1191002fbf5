/** Redacts secrets in an output before it is written: only in lines that may hold one, so that a flood costs little. */

import { endsKey, opensKey, redact } from '../records/redact.ts';
import { lineEnd, suspectLines } from './secret-signs.ts';

/** Limit of a private key in UTF-16 units: after that many the search for its end stops and text is kept again. */
const KEY_MOST = 16 * 1024;
/** Limit of one line whose secrets are searched, in UTF-16 units: a longer one is searched in such pieces. */
const LINE_MOST = 64 * 1024;

export class SecretLines {
  /** UTF-16 units in which the end of a private key is still expected. */
  #keyLeft = 0;

  /** Returns the bytes of the text with secrets replaced. Lines keep their number: the lines of a private key become empty. */
  clean(text: Buffer): Buffer {
    const clean: Buffer[] = [];
    let done = 0;
    const takeLines = (): void => {
      do {
        const end = lineEnd(text, done);
        clean.push(Buffer.from(this.#line(text.toString('utf8', done, end))));
        done = end;
      } while (this.#keyLeft > 0 && done < text.length);
    };
    if (this.#keyLeft > 0) takeLines();
    for (const start of suspectLines(text)) {
      if (start < done) continue;
      clean.push(text.subarray(done, start));
      done = start;
      takeLines();
    }
    return done === 0 ? text : Buffer.concat([...clean, text.subarray(done)]);
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

function redactLong(line: string): string {
  if (line.length <= LINE_MOST) return redact(line);
  let clean = '';
  for (let from = 0; from < line.length; from += LINE_MOST)
    clean += redact(line.slice(from, from + LINE_MOST));
  return clean;
}
