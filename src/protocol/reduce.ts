/** Runs the reducer of a channel; an unknown action changes nothing (AHP §7). */

import { isRootAction, isTerminalAction } from './action-types.ts';
import type { Action, UnknownAction } from './envelope.ts';
import { rootReducer } from './root/reducer.ts';
import type { RootState } from './root/state.ts';
import { terminalReducer } from './terminal/reducer.ts';
import type { TerminalState } from './terminal/state.ts';

export function reduceTerminal(state: TerminalState, action: Action | UnknownAction): TerminalState {
  return isTerminalAction(action) ? terminalReducer(state, action) : state;
}

export function reduceRoot(state: RootState, action: Action | UnknownAction): RootState {
  return isRootAction(action) ? rootReducer(state, action) : state;
}
