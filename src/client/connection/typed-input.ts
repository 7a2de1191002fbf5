/**
 * Typed input on its way to a host that may go away at any moment.
 *
 * While there is a connection, input is sent at once and remembered for some seconds, because a killed host does not report
 * what it received. Without a connection it is buffered. A cotty host stores the number of each client's last input before it
 * passes the input on, and its successor reports that number: exactly the input that did not arrive is sent again. To a host
 * that does not report it nothing is sent twice: the user can retype a lost key, but a repeated one may answer a question
 * that nobody has read. For the same reason input is sent only to the program that it was meant for, and only together with
 * all input before it.
 */

import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { RootState } from '../../protocol/root/state.ts';
import type { ClaimedAction, InputAction } from '../../protocol/terminal/actions.ts';
import { inputAction } from '../../protocol/terminal/byte-input.ts';
import type { Back } from './reconnecting.ts';
import { unheldTimeout } from './turns.ts';

/** Limit: UTF-16 units that are buffered while the host is away. Input beyond it is refused, and so is all later input. */
const WAITING_LIMIT = 64 * 1024;
/**
 * Limit: UTF-16 units joined into one action, which every host accepts. Fewer actions mean less loss if the host is killed
 * again.
 */
const JOINED_LIMIT = 1024;
/** If the oldest buffered input is older than this (ms), nothing is sent: the user may have forgotten what was typed. */
const WAITING_MS = 60_000;
/** Limits for remembering sent input: UTF-16 units, and milliseconds while connected. Forgotten input is not sent again. */
const SENT_LIMIT = 1024 * 1024;
const SENT_MS = 10_000;

/** Limit: pieces that are listed as not known to have arrived. */
const UNDERWAY_LIMIT = 100;

/** Input for one terminal. */
export type TypedPiece = { readonly uri: string; readonly data: string };
type Piece = TypedPiece & {
  readonly bytes: boolean;
  readonly at: number;
  /** The claim that stands in the place of input: without it, what follows would be refused. */
  readonly claim?: ClaimedAction;
};
type Sent = Piece & { readonly seq: number };

export type TypedInputOptions = {
  /** Sends input and returns its clientSeq; 0 when there is no connection. */
  readonly send: (uri: string, action: InputAction | ClaimedAction) => number;
  readonly root: () => RootState;
  readonly now: () => number;
};

/** Whether it is the same host, and the clientSeq of the last input that it has acknowledged, if known. */
export type Returned = { readonly same: boolean; readonly taken: number | undefined };

export class TypedInput {
  readonly #options: TypedInputOptions;
  #sent: Sent[] = [];
  #sentChars = 0;
  /** The clientSeq of the last forgotten input. */
  #forgotten = 0;
  #waiting: Piece[] = [];
  #waitingChars = 0;
  #isFull = false;
  /** The clientSeq of the last action that the host is known to have; undefined until one is, as with clients that never ask. */
  #arrived: number | undefined;
  #forgetTimer: ReturnType<typeof setTimeout> | undefined;
  /** The programs of the lost host; undefined while connected. */
  #programs: Programs | undefined;

  constructor(options: TypedInputOptions) {
    this.#options = options;
  }

  /** Returns false if the input is refused, because the host has been away for too long or the buffer is full. */
  type(uri: string, data: string, bytes = false): boolean {
    const at = this.#options.now();
    const seq = this.#waiting.length > 0 ? 0 : this.#options.send(uri, inputAction(data, bytes));
    if (seq === 0) return this.#wait({ uri, data, bytes, at });
    this.#sent.push({ uri, data, bytes, at, seq });
    this.#sentChars += data.length;
    this.#forgetOld(at);
    return true;
  }

  /** Keeps a claim while there is no connection; it is sent in its place before the input that follows it. */
  claim(uri: string, claim: ClaimedAction): void {
    this.#wait({ uri, data: '', bytes: false, at: this.#options.now(), claim });
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
    // If the connection is lost again before `back`, the list may be that of the new host: keep the first one.
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
    for (const { uri, data, bytes, claim } of joined(pieces.filter(goes))) {
      if (claim === undefined) this.type(uri, data, bytes);
      else this.#options.send(uri, claim);
    }
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

  /** Returns the sent input that did not arrive; empty if that is not known. */
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
   * Input may be a password, so it is remembered only until it has certainly arrived. While the host is away nothing is
   * forgotten: it would be missing before the buffered input. A client that reports what has arrived keeps the rest for longer: it
   * finds a connection that was cut without a sign only when nothing has been answered for some time.
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

/** Joins consecutive pieces for the same terminal and of the same kind. */
function joined(pieces: readonly Piece[]): readonly Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    const isInput = last?.claim === undefined && piece.claim === undefined;
    const fits = isInput && last?.uri === piece.uri && last.bytes === piece.bytes;
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

/** Whether one of the earlier programs still runs, or there was none. */
function wentOn(before: Programs, now: Programs): boolean {
  return before.size === 0 || [...before].some(([uri, pid]) => now.get(uri) === pid);
}
