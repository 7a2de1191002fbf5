/** The shapes on the wire, with the fields of both generations, as they are read (AHP §1). */

import type { RootState } from './root/state.ts';
import type { Lifecycle, TerminalInfo, TerminalState } from './terminal/state.ts';

/** `lifecycle` is sent from 0.9 on; before, a present `exitCode` means exited. */
type WireLifecycle = { readonly lifecycle?: Lifecycle; readonly exitCode?: number };

export type WireTerminalState = Omit<TerminalState, 'lifecycle'> & WireLifecycle;
export type WireTerminalInfo = Omit<TerminalInfo, 'lifecycle'> & WireLifecycle;
export type WireRootState = Omit<RootState, 'terminals'> & {
  readonly terminals?: readonly WireTerminalInfo[];
};
