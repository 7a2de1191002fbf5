/** `dispatchAction`: applies an action of a client, or sends it back to its sender with the reason for the refusal. */

import { isRootUri, ROOT_URI } from '../../protocol/common/uri.ts';
import { isClientDispatchable } from '../../protocol/dispatchable.ts';
import type { Action, UnknownAction } from '../../protocol/envelope.ts';
import { type DispatchActionParams, parseParams } from '../../protocol/messages.ts';
import { isRootAction } from '../../protocol/root/actions.ts';
import { isTerminalAction, type TerminalAction } from '../../protocol/terminal/actions.ts';
import { isBeyondBytes } from '../../protocol/terminal/byte-input.ts';
import { MAX_COLS, MAX_ROWS } from '../../protocol/terminal/largest-size.ts';
import type { TerminalState } from '../../protocol/terminal/state.ts';
import { parseAction, plainInput } from '../../protocol/validate/action.ts';
import { mayDispatch, released, type Verdict } from '../clients/claims.ts';
import type { Clients } from '../clients/clients.ts';
import { mayDispatchToRemotePty } from '../clients/owner-rules.ts';
import type { Peer } from '../clients/peer.ts';
import { WATCH_ONLY } from '../common/access.ts';
import { sizeWithoutText, typeOnly } from '../common/action-size.ts';
import type { Limits } from '../common/limits.ts';
import type { AckedInput } from '../keep/acked-input.ts';
import type { Broadcast } from '../stream/broadcast.ts';
import type { Store } from '../stream/store.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Terminals } from '../terminal/terminals.ts';

type RawAction = DispatchActionParams['action'];

type Judged =
  | { readonly ok: true; readonly action: TerminalAction }
  | { readonly ok: false; readonly reason: string };

export type DispatcherOptions = {
  readonly terminals: Terminals;
  readonly clients: Clients;
  readonly store: Store;
  readonly broadcast: Broadcast;
  readonly limits: Limits;
  readonly acked: Pick<AckedInput, 'note'>;
  readonly log: (message: string) => void;
};

export class Dispatcher {
  readonly #options: DispatcherOptions;
  #unknownActions = 0;

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  /** Number of actions of unknown types that clients have sent. */
  get unknownActions(): number {
    return this.#unknownActions;
  }

  /**
   * Takes the notification of a client. A malformed one is logged. Plain input of a cotty window is not validated by the schema,
   * which would take longer.
   */
  receive(peer: Peer, raw: unknown): void {
    const typed = plainInput(raw);
    const parsed = typed ? { ok: true as const, params: typed } : parseParams('dispatchAction', raw);
    if (parsed.ok) this.dispatch(peer, parsed.params, typed?.action);
    else this.#options.log(`ignored an action of ${peer.identity?.name}: ${parsed.error}`);
  }

  /**
   * Returns why the action was refused; undefined if it was applied, or if there is no such channel. `typed` is the action if it
   * is input that has been validated already.
   */
  dispatch(
    peer: Peer,
    { channel, clientSeq, action: raw }: DispatchActionParams,
    typed?: TerminalAction,
  ): string | undefined {
    const { terminals, broadcast, store } = this.#options;
    const terminal = terminals.find(channel);
    if (terminal === undefined && !isRootUri(channel)) return undefined;
    const origin = { clientId: peer.actor.clientId, clientSeq };
    // Clients that get their own input back (`ownInput`) see from that echo what was accepted.
    const isCounted = raw.type === 'terminal/input' && peer.identity?.ownInput === false;
    const taking = () => {
      if (isCounted) this.#options.acked.note(origin.clientId, clientSeq);
    };
    const judged = this.#judge(peer, terminal, raw, typed);
    if (terminal !== undefined && judged.ok) {
      const action = released(peer.actor, terminal.state.claim, judged.action, terminal.status.lender);
      terminal.dispatch(action, origin, peer.identity?.writer, taking);
      return undefined;
    }
    taking();
    const reason = judged.ok ? '' : judged.reason;
    // Sent back exactly as it came, so that its sender recognises it.
    const refused = this.#isTooLarge(raw) ? typeOnly(raw) : (raw as UnknownAction);
    const at = terminal?.uri ?? ROOT_URI;
    broadcast.sendTo(peer, store.reject(at, refused, origin, reason));
    if (terminal !== undefined && peer.identity?.cotty === false) restate(terminal, raw.type);
    return reason;
  }

