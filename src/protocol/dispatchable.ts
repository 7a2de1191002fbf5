/** The actions that a client may dispatch; all others are facts that only the host reports (AHP §9.2). */

import type { Action } from './envelope.ts';

/** The compiler requires an entry for each action. */
const DISPATCHABLE: { readonly [T in Action['type']]: boolean } = {
  'root/agentsChanged': false,
  'root/activeSessionsChanged': false,
  'root/terminalsChanged': false,
  'root/configChanged': true,
  'x-cotty/terminalsPatched': false,
  'terminal/data': false,
  'terminal/output': true,
  'terminal/input': true,
  'terminal/resized': true,
  'terminal/claimed': true,
  'terminal/titleChanged': true,
  'terminal/cwdChanged': false,
  // Only from the client that runs the pty. The host reports it for all other terminals.
  'terminal/exited': true,
  'terminal/cleared': true,
  'terminal/commandDetectionAvailable': false,
  'terminal/commandExecuted': false,
  'terminal/commandFinished': false,
  'x-cotty/annotated': false,
};

const ALLOWED: ReadonlySet<string> = new Set(
  Object.entries(DISPATCHABLE).flatMap(([type, allowed]) => (allowed ? [type] : [])),
);

export function isClientDispatchable(type: string): boolean {
  return ALLOWED.has(type);
}
