/** Refusals of the host as sentences for an agent: what it said, and what to do about it. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';

/** Of an answer with an error; undefined for anything else that went wrong. */
export function codeOf(error: unknown): number | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : undefined;
}

const BUSY =
  'Wait for its end (term_wait with name and the seq that term_screen shows), interrupt it if it is yours (term_interrupt), or use another terminal (term_spawn).';
const HELD =
  'term_claim with ask: true asks for it; term_spawn makes a terminal of your own. Reading is always allowed.';

const IN_USE =
  'It runs a command there, or has claimed the terminal: term_subscribe and term_wait tell when a command of it ends, term_claim with ask: true waits until it is free; term_spawn makes a terminal of your own. Reading is always allowed.';

/** Of a refusal that names who holds the terminal. */
export function heldAdvice(said: string): string | undefined {
  if (!said.endsWith('holds this terminal')) return undefined;
  return said.startsWith('agent ') ? IN_USE : HELD;
}

/** What to do about it, where there is something. */
function adviceFor(code: number, said: string): string | undefined {
  switch (code) {
    case ErrorCode.Conflict:
      return said.startsWith('busy') ? BUSY : undefined;
    case ErrorCode.PermissionDenied:
      return heldAdvice(said);
    case ErrorCode.MethodNotFound:
      return 'The host is another program than cotty, or an older one.';
    default:
      return undefined;
  }
}

/** `name`: of the terminal it was about. */
export function refusal(error: unknown, name: string | undefined): string {
  const said = error instanceof Error ? error.message : String(error);
  const code = codeOf(error);
  const about = name === undefined ? '' : `${name}: `;
  if (code === undefined) {
    return `${about}${said}. Whether it took effect is not known: look with term_read or term_screen.`;
  }
  const advice = adviceFor(code, said);
  return `${about}${said}${advice === undefined ? '' : `. ${advice}`}`;
}
