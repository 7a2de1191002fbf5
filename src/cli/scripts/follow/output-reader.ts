/** Guards writes to stdout, whose reader (the other end of a pipe) may be slow or close it. */

import type { Io } from '../../common/io.ts';

/** Exit code when the reader of stdout went away, as in a shell: 128 + SIGPIPE. */
export const NO_READER = 141;
/** Most characters that wait for the reader of a pipe. The host does not wait for it, so further output is dropped. */
const MAX_UNREAD = 256 * 1024 * 1024;

export class OutputReader {
  readonly #stdout: Io['stdout'];
  readonly #onGone: () => void;
  #dropped = 0;
  #isGone = false;
  readonly #fail = (): void => {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#onGone();
  };

  /** `onGone` is called once. As in a pipe of a shell, commands are then interrupted. */
  constructor({ stdout }: Pick<Io, 'stdout'>, onGone: () => void) {
    this.#stdout = stdout;
    this.#onGone = onGone;
    stdout.on?.('error', this.#fail);
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** A message that says how much output was dropped; undefined if none was. */
  get dropped(): string | undefined {
    if (this.#dropped === 0) return undefined;
    return `${this.#dropped} characters of the output were dropped: the reader of stdout is too slow`;
  }

  /** Calls `write` with the text, unless the reader is gone or too far behind. */
  take(text: string, write: (text: string) => void): void {
    if ((this.#stdout.writableLength ?? 0) > MAX_UNREAD) this.#dropped += text.length;
    else if (!this.#isGone) write(text);
  }

  close(): void {
    this.#stdout.off?.('error', this.#fail);
  }
}
