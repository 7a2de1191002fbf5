/** `dispatchAction` — a client's action: allowed, applied and effective, or echoed to its sender with a reason. */

import { isRootAction, isTerminalAction } from '../../protocol/action-types.ts';
import { isRootUri, ROOT_URI } from '../../protocol/common/uri.ts';
import { isClientDispatchable } from '../../protocol/dispatchable.ts';
import type { Action, UnknownAction } from '../../protocol/envelope.ts';
import type { DispatchActionParams } from '../../protocol/messages.ts';
import type { TerminalAction } from '../../protocol/terminal/actions.ts';
import type { TerminalState } from '../../protocol/terminal/state.ts';
import { parseAction } from '../../protocol/validate/action.ts';
import { WATCH_ONLY } from '../ground/access.ts';
import { nameOnly, weightBesideText } from '../ground/action-size.ts';
import { MAX_COLS, MAX_ROWS } from '../ground/screen-size.ts';
import type { HostParts } from '../parts.ts';
import { may, type Verdict } from '../people/claims.ts';
import { mayAtOwner } from '../people/owner-rules.ts';
import type { Peer } from '../people/peer.ts';
import type { Terminal } from '../terminal/terminal.ts';

type RawAction = DispatchActionParams['action'];

type Judged =
  | { readonly ok: true; readonly action: TerminalAction }
  | { readonly ok: false; readonly reason: string };

/** Answers why it was refused; undefined: it took effect, or there is no such channel. */
export function dispatchAction(
  parts: HostParts,
  peer: Peer,
  params: DispatchActionParams,
): string | undefined {
  const { channel, clientSeq, action: raw } = params;
  const terminal = parts.terminals.find(channel);
  if (terminal === undefined && !isRootUri(channel)) return undefined;
  const origin = { clientId: peer.actor.clientId, clientSeq };
  const judged = judge(parts, peer, terminal, raw);
  if (terminal !== undefined && judged.ok) {
    terminal.dispatch(judged.action, origin, peer.identity?.writer);
    return undefined;
  }
  const reason = judged.ok ? '' : judged.reason;
  // As it came: whoever sent it has to recognise it.
  const refused = isTooLarge(parts, raw) ? nameOnly(raw) : (raw as UnknownAction);
  const at = terminal?.uri ?? ROOT_URI;
  parts.broadcast.sendTo(peer, parts.store.reject(at, refused, origin, reason));
  if (terminal !== undefined && peer.identity?.cotty === false) restate(terminal, raw.type);
  return reason;
}

const noConfig: Judged = { ok: false, reason: 'this host has no configuration' };

function judge(parts: HostParts, peer: Peer, terminal: Terminal | undefined, raw: RawAction): Judged {
  if (peer.access.watchOnly) return no(WATCH_ONLY);
  if (isTooLarge(parts, raw)) return no(`an action is no larger than ${parts.limits.actionChars} characters`);
  if (!isTerminalAction(raw) && !isRootAction(raw)) {
    parts.onUnknownAction();
    return no(`unknown action ${raw.type.slice(0, 128)}`);
  }
  return terminal === undefined ? noConfig : judgeKnown(parts, peer, terminal, raw);
}

function judgeKnown(parts: HostParts, peer: Peer, terminal: Terminal, raw: RawAction): Judged {
  if (!isClientDispatchable(raw.type)) return no(`${raw.type} is not for clients to dispatch`);
  const parsed = parseAction(raw);
  if (!parsed.ok) return no(parsed.error);
  const { action } = parsed;
  const isText = action.type === 'terminal/input' || action.type === 'terminal/output';
  if (isText && action.data.length > parts.limits.inputChars) {
    return no(
      `an ${action.type.slice('terminal/'.length)} is no longer than ${parts.limits.inputChars} characters: send it in pieces`,
    );
  }
  if (!isOfTerminal(action)) return no(`${action.type} does not belong on a terminal`);
  if (action.type === 'terminal/resized' && (action.cols > MAX_COLS || action.rows > MAX_ROWS)) {
    return no(`no terminal is larger than ${MAX_COLS}×${MAX_ROWS}`);
  }
  if (action.type === 'terminal/titleChanged' && /\p{Cc}/u.test(action.title)) {
    return no('control characters are not allowed in a title');
  }
  const verdict = allowed(parts, peer, terminal, action);
  if (!verdict.ok) return verdict;
  const refusal = terminal.refuses(action);
  return refusal === undefined ? { ok: true, action } : no(refusal);
}

function allowed(
  { clients }: HostParts,
  { actor }: Peer,
  terminal: Terminal,
  action: TerminalAction,
): Verdict {
  const { owner, state } = terminal;
  return owner === undefined
    ? may(actor, state, action, clients, terminal.input.runner.busy !== undefined)
    : mayAtOwner(actor, { clientId: owner, name: clients.nameOf(state.claim) }, state, action);
}

function isTooLarge({ limits }: HostParts, raw: RawAction): boolean {
  return weightBesideText(raw) > limits.actionChars;
}

function isOfTerminal(action: Action): action is TerminalAction {
  return action.type.startsWith('terminal/');
}

/** Foreign mirrors are known to reduce what was refused: the true value follows. */
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
