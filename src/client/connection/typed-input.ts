/**
 * Typed input on its way to a host that may go away at any moment.
 *
 * While there is a connection it is sent at once, and remembered for some seconds: a host that is killed does not say what
 * it took. While there is none it waits. A cotty host writes down the number of the last input of each client before it
 * passes it on, and the next host tells that number, so what is sent again is exactly what did not arrive. A host that does
 * not tell it gets nothing a second time: a key that is lost is typed again by who misses it, while one that comes twice may
 * answer a question that nobody has read. For the same reason nothing is sent to another program than the one it was meant
 * for, and nothing without what was typed before it.
 */

import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { RootState } from '../../protocol/root/state.ts';
import type { InputAction } from '../../protocol/terminal/actions.ts';
import { inputAction } from '../../protocol/terminal/byte-input.ts';
import type { Back } from './reconnecting.ts';
import { unheldTimeout } from './turns.ts';

/** Limit: UTF-16 units that wait while the host is away. A piece beyond it is refused, and so are all later ones. */
const WAITING_LIMIT = 64 * 1024;
/** Limit: UTF-16 units that are joined, which every host takes. A host that is killed again may lose one of the pieces: few are better. */
const JOINED_LIMIT = 1024;
/** When the first has waited for longer, nothing is sent: who typed it may have forgotten it. In milliseconds. */
const WAITING_MS = 60_000;
/** Limit: UTF-16 units and, beside a host, milliseconds for which something sent is remembered. What was forgotten is not sent again. */
const SENT_LIMIT = 1024 * 1024;
const SENT_MS = 10_000;

/** Limit: pieces that are told as not known to have arrived. */
const UNDERWAY_LIMIT = 100;

/** Input for one terminal. */
export type TypedPiece = { readonly uri: string; readonly data: string };
type Piece = TypedPiece & { readonly bytes: boolean; readonly at: number };
type Sent = Piece & { readonly seq: number };

export type TypedInputOptions = {
  /** Sends input and returns its clientSeq; 0 when there is no connection. */
  readonly send: (uri: string, action: InputAction) => number;
  readonly root: () => RootState;
  readonly now: () => number;
};

/** Whether it is the same host, and the clientSeq of the last input that it has acknowledged, if known. */
export type Returned = { readonly same: boolean; readonly taken: number | undefined };

export class TypedInput {
  readonly #options: TypedInputOptions;
  #sent: Sent[] = [];
  #sentChars = 0;
  /** The clientSeq of the last input that was forgotten. */
  #forgotten = 0;
  #waiting: Piece[] = [];
  #waitingChars = 0;
  #isFull = false;
  /** The clientSeq of the last action that the host is known to have; undefined until one is, as with clients that never ask. */
  #arrived: number | undefined;
  #forgetTimer: ReturnType<typeof setTimeout> | undefined;
  /** The programs of the host that was lost; undefined while none is. */
  #programs: Programs | undefined;

  constructor(options: TypedInputOptions) {
    this.#options = options;
  }

  /** Returns false when it is refused: the host has been away for so long, or so much was typed, that no more is kept. */
  type(uri: string, data: string, bytes = false): boolean {
    const at = this.#options.now();
    const seq = this.#waiting.length > 0 ? 0 : this.#options.send(uri, inputAction(data, bytes));
    if (seq === 0) return this.#wait({ uri, data, bytes, at });
    this.#sent.push({ uri, data, bytes, at, seq });
    this.#sentChars += data.length;
    this.#forgetOld(at);
    return true;
  }

