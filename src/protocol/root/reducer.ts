/**
 * The root reducer: each action of the standard replaces its field; only the configuration is merged (AHP §11). An action of
 * our own changes single terminals of the list.
 */

import { type ConfigChangedAction, isRootAction, type RootAction } from './actions.ts';
import { patched } from './list-patch.ts';
import type { RootState } from './state.ts';

/** An action that this build does not know changes nothing (AHP §7). */
export function rootReducer(state: RootState, action: RootAction | { readonly type: string }): RootState {
  if (!isRootAction(action)) return state;
  switch (action.type) {
    case 'root/agentsChanged':
      return { ...state, agents: action.agents };
    case 'root/activeSessionsChanged':
      return { ...state, activeSessions: action.activeSessions };
    case 'root/terminalsChanged':
      return { ...state, terminals: action.terminals };
    case 'x-cotty/terminalsPatched':
      return { ...state, terminals: patched(state.terminals ?? [], action) };
    case 'root/configChanged':
      return changeConfig(state, action);
  }
}

function changeConfig(state: RootState, action: ConfigChangedAction): RootState {
  if (state.config === undefined) return state;
  const values =
    action.replace === true ? { ...action.config } : { ...state.config.values, ...action.config };
  return { ...state, config: { ...state.config, values } };
}
