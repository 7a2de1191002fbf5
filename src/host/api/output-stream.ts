/**
 * Streams the output of one terminal as server-sent events: a snapshot, then the output as it comes, each event with its
 * position; and what its program does, whenever that changes.
 *
 * Nothing more is written to a reader that is behind. Once it has caught up, it gets the rest from the envelopes that the host
 * has kept, or a `gap` event and a new snapshot. So a reader costs limited memory and never slows a program.
 */

import type { ServerResponse } from 'node:http';
import type { ActionEnvelope } from '../../protocol/envelope.ts';
import type { TerminalAction } from '../../protocol/terminal/actions.ts';
import type { Clock } from '../common/clock.ts';
import { ALWAYS, EVENT_STREAM } from '../listener/http-reply.ts';
import type { Store } from '../stream/store.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Terminals } from '../terminal/terminals.ts';
import { charsOf, textOf } from '../text/content-text.ts';
import { TextLog } from '../text/text-log.ts';

/** Most bytes that may be unsent to a reader. Beyond it nothing is written until all of them are sent. */
const HIGH_WATER = 256 * 1024;
/** Milliseconds between comments that show proxies and readers that the connection is alive. */
const BEAT_MS = 15_000;
/** Beats without progress after which a reader is disconnected; a slow connection needs a minute for a snapshot. */
const STILL_BEATS = 8;
/** Milliseconds after which a browser reconnects. */
const RETRY_MS = 1000;
const VERSION = '1.0.0';

export type StreamOptions = {
  readonly store: Store;
  readonly terminals: Terminals;
  readonly clock: Clock;
  readonly terminal: Terminal;
  readonly host: string;
  readonly response: ServerResponse;
  /** Whether each message is one complete line. */
  readonly lines: boolean;
  /** Called once, when the stream has ended. */
  readonly onClose: () => void;
};

export class OutputStream {
  readonly #options: StreamOptions;
  /** The terminal's log, which knows the position in the output even after the terminal is gone. */
  readonly #log: TextLog;
  #lines: LineMessages | undefined;
  #seq = 0;
  #printed = 0;
  #behind = false;
  #ended = false;
  /** What the reader was told of the program, as JSON. */
  #program = 'null';
  /** Progress of sending at the last beat, and the number of beats without progress. */
  #way = '';
  #still = 0;
  #cancelBeat: () => void = () => {};

