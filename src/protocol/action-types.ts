/** The action types that this build knows, in tables that the compiler keeps complete. */

import type { RootAction } from './root/actions.ts';
import type { TerminalAction } from './terminal/actions.ts';

type AnyAction = { readonly type: string };

const TERMINAL_ACTIONS: { readonly [T in TerminalAction['type']]: true } = {
  'terminal/data': true,
  'terminal/output': true,
  'terminal/input': true,
  'terminal/resized': true,
  'terminal/claimed': true,
  'terminal/titleChanged': true,
  'terminal/cwdChanged': true,
  'terminal/exited': true,
  'terminal/cleared': true,
  'terminal/commandDetectionAvailable': true,
  'terminal/commandExecuted': true,
  'terminal/commandFinished': true,
};

const ROOT_ACTIONS: { readonly [T in RootAction['type']]: true } = {
  'root/agentsChanged': true,
  'root/activeSessionsChanged': true,
  'root/terminalsChanged': true,
  'root/configChanged': true,
};

export function isTerminalAction(action: AnyAction): action is TerminalAction {
  return Object.hasOwn(TERMINAL_ACTIONS, action.type);
}

export function isRootAction(action: AnyAction): action is RootAction {
  return Object.hasOwn(ROOT_ACTIONS, action.type);
}
