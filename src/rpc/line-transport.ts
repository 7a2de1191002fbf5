/** A pair of byte streams as a transport, such as stdin and stdout of a program: one JSON text a line. */

import type { Readable, Writable } from 'node:stream';
import { LineReader } from './line-reader.ts';
import { CloseCode, type CloseReason, type Transport, TransportEvents } from './transport.ts';

export type LineTransportOptions = {
  readonly input: Readable;
  readonly output: Writable;
  /** Longest line in bytes. A peer that sends a longer one is disconnected, as on a WebSocket. */
  readonly maxLineBytes?: number;
  /**
   * Set where other words may come between the messages, as from the start files of a login shell or a job that they have left
   * behind: it gets them line by line. They may have no line end, so that a message follows in the same line. Before the first
   * message they have at most `MAX_PROSE` characters.
   */
  readonly onProse?: (line: string) => void;
  /** Called to end the peer, after its input was closed. */
  readonly end?: () => void;
  /** Whether somebody else tells when the connection has ended, and why (`finish`): the end of the input does not. */
  readonly isFinished?: 'elsewhere';
};

const MAX_LINE = 64 * 1024 * 1024;
/** Limit of what comes before the first message, in characters; beyond it this is no AHP host. */
const MAX_PROSE = 256 * 1024;
/** Limit of the places in a line at which a message is looked for behind other words. */
const MOST_TRIES = 8;
/** Bytes of messages that are delivered in one turn of the event loop, so that keys do not wait longer. */
const TURN_BYTES = 64 * 1024;
/** Milliseconds that a peer has to end after its input was closed. */
const CLOSE_GRACE_MS = 1_000;

export class LineTransport extends TransportEvents implements Transport {
  readonly #options: LineTransportOptions;
  readonly #lines: LineReader;
  /** Messages that have been read and not delivered: at most one read from the kernel. */
  readonly #waiting: string[] = [];
  #listener: ((text: string) => void) | undefined;
  #held = false;
  /** Characters before the first message; undefined from then on. */
  #prose: number | undefined;
  #isDelivering = false;
  #isClosing = false;
  #hasEnded = false;
  /** Why this end closes the connection. */
  #closing: CloseReason | undefined;

  constructor(options: LineTransportOptions) {
    super();
    this.#options = options;
    const { input, output, maxLineBytes = MAX_LINE, onProse } = options;
    this.#prose = onProse === undefined ? undefined : 0;
    this.#lines = new LineReader({
      maxBytes: maxLineBytes,
      onLine: (line) => this.#take(line),
      onTooLong: () => this.#refuseLine(maxLineBytes),
    });
    input.pause();
    input.on('data', (chunk: Buffer) => {
      if (this.#isClosing) return;
      this.#lines.read(chunk);
      // The end of it may never come.
      if (this.#lines.length > maxLineBytes) this.#refuseLine(maxLineBytes);
      this.#deliver();
    });
    input.on('end', () => {
      this.#hasEnded = true;
      if (this.#isClosing) this.finish();
      else this.#deliver();
    });
    output.on('drain', this.drained);
    // Who reads no more may have sent something before; the end of the input comes behind it.
    output.on('error', () => this.#finishSoon());
    input.on('error', () => this.#finishSoon());
    this.#deliver();
  }

  get buffered(): number {
    return this.#options.output.writableLength;
  }

  send(text: string): void {
    if (this.#isClosing || this.ended !== undefined) return;
    this.#options.output.write(`${text}\n`);
  }

  cork(on: boolean): void {
    const { output } = this.#options;
    if (on) output.cork();
    else output.uncork();
  }

  onMessage(listener: (text: string) => void): void {
    this.#listener = listener;
    this.#deliver();
  }

  hold(held: boolean): void {
    this.#held = held;
    this.#deliver();
  }

  close(code: number = CloseCode.Normal, reason = ''): void {
    if (this.#isClosing || this.ended !== undefined) return;
    this.#isClosing = true;
    this.#closing = { code, reason, clean: true };
    this.#waiting.length = 0;
    const { input, output } = this.#options;
    output.end();
    // What still comes is dropped; the end of it is heard.
    input.resume();
    if (this.#hasEnded) this.finish();
    else this.#finishSoon();
  }

  #finishSoon(): void {
    if (this.ended !== undefined) return;
    const timer = setTimeout(() => {
      this.#options.end?.();
      this.finish();
    }, CLOSE_GRACE_MS);
    this.onClose(() => clearTimeout(timer));
  }

  #refuseLine(most: number): void {
    this.close(CloseCode.TooBig, `a line has more than ${most} bytes`);
  }

  /** Tells that the connection has ended; `why` unless this end has closed it. */
  finish(why: CloseReason = { code: CloseCode.Abnormal, reason: '', clean: false }): void {
    if (this.ended !== undefined) return;
    // What has come before the end is delivered before it.
    if (!this.#held && !this.#isClosing) for (const text of this.#waiting.splice(0)) this.#listener?.(text);
    this.#waiting.length = 0;
    this.end(this.#closing ?? why);
  }

  #take(line: string): void {
    if (this.#isClosing) return;
    const { onProse } = this.#options;
    const at = onProse === undefined || /^\{\s*"/.test(line) ? 0 : messageAt(line);
    if (onProse !== undefined && at > 0) this.#takeProse(line.slice(0, at), onProse);
    if (this.#isClosing || at === line.length) return;
    this.#prose = undefined;
    this.#waiting.push(at === 0 ? line : line.slice(at));
  }

  #takeProse(words: string, onProse: (line: string) => void): void {
    if (this.#prose !== undefined) this.#prose += words.length + 1;
    if ((this.#prose ?? 0) > MAX_PROSE)
      this.close(CloseCode.TooBig, 'this is not an AHP host: it prints text');
    else onProse(words);
  }

  /** Delivers messages until this turn has had enough; the rest in the next one. */
  #deliver(): void {
    const { input } = this.#options;
    if (this.#isDelivering || this.#isClosing || this.ended !== undefined) return;
    this.#isDelivering = true;
    let delivered = 0;
    while (this.#listener !== undefined && !this.#held && delivered < TURN_BYTES) {
      const text = this.#waiting.shift();
      if (text === undefined) break;
      delivered += text.length;
      this.#listener(text);
    }
    this.#isDelivering = false;
    if (delivered >= TURN_BYTES) setImmediate(() => this.#deliver());
    // What comes before the first message is read also while nobody listens: a pipe that is full would hold up the host behind it.
    const isWanted = this.#listener !== undefined || this.#prose !== undefined;
    const isReading = isWanted && !this.#held && this.#waiting.length === 0;
    if (isReading && this.#hasEnded) {
      if (this.#options.isFinished === undefined) this.finish();
    } else if (isReading) input.resume();
    else input.pause();
  }
}

/** Returns where a message begins in a line that begins with other words; the length of the line if it has none. */
function messageAt(line: string): number {
  let at = line.indexOf('{');
  for (let tried = 0; at !== -1 && tried < MOST_TRIES; at = line.indexOf('{', at + 1)) {
    if (!/^\{\s*"/.test(line.slice(at, at + 16))) continue;
    tried += 1;
    if (isJson(line.slice(at))) return at;
  }
  return line.length;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
