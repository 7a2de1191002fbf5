/**
 * The output of one terminal as server-sent events: a snapshot, then what comes, each event with its position.
 *
 * A reader that is behind is not written to: once it has taken what is on its way it gets the rest from the host's replay,
 * or is told what it missed and gets a fresh snapshot. So it costs a bounded amount of memory and never slows a program.
 */

import type { ServerResponse } from 'node:http';
import type { ActionEnvelope } from '../../../protocol/envelope.ts';
import type { TerminalAction } from '../../../protocol/terminal/actions.ts';
import { ALWAYS } from '../../door/http-reply.ts';
import type { HostParts } from '../../parts.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { type OutputCounts, textOf } from './output-counts.ts';
import { type Position, positionId } from './output-position.ts';

/** Bytes on their way to a reader; beyond it nothing is added until it has taken all of them. */
const HIGH_WATER = 256 * 1024;
/** A comment so often: proxies and readers see that the line is alive. */
const BEAT_MS = 15_000;
/** Who has taken nothing of what is under way for so many beats is given up; a slow line needs a minute for a snapshot. */
const STILL_BEATS = 8;
/** How soon a browser comes back. */
const RETRY_MS = 1000;
const VERSION = '1.0.0';

export type StreamOptions = {
  readonly parts: Pick<HostParts, 'store' | 'terminals' | 'clock'>;
  readonly terminal: Terminal;
  readonly counts: OutputCounts;
  readonly host: string;
  readonly response: ServerResponse;
  /** The last thing heard of it. */
  readonly onClose: () => void;
};

export class OutputStream {
  readonly #options: StreamOptions;
  #seq = 0;
  #printed = 0;
  #behind = false;
  #ended = false;
  /** What was under way at the last beat, and at how many before. */
  #way = '';
  #still = 0;
  #cancelBeat: () => void = () => {};

  constructor(options: StreamOptions) {
    this.#options = options;
    const { response } = options;
    response.on('drain', () => this.#drained());
    response.once('close', () => this.#closed());
    // A 'close' follows.
    response.on('error', () => {});
  }

  /** `from`: what the reader has; undefined: nothing. `strange`: it says that it has something, but not from here. */
  start(from: Position | undefined, strange: boolean): void {
    const { response, terminal } = this.#options;
    response.writeHead(200, {
      ...ALWAYS,
      'Content-Type': 'text/event-stream; charset=utf-8',
      'X-Accel-Buffering': 'no',
    });
    response.write(`retry: ${RETRY_MS}\n\n`);
    this.#beat();
    terminal.settle();
    if (from !== undefined) {
      this.#resume(from);
      return;
    }
    if (strange) this.#tell('gap', { reason: 'what you had is not from this run of the host' });
    this.#snapshot();
  }

  /** An envelope of its terminal. */
  push(envelope: ActionEnvelope): void {
    if (this.#ended || this.#behind) return;
    this.#take(envelope);
    this.#behind = this.#isFull;
  }

  close(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#options.response.end();
  }

  get #isFull(): boolean {
    return this.#options.response.writableLength > HIGH_WATER;
  }

  #resume({ seq, printed }: Position): void {
    const { parts, terminal, counts } = this.#options;
    const { store } = parts;
    this.#seq = seq;
    this.#printed = printed;
    const isQuiet =
      store.missed(terminal.uri, seq, '') === undefined &&
      seq <= store.serverSeq &&
      printed === counts.of(terminal);
    if (!isQuiet) {
      this.#catchUp();
      return;
    }
    // Too long ago for a replay, but nothing was printed since: only what it stands for may have changed.
    this.#seq = store.serverSeq;
    const { cols, rows } = terminal.state;
    this.#tell('resize', { cols, rows });
    this.#exitIfExited();
  }

  #drained(): void {
    if (!this.#behind || this.#ended) return;
    this.#catchUp();
  }

  #catchUp(): void {
    const { parts, terminal } = this.#options;
    this.#behind = true;
    const isThere = parts.terminals.find(terminal.uri) === terminal;
    if (isThere) terminal.settle();
    const missed = parts.store.missed(terminal.uri, this.#seq, '');
    if (missed === undefined) {
      this.#afresh(isThere);
      return;
    }
    for (const envelope of missed) {
      if (this.#ended || this.#isFull) return;
      this.#take(envelope);
    }
    this.#behind = this.#isFull;
  }

  /** The host has no longer what comes next for this reader. */
  #afresh(isThere: boolean): void {
    const { terminal, counts } = this.#options;
    const missed = Math.max(0, counts.of(terminal) - this.#printed);
    this.#tell('gap', { missed, reason: 'this was printed faster than you read, or long ago' });
    if (isThere) {
      this.#snapshot();
    } else {
      this.#tell('exit', {});
      this.close();
    }
  }

  /** After `settle`. */
  #snapshot(): void {
    const { parts, terminal, counts } = this.#options;
    const { state } = terminal;
    const { content } = terminal.snapshot({ version: VERSION, screens: false }, {});
    this.#seq = parts.store.serverSeq;
    this.#printed = counts.of(terminal);
    const { title, cols, rows } = state;
    const omitted = counts.gone(terminal);
    const redrawn = content !== state.content;
    this.#tell('snapshot', { data: textOf(content), title, cols, rows, omitted, redrawn });
    this.#behind = this.#isFull;
    this.#exitIfExited();
  }

  #exitIfExited(): void {
    const { lifecycle } = this.#options.terminal.state;
    if (lifecycle.status === 'exited') this.#exit(lifecycle.exitCode);
  }

  #take({ serverSeq, action }: ActionEnvelope): void {
    this.#seq = serverSeq;
    const known = action as TerminalAction;
    switch (known.type) {
      case 'terminal/data':
        this.#printed += known.data.length;
        // Without a name: what a browser's `onmessage` gets.
        this.#tell(undefined, { data: known.data });
        break;
      case 'terminal/resized':
        this.#tell('resize', { cols: known.cols, rows: known.rows });
        break;
      case 'terminal/cleared':
        this.#tell('clear', {});
        break;
      case 'terminal/titleChanged':
        this.#tell('title', { title: known.title });
        break;
      case 'terminal/exited':
        this.#exit(known.exitCode);
        break;
      default:
    }
  }

  #exit(exitCode: number | undefined): void {
    this.#tell('exit', exitCode === undefined ? {} : { exitCode });
    this.close();
  }

  #tell(event: string | undefined, data: object): void {
    const { host, response } = this.#options;
    const id = positionId(host, { seq: this.#seq, printed: this.#printed });
    const name = event === undefined ? '' : `event: ${event}\n`;
    // A gap is not a place to come back to: whoever saw only that has nothing yet.
    const at = event === 'gap' ? '' : `id: ${id}\n`;
    response.write(`${at}${name}data: ${JSON.stringify(data)}\n\n`);
  }

  #beat(): void {
    const { parts, response } = this.#options;
    this.#cancelBeat = parts.clock.after(BEAT_MS, () => {
      const under = response.writableLength;
      const way = `${under} of ${response.socket?.bytesWritten ?? 0}`;
      this.#still = under > 0 && way === this.#way ? this.#still + 1 : 0;
      this.#way = way;
      if (this.#still >= STILL_BEATS) {
        response.destroy();
        return;
      }
      // What is under way shows that it lives just as well.
      if (under === 0 && !this.#ended) response.write(':\n\n');
      this.#beat();
    });
  }

  #closed(): void {
    this.#ended = true;
    this.#cancelBeat();
    this.#options.onClose();
  }
}
