/** Refusals of the host as sentences for an agent: what it said, and what to do about it. */

import { ErrorCode } from '../protocol/errors.ts';

/** Of an answer with an error; undefined for anything else that went wrong. */
export function codeOf(error: unknown): number | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : undefined;
}

const ADVICE: Readonly<Record<number, string>> = {
  [ErrorCode.Conflict]:
    'Wait for it (term_wait with name and seq), interrupt it if it is yours (term_interrupt), or use another terminal (term_spawn).',
  [ErrorCode.PermissionDenied]:
    'term_claim with ask: true asks for it; term_spawn makes a terminal of your own. Reading is always allowed.',
  [ErrorCode.MethodNotFound]: 'The host is another program than cotty, or an older one.',
};

/** `name`: of the terminal it was about. */
export function refusal(error: unknown, name: string | undefined): string {
  const said = error instanceof Error ? error.message : String(error);
  const code = codeOf(error);
  const about = name === undefined ? '' : `${name}: `;
  if (code === undefined) {
    return `${about}${said}. Whether it took effect is not known: look with term_read or term_screen.`;
  }
  const advice = ADVICE[code];
  return `${about}${said}${advice === undefined ? '' : `. ${advice}`}`;
}