  constructor(options: StreamOptions) {
    this.#options = options;
    const { response, store, terminal } = options;
    this.#log = store.log(terminal.uri) ?? new TextLog();
    if (options.lines) this.#lines = new LineMessages();
    response.on('drain', () => this.#drained());
    response.once('close', () => this.#closed());
    // A 'close' event follows.
    response.on('error', () => {});
  }

  /** `from`: the reader's position, if it has one. `strange`: it sent a position that this run of the host did not issue. */
  start(from: Position | undefined, strange: boolean): void {
    const { response, terminal } = this.#options;
    response.writeHead(200, { ...ALWAYS, ...EVENT_STREAM });
    response.write(`retry: ${RETRY_MS}\n\n`);
    this.#beat();
    terminal.settle();
    if (from === undefined) {
      if (strange) this.#event('gap', { reason: 'your last event is not from this run of the host' });
      this.#snapshot();
    } else {
      this.#resume(from);
    }
    this.tellProgram();
  }

  /** Writes an envelope of the terminal. */
  push(envelope: ActionEnvelope): void {
    if (this.#ended || this.#behind) return;
    this.#take(envelope);
    this.#behind = this.#isFull;
  }

  /** Must be called when the list of terminals has changed. A reader that is behind is told when it has caught up. */
  tellProgram(): void {
    if (this.#ended || this.#behind) return;
    const { program = null } = this.#options.terminal.meta;
    const told = JSON.stringify(program);
    if (told === this.#program) return;
    this.#program = told;
    this.#event('program', { program });
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
    const { store, terminal } = this.#options;
    this.#seq = seq;
    this.#printed = printed;
    if (this.#lines !== undefined)
      this.#lines = lineMessagesFrom(textOf(terminal.state.content), this.#log.end - printed);
    const isQuiet =
      store.missed(terminal.uri, seq, '') === undefined &&
      seq <= store.serverSeq &&
      printed === this.#log.end;
    if (!isQuiet) {
      this.#catchUp();
      return;
    }
    // The envelopes since then are gone, but nothing was printed: only size and exit may have changed.
    this.#seq = store.serverSeq;
    const { cols, rows } = terminal.state;
    this.#event('resize', { cols, rows });
    this.#exitIfExited();
  }

  #drained(): void {
    if (!this.#behind || this.#ended) return;
    this.#catchUp();
    this.tellProgram();
  }

  #catchUp(): void {
    const { store, terminals, terminal } = this.#options;
    this.#behind = true;
    const isThere = terminals.readable(terminal.uri) === terminal;
    if (isThere) terminal.settle();
    const missed = store.missed(terminal.uri, this.#seq, '');
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

  /** Starts again with a snapshot: the host no longer has the next envelope of this reader. */
  #afresh(isThere: boolean): void {
    const missed = Math.max(0, this.#log.end - this.#printed);
    this.#event('gap', {
      missed,
      reason: 'the host no longer has this output: it was printed faster than you read, or too long ago',
    });
    if (isThere) {
      this.#snapshot();
    } else {
      this.#event('exit', {});
      this.close();
    }
  }

  /** Writes a snapshot; the terminal must be settled. */
  #snapshot(): void {
    const { store, terminal } = this.#options;
    const { state } = terminal;
    const { content } = terminal.snapshot({ version: VERSION, screens: false }, {});
    this.#seq = store.serverSeq;
    this.#printed = this.#log.end;
    const { title, cols, rows } = state;
    // Characters that were trimmed, cleared or forgotten.
    const omitted = Math.max(0, this.#log.end - charsOf(state.content));
    const redrawn = content !== state.content;
    if (this.#lines === undefined) {
      this.#event('snapshot', { data: textOf(content), title, cols, rows, omitted, redrawn });
    } else {
      this.#lines = new LineMessages();
      this.#event('snapshot', { title, cols, rows, omitted });
      this.#text(textOf(state.content));
    }
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
        this.#text(known.data);
        break;
      case 'terminal/resized':
        this.#event('resize', { cols: known.cols, rows: known.rows });
        break;
      case 'terminal/cleared':
        this.#event('clear', {});
        break;
      case 'terminal/titleChanged':
        this.#event('title', { title: known.title });
        break;
      case 'terminal/exited':
        this.#exit(known.exitCode);
        break;
      default:
    }
  }

  /** Events without a name are what a browser's `onmessage` gets. */
  #text(data: string): void {
    if (this.#lines === undefined) this.#event(undefined, { data });
    else for (const line of this.#lines.add(data)) this.#event(undefined, { line });
  }

  #exit(exitCode: number | undefined): void {
    for (const line of this.#lines?.end() ?? []) this.#event(undefined, { line });
    this.#event('exit', exitCode === undefined ? {} : { exitCode });
    this.close();
  }

  #event(event: string | undefined, data: object): void {
    const { host, response } = this.#options;
    const id = positionId(host, { seq: this.#seq, printed: this.#printed });
    const name = event === undefined ? '' : `event: ${event}\n`;
    // A gap has no position: a reader that saw only that has nothing yet.
    const at = event === 'gap' ? '' : `id: ${id}\n`;
    response.write(`${at}${name}data: ${JSON.stringify(data)}\n\n`);
  }

  #beat(): void {
    const { clock, response } = this.#options;
    this.#cancelBeat = clock.after(BEAT_MS, () => {
      const under = response.writableLength;
      const way = `${under} of ${response.socket?.bytesWritten ?? 0}`;
      this.#still = under > 0 && way === this.#way ? this.#still + 1 : 0;
      this.#way = way;
      if (this.#still >= STILL_BEATS) {
        response.destroy();
        return;
      }
      // Unsent data shows as well that the connection is alive.
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

/** A position in the output of a terminal, sent as the `id:` of an event; a reader that reconnects sends its last one. */
export type Position = {
  /** Number of the last envelope the reader has. */
  readonly seq: number;
  /** Characters printed until that envelope. */
  readonly printed: number;
};

/** `host` identifies one run of a host: positions of another run are not valid in it. */
function positionId(host: string, { seq, printed }: Position): string {
  return `${host}-${seq}-${printed}`;
}

/** Returns undefined for a position of another run of the host. */
export function readPosition(host: string, id: string): Position | undefined {
  const [, word, seq, printed] = /^(\w{1,64})-(\d{1,15})-(\d{1,15})$/.exec(id) ?? [];
  return word === host ? { seq: Number(seq), printed: Number(printed) } : undefined;
}

/** Limit of a line in UTF-16 units; one that is longer comes in pieces of this length. */
const MOST = 64 * 1024;

export class LineMessages {
  #held: string;

  /** `begun`: what was printed of the current line before. */
  constructor(begun = '') {
    this.#held = begun.slice(-MOST);
  }

  /** Returns the lines that end in the text. */
  add(text: string): readonly string[] {
    const lines = (this.#held + text).split('\n');
    const last = lines.pop() ?? '';
    const pieces = Math.floor(last.length / MOST);
    this.#held = last.slice(pieces * MOST);
    const cut = Array.from({ length: pieces }, (_, at) => last.slice(at * MOST, (at + 1) * MOST));
    return [...lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line)), ...cut];
  }

  /** Returns the line that has no end yet, if there is one. */
  end(): readonly string[] {
    const last = this.#held;
    this.#held = '';
    return last === '' ? [] : [last];
  }
}

/** Continues in the middle of a text that ends `chars` later; the line at that place may have begun before. */
export function lineMessagesFrom(text: string, chars: number): LineMessages {
  const before = text.slice(0, Math.max(0, text.length - chars));
  return new LineMessages(before.slice(before.lastIndexOf('\n') + 1));
}
