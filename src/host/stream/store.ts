/**
 * The state of the host — every change is an action that goes through `apply`: reduced, numbered, remembered, announced.
 *
 * Side effects belong to the envelope it returns. What is refused gets a number too, but changes nothing.
 */

import { ROOT_URI } from '../../protocol/common/uri.ts';
import type { Action, ActionEnvelope, ActionOrigin, UnknownAction } from '../../protocol/envelope.ts';
import { dataOf } from '../../protocol/envelope.ts';
import { reduceRoot, reduceTerminal } from '../../protocol/reduce.ts';
import type { RootState } from '../../protocol/root/state.ts';
import { Appended } from '../../protocol/terminal/appended.ts';
import type { TerminalState } from '../../protocol/terminal/state.ts';
import { trimContent } from '../../protocol/terminal/trim.ts';
import { type Limits, limitTable } from '../ground/limits.ts';
import { ReplayBuffer } from './replay-buffer.ts';

/** Content above its limit is cut to this part of it. */
const KEPT = 3 / 4;
export const CONTENT_KEPT = limitTable.contentChars.value * KEPT;

type Entry = { state: TerminalState; readonly appended: Appended; readonly bornAt: number };

export class Store {
  #root: RootState = { agents: [], terminals: [] };
  readonly #terminals = new Map<string, Entry>();
  readonly #contentChars: number;
  readonly #replay: ReplayBuffer;
  #serverSeq = 0;
  #listener: (envelope: ActionEnvelope) => void = () => {};

  constructor(limits: Pick<Limits, 'contentChars' | 'replayEnvelopes' | 'replayChars'>) {
    this.#contentChars = limits.contentChars;
    this.#replay = new ReplayBuffer({ envelopes: limits.replayEnvelopes, bytes: limits.replayChars });
  }

  /** The number of the latest envelope. */
  get serverSeq(): number {
    return this.#serverSeq;
  }

  get root(): RootState {
    return this.#root;
  }

  terminal(uri: string): TerminalState | undefined {
    return this.#terminals.get(uri)?.state;
  }

  /** One listener, called with what was accepted, after the reducer and before `apply` returns. */
  onEnvelope(listener: (envelope: ActionEnvelope) => void): void {
    this.#listener = listener;
  }

  open(uri: string, state: TerminalState): void {
    this.#terminals.set(uri, { state, appended: new Appended(), bornAt: this.#serverSeq });
  }

  drop(uri: string): void {
    this.#terminals.delete(uri);
  }

  apply(channel: string, action: Action | UnknownAction, origin?: ActionOrigin): ActionEnvelope {
    if (channel === ROOT_URI) this.#root = reduceRoot(this.#root, action);
    const entry = this.#terminals.get(channel);
    if (entry !== undefined) reduceEntry(entry, action);
    const envelope = this.#number({ channel, action, ...(origin === undefined ? {} : { origin }) });
    this.#listener(envelope);
    return envelope;
  }

  /** The refusal, for its sender alone: mirrors are known that reduce also what others were refused. */
  reject(
    channel: string,
    action: UnknownAction | Action,
    origin: ActionOrigin,
    reason: string,
  ): ActionEnvelope {
    return this.#number({ channel, action, origin, rejectionReason: reason });
  }

  /** Nothing of before is told again to those who come back. */
  forgetReplay(): void {
    this.#replay.clear();
  }

  /** Keeps the content within its limit; trimming is no action. True: the last part itself lost its head. */
  trim(uri: string): boolean {
    const entry = this.#terminals.get(uri);
    if (entry === undefined) return false;
    const limit = this.#contentChars;
    const kept = Math.floor(limit * KEPT);
    const { content, cutTail } = trimContent(entry.state.content, limit, kept, entry.appended);
    if (content !== entry.state.content) entry.state = { ...entry.state, content };
    return cutTail;
  }

  /**
   * What a client missed on one channel; undefined if that cannot be told in envelopes any more: too long ago,
   * before the terminal of that name was there, or a number that this host has not given out yet.
   */
  missed(channel: string, lastSeen: number, clientId: string): readonly ActionEnvelope[] | undefined {
    if (lastSeen > this.#serverSeq) return undefined;
    if (lastSeen < (this.#terminals.get(channel)?.bornAt ?? 0)) return undefined;
    return this.#replay
      .since(lastSeen)
      ?.filter(
        (envelope) =>
          envelope.channel === channel &&
          (envelope.rejectionReason === undefined || envelope.origin?.clientId === clientId),
      );
  }

  #number(envelope: Omit<ActionEnvelope, 'serverSeq'>): ActionEnvelope {
    this.#serverSeq += 1;
    const numbered = { ...envelope, serverSeq: this.#serverSeq };
    this.#replay.add(numbered);
    return numbered;
  }
}

function reduceEntry(entry: Entry, action: Action | UnknownAction): void {
  const before = entry.state.content;
  entry.state = reduceTerminal(entry.state, action);
  entry.appended.note(before, entry.state.content, dataOf(action));
}
