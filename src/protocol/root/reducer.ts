/** The root reducer: each action replaces its field; only the configuration is merged (AHP §11). */

import { type ConfigChangedAction, isRootAction, type RootAction } from './actions.ts';
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
