/**
 * What a shared terminal has printed since its last command ended: with it another host can show the terminal. What ended
 * before stays where it was told: a host that is told of it again would wake who waits for it again.
 */

/** The mark by which a shell tells that a command has ended. */
const ENDED = '\x1b]633;D';
/** Limit: UTF-16 units. Beyond it the oldest is let go, and a line in its place says so. */
const LIMIT = 256 * 1024;

/** Resets what the text that was let go may have set. */
const CUT = '\x18\x1b[!p[cotty: what was printed before was not kept]\r\n';

export class ShownSince {
  #text = '';
  #isCut = false;

  add(text: string): void {
    // A mark may come in two pieces.
    const from = Math.max(0, this.#text.length - ENDED.length + 1);
    this.#text += text;
    const ended = this.#text.indexOf(ENDED, from) < 0 ? -1 : this.#text.lastIndexOf(ENDED);
    if (ended >= 0) {
      this.#text = this.#text.slice(ended);
      this.#isCut = false;
    }
    // To half, because a cut copies.
    if (this.#text.length <= LIMIT) return;
    this.#text = this.#text.slice(-LIMIT / 2);
    this.#isCut = true;
  }

  get text(): string {
    return this.#isCut ? CUT + this.#text : this.#text;
  }
}
