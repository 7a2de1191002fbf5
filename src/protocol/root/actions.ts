/** Root channel actions. */

import type { TerminalInfo } from '../terminal/state.ts';
import type { ListPatchedAction } from './list-patch.ts';
import type { AgentInfo } from './state.ts';

export type AgentsChangedAction = {
  readonly type: 'root/agentsChanged';
  readonly agents: readonly AgentInfo[];
};
export type ActiveSessionsChangedAction = {
  readonly type: 'root/activeSessionsChanged';
  readonly activeSessions: number;
};
export type TerminalsChangedAction = {
  readonly type: 'root/terminalsChanged';
  readonly terminals: readonly TerminalInfo[];
};
export type ConfigChangedAction = {
  readonly type: 'root/configChanged';
  readonly config: { readonly [key: string]: unknown };
  readonly replace?: boolean;
};

export type RootAction =
  | AgentsChangedAction
  | ActiveSessionsChangedAction
  | TerminalsChangedAction
  | ConfigChangedAction
  | ListPatchedAction;

/** All types of root actions; the compiler keeps the table complete. */
const ROOT_ACTIONS: { readonly [T in RootAction['type']]: true } = {
  'root/agentsChanged': true,
  'root/activeSessionsChanged': true,
  'root/terminalsChanged': true,
  'root/configChanged': true,
  'x-cotty/terminalsPatched': true,
};

export function isRootAction(action: { readonly type: string }): action is RootAction {
  return Object.hasOwn(ROOT_ACTIONS, action.type);
}
