/** Refusals of the host as sentences for an agent: the reason, and what to do next. */

import { ErrorCode, isRefusal } from '../../protocol/common/error-codes.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';

const BUSY =
  'Wait for that command to end (term_wait with name and seq; term_screen shows the seq; term_run with queue: true waits its turn), interrupt it if it is yours (term_interrupt), or make your own terminal (term_spawn).';
const HELD =
  'Ask for it (term_claim with ask: true), or make your own terminal (term_spawn). You may always read it.';

const IN_USE =
  'That agent runs a command there or has claimed the terminal. Wait until it is free (term_claim with ask: true), let its commands wake you when they end (term_subscribe, then term_wait), or make your own terminal (term_spawn). You may always read it.';

/** Returns what to do next if the reason names the holder of the terminal. */
export function heldAdvice(reason: string): string | undefined {
  if (!reason.endsWith('holds this terminal')) return undefined;
  return reason.startsWith('agent ') ? IN_USE : HELD;
}

/** Returns what to do next, if there is something to do. */
function adviceFor(code: number, reason: string): string | undefined {
  switch (code) {
    case ErrorCode.Conflict:
      return reason.startsWith('busy') ? BUSY : undefined;
    case ErrorCode.PermissionDenied:
      return heldAdvice(reason);
    case ErrorCode.NotParsed:
      return 'The shell cannot parse this, so nothing of it has run.';
    case ErrorCode.MethodNotFound:
      return 'The host is not cotty, or it is an older version of cotty.';
    default:
      return undefined;
  }
}

/** Turns an error into a sentence. `name` is the terminal that the call was about. */
export function refusal(error: unknown, name: string | undefined): string {
  const reason = reasonOf(error);
  const about = name === undefined ? '' : `${name}: `;
  if (!isRefusal(error)) {
    return `${about}${reason}. It is not known whether the call took effect: check with term_read or term_screen.`;
  }
  const advice = adviceFor(error.code, reason);
  return `${about}${reason}${advice === undefined ? '' : `. ${advice}`}`;
}