  #judge(peer: Peer, terminal: Terminal | undefined, raw: RawAction, typed?: TerminalAction): Judged {
    const { actionChars } = this.#options.limits;
    if (peer.access.watchOnly) return no(WATCH_ONLY);
    if (typed === undefined && this.#isTooLarge(raw))
      return no(`the action is too large: the limit is ${actionChars} characters`);
    if (!isTerminalAction(raw) && !isRootAction(raw)) {
      this.#unknownActions += 1;
      return no(`unknown action ${raw.type.slice(0, 128)}`);
    }
    if (terminal === undefined)
      return no('actions on the root are not accepted: this host has no configuration');
    if (!isClientDispatchable(raw.type)) return no(`${raw.type} is not for clients to dispatch`);
    const parsed = typed ? { ok: true as const, action: typed } : parseAction(raw);
    if (!parsed.ok) return no(parsed.error);
    const { action } = parsed;
    if (!isOfTerminal(action)) return no(`${action.type} does not belong on a terminal`);
    const wrong = outOfBounds(action, this.#options.limits.inputChars);
    if (wrong !== undefined) return no(wrong);
    const verdict = this.#allowed(peer, terminal, action);
    if (!verdict.ok) return verdict;
    const refusal = terminal.refuses(action);
    return refusal === undefined ? { ok: true, action } : no(refusal);
  }

  #allowed({ actor }: Peer, terminal: Terminal, action: TerminalAction): Verdict {
    const { clients } = this.#options;
    const { owner, state } = terminal;
    return owner === undefined
      ? mayDispatch(actor, state, action, clients, () => terminal.runner.busy !== undefined)
      : mayDispatchToRemotePty(actor, { clientId: owner, name: clients.nameOf(state.claim) }, state, action);
  }

  #isTooLarge(raw: RawAction): boolean {
    return sizeWithoutText(raw) > this.#options.limits.actionChars;
  }
}

/** Returns what is wrong with the values of a well-formed action. */
function outOfBounds(action: TerminalAction, inputChars: number): string | undefined {
  const isText = action.type === 'terminal/input' || action.type === 'terminal/output';
  if (isText && action.data.length > inputChars) {
    const what = action.type.slice('terminal/'.length);
    return `the ${what} is longer than ${inputChars} characters: send it in pieces`;
  }
  if (action.type === 'terminal/input' && isBeyondBytes(action))
    return 'input as bytes may have only characters up to U+00FF';
  if (action.type === 'terminal/resized' && (action.cols > MAX_COLS || action.rows > MAX_ROWS)) {
    return `no terminal is larger than ${MAX_COLS}×${MAX_ROWS}`;
  }
  if (action.type === 'terminal/titleChanged' && /\p{Cc}/u.test(action.title)) {
    return 'control characters are not allowed in a title';
  }
  return undefined;
}

function isOfTerminal(action: Action): action is TerminalAction {
  return action.type.startsWith('terminal/');
}

/** Announces the true value after a refusal, because some foreign clients apply refused actions. */
function restate(terminal: Terminal, type: string): void {
  const truth = truthAbout(type, terminal.state);
  if (truth !== undefined) terminal.announce(truth);
}

function truthAbout(type: string, { cols, rows, title, claim }: TerminalState): TerminalAction | undefined {
  switch (type) {
    case 'terminal/resized':
      return cols === undefined || rows === undefined ? undefined : { type, cols, rows };
    case 'terminal/titleChanged':
      return { type, title };
    case 'terminal/claimed':
      return { type, claim };
    default:
      return undefined;
  }
}

function no(reason: string): Judged {
  return { ok: false, reason };
}