  /** Input that is not known to have reached the host, oldest first. Only for a client that reports what has arrived. */
  get underway(): readonly TypedPiece[] {
    const arrived = this.#arrived ?? 0;
    return [...this.#sent.filter(({ seq }) => seq > arrived), ...this.#waiting].slice(-UNDERWAY_LIMIT);
  }

  /** Notes that the host has answered something that was sent after the action with this clientSeq. */
  arrived(seq: number): void {
    this.#arrived = seq;
  }

  /** Must be called when the connection is lost. */
  lost(): void {
    // A host that is lost again while it answers has shown its own programs by then.
    this.#programs ??= programsOf(this.#options.root());
  }

  /** Must be called when there is a connection again. */
  back({ same, taken }: Returned = { same: false, taken: undefined }): Back {
    const pieces = [...this.#unknown(taken), ...this.#waiting];
    const [before, now] = [this.#programs ?? new Map(), programsOf(this.#options.root())];
    this.#programs = undefined;
    const isOld = this.#options.now() - (pieces[0]?.at ?? 0) > WAITING_MS;
    const goes = ({ uri }: Piece) => !isOld && (same || (now.has(uri) && now.get(uri) === before.get(uri)));
    this.close();
    const unsent = pieces.filter((piece) => !goes(piece)).reduce((sum, { data }) => sum + data.length, 0);
    for (const { uri, data, bytes } of joined(pieces.filter(goes))) this.type(uri, data, bytes);
    if (same) return { unsent };
    return { unsent, host: wentOn(before, now) ? 'with the same programs' : 'with new programs' };
  }

  /** Forgets everything. */
  close(): void {
    clearTimeout(this.#forgetTimer);
    this.#forgetTimer = undefined;
    this.#sent = [];
    this.#sentChars = 0;
    this.#waiting = [];
    this.#waitingChars = 0;
    this.#isFull = false;
  }

  /** Returns what was sent last and not taken, as far as that is known. */
  #unknown(taken: number | undefined): readonly Sent[] {
    if (taken === undefined || taken < this.#forgotten) return [];
    return this.#sent.filter(({ seq }) => seq > taken);
  }

  #wait(piece: Piece): boolean {
    const isLate = piece.at - (this.#waiting[0]?.at ?? piece.at) > WAITING_MS;
    this.#isFull ||= isLate || this.#waitingChars + piece.data.length > WAITING_LIMIT;
    if (this.#isFull) return false;
    this.#waiting.push(piece);
    this.#waitingChars += piece.data.length;
    return true;
  }

  /**
   * A password is not remembered for longer than it takes to know that it has arrived. While the host is away nobody knows: what
   * was forgotten then would be missing before what waits. A client that reports what has arrived keeps the rest for longer: it
   * finds a line that was cut without a sign only when nothing has been answered for some time.
   */
  #forgetOld(now: number): void {
    if (this.#programs !== undefined) return;
    while (this.#sentChars > SENT_LIMIT || this.#isOld(this.#sent[0], now)) {
      const old = this.#sent.shift();
      if (old === undefined) break;
      this.#sentChars -= old.data.length;
      this.#forgotten = old.seq;
    }
    if (this.#sent.length === 0 || this.#forgetTimer !== undefined) return;
    this.#forgetTimer = unheldTimeout(() => {
      this.#forgetTimer = undefined;
      this.#forgetOld(this.#options.now());
    }, SENT_MS);
  }

  #isOld(sent: Sent | undefined, now: number): boolean {
    if (sent === undefined || now - sent.at < SENT_MS) return false;
    return this.#arrived === undefined || sent.seq <= this.#arrived;
  }
}

/** Joins what goes to the same terminal in the same way, one behind the other. */
function joined(pieces: readonly Piece[]): readonly Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    const fits = last?.uri === piece.uri && last.bytes === piece.bytes;
    if (last === undefined || !fits || last.data.length + piece.data.length > JOINED_LIMIT) all.push(piece);
    else all[all.length - 1] = { ...last, data: last.data + piece.data };
  }
  return all;
}

/** Process ids by the URI of their terminal. A foreign host reports none. */
type Programs = ReadonlyMap<string, number>;

function programsOf({ terminals = [] }: RootState): Programs {
  const known = terminals.flatMap(({ resource, _meta }) => {
    const { pid } = cottyMeta<TerminalMeta>(_meta);
    return pid === undefined ? [] : [[resource, pid] as const];
  });
  return new Map(known);
}

/** Whether a program of before is still there, or there was none. */
function wentOn(before: Programs, now: Programs): boolean {
  return before.size === 0 || [...before].some(([uri, pid]) => now.get(uri) === pid);
}
