/** The shapes on the wire — both generations at once, as they are read (AHP §1). */

import type { RootState } from './root/state.ts';
import type { Lifecycle, TerminalInfo, TerminalState } from './terminal/state.ts';

/** Before 0.9 a present `exitCode` means exited; from 0.9 `lifecycle` says it. */
type WireLifecycle = { readonly lifecycle?: Lifecycle; readonly exitCode?: number };

export type WireTerminalState = Omit<TerminalState, 'lifecycle'> & WireLifecycle;
export type WireTerminalInfo = Omit<TerminalInfo, 'lifecycle'> & WireLifecycle;
export type WireRootState = Omit<RootState, 'terminals'> & {
  readonly terminals?: readonly WireTerminalInfo[];
};
