/** Which actions a client may dispatch; all others are facts only the host states (AHP §9.2). */

import type { Action } from './envelope.ts';

/** A new action does not compile until it is entered here. */
const DISPATCHABLE: { readonly [T in Action['type']]: boolean } = {
  'root/agentsChanged': false,
  'root/activeSessionsChanged': false,
  'root/terminalsChanged': false,
  'root/configChanged': true,
  'terminal/data': false,
  'terminal/output': true,
  'terminal/input': true,
  'terminal/resized': true,
  'terminal/claimed': true,
  'terminal/titleChanged': true,
  'terminal/cwdChanged': false,
  // By the client that runs the pty; of all other terminals the host says it.
  'terminal/exited': true,
  'terminal/cleared': true,
  'terminal/commandDetectionAvailable': false,
  'terminal/commandExecuted': false,
  'terminal/commandFinished': false,
};

const ALLOWED: ReadonlySet<string> = new Set(
  Object.entries(DISPATCHABLE).flatMap(([type, allowed]) => (allowed ? [type] : [])),
);

export function isClientDispatchable(type: string): boolean {
  return ALLOWED.has(type);
}
