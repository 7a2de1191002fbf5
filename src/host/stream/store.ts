/**
 * The state of the host. Every change is an action that goes through `apply`: it is reduced, numbered, kept for replay, and
 * passed to the receivers.
 *
 * Side effects, such as writing keys to a pty, are done by the caller. A rejected action gets a number, too, but
 * changes nothing.
 */

import { ROOT_URI } from '../../protocol/common/uri.ts';
import {
  type Action,
  type ActionEnvelope,
  type ActionOrigin,
  dataIn,
  type UnknownAction,
} from '../../protocol/envelope.ts';
import { rootReducer } from '../../protocol/root/reducer.ts';
import type { RootState } from '../../protocol/root/state.ts';
import { newlinesOf } from '../../protocol/terminal/newlines.ts';
import { terminalReducer } from '../../protocol/terminal/reducer.ts';
import type { TerminalState } from '../../protocol/terminal/state.ts';
import { TailPieces } from '../../protocol/terminal/tail-pieces.ts';
import { trimContent } from '../../protocol/terminal/trim.ts';
import { type Limits, limitTable } from '../common/limits.ts';
import { charsOf } from '../text/content-text.ts';
import { TextLog } from '../text/text-log.ts';
import { Replay } from './replay.ts';

/** Content above its limit is trimmed to this share of the limit. */
const KEPT = 3 / 4;
export const CONTENT_KEPT = limitTable.contentChars.value * KEPT;

/** A part of the host that gets every accepted action. */
export type EnvelopeReceiver = { take(envelope: ActionEnvelope): void };

type Entry = {
  state: TerminalState;
  readonly tailPieces: TailPieces;
  readonly log: TextLog;
  readonly bornAt: number;
};

export class Store {
  #root: RootState = { agents: [], terminals: [] };
  readonly #terminals = new Map<string, Entry>();
  readonly #contentChars: number;
  readonly #replay: Replay;
  /** Number of the latest envelope of each channel. */
  readonly #latest = new Map<string, number>();
  #serverSeq = 0;
  #receivers: readonly EnvelopeReceiver[] = [];

  constructor(limits: Pick<Limits, 'contentChars' | 'replayEnvelopes' | 'replayChars'>) {
    this.#contentChars = limits.contentChars;
    this.#replay = new Replay({ envelopes: limits.replayEnvelopes, chars: limits.replayChars });
  }

  /** Number of the latest envelope. */
  get serverSeq(): number {
    return this.#serverSeq;
  }

  get root(): RootState {
    return this.#root;
  }

  terminal(uri: string): TerminalState | undefined {
    return this.#terminals.get(uri)?.state;
  }

  /** The whole output of a terminal, to be read by cursors. */
  log(uri: string): TextLog | undefined {
    return this.#terminals.get(uri)?.log;
  }

  /** Sets who gets each accepted envelope, in this order, after the reducer has run and before `apply` returns. */
  announceTo(receivers: readonly EnvelopeReceiver[]): void {
    this.#receivers = receivers;
  }

  /**
   * Begins a terminal and returns the log of its output. `before`: UTF-16 units that its running command printed before and that
   * are lost.
   */
  open(uri: string, state: TerminalState, before = 0): TextLog {
    const log = new TextLog(charsOf(state.content) + before);
    this.#terminals.set(uri, { state, tailPieces: new TailPieces(), log, bornAt: this.#serverSeq });
    this.#replay.open(uri, log);
    return log;
  }

  drop(uri: string): void {
    this.#terminals.delete(uri);
    this.#latest.delete(uri);
    this.#replay.drop(uri);
  }

  apply(channel: string, action: Action | UnknownAction, origin?: ActionOrigin): ActionEnvelope {
    if (channel === ROOT_URI) this.#root = rootReducer(this.#root, action);
    const entry = this.#terminals.get(channel);
    if (entry !== undefined) reduceEntry(entry, action);
    const envelope = this.#number(channel, action, origin);
    for (const receiver of this.#receivers) receiver.take(envelope);
    return envelope;
  }

  /** Makes the envelope of a refusal. Only its sender may get it: some foreign clients apply refused actions. */
  reject(
    channel: string,
    action: UnknownAction | Action,
    origin: ActionOrigin,
    reason: string,
  ): ActionEnvelope {
    return this.#number(channel, action, origin, reason);
  }

  /** Drops the envelopes that are kept for replay: clients that reconnect get snapshots. */
  forgetReplay(): void {
    this.#replay.clear();
  }

  /** Trims the content to its limit; that is not an action. Returns whether the last part was cut. */
  trim(uri: string): boolean {
    const entry = this.#terminals.get(uri);
    if (entry === undefined) return false;
    const limit = this.#contentChars;
    const kept = Math.floor(limit * KEPT);
    const { content, cutTail } = trimContent(entry.state.content, limit, kept, entry.tailPieces);
    if (content !== entry.state.content) entry.state = { ...entry.state, content };
    return cutTail;
  }

  /**
   * Returns the envelopes that a client has missed on one channel. Undefined if it needs a snapshot: they were dropped, the
   * terminal is newer, or the number is of another host.
   */
  missed(channel: string, lastSeen: number, clientId: string): readonly ActionEnvelope[] | undefined {
    if (lastSeen > this.#serverSeq) return undefined;
    if (lastSeen < (this.#terminals.get(channel)?.bornAt ?? 0)) return undefined;
    // A quiet channel has nothing to replay, even if envelopes of others were dropped. A channel that is gone may have had some.
    const none = this.#terminals.has(channel) ? 0 : Number.POSITIVE_INFINITY;
    if (lastSeen >= (this.#latest.get(channel) ?? none)) return [];
    return this.#replay
      .since(channel, lastSeen)
      ?.filter(
        ({ rejectionReason, origin }) => rejectionReason === undefined || origin?.clientId === clientId,
      );
  }

  #number(
    channel: string,
    action: Action | UnknownAction,
    origin: ActionOrigin | undefined,
    rejectionReason?: string,
  ): ActionEnvelope {
    this.#serverSeq += 1;
    const envelope: { -readonly [K in keyof ActionEnvelope]: ActionEnvelope[K] } = {
      channel,
      action,
      serverSeq: this.#serverSeq,
    };
    if (origin !== undefined) envelope.origin = origin;
    if (rejectionReason !== undefined) envelope.rejectionReason = rejectionReason;
    this.#latest.set(channel, this.#serverSeq);
    this.#replay.add(envelope);
    return envelope;
  }
}

function reduceEntry(entry: Entry, action: Action | UnknownAction): void {
  const before = entry.state.content;
  const printed = dataIn(action);
  entry.state = terminalReducer(entry.state, action);
  entry.tailPieces.note(before, entry.state.content, printed);
  if (printed !== undefined) entry.log.append(printed.data, newlinesOf(printed));
}
