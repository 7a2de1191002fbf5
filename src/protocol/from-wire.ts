/** Wire → internal: converts either generation of the terminal shapes to the newest one. */

import type { TerminalInfo, TerminalState } from './terminal/state.ts';
import type { WireTerminalInfo, WireTerminalState } from './wire.ts';

export function readTerminalState(wire: WireTerminalState): TerminalState {
  return withLifecycle(wire);
}

export function readTerminalInfo(wire: WireTerminalInfo): TerminalInfo {
  return withLifecycle(wire);
}

type EitherShape = Pick<WireTerminalInfo, 'lifecycle' | 'exitCode'>;

/** `lifecycle` wins if a peer sends both: it can express "exited without a code", the old key cannot. */
function withLifecycle<T extends EitherShape>(wire: T) {
  const { exitCode, lifecycle, ...rest } = wire;
  return { ...rest, lifecycle: lifecycle ?? fromExitCode(exitCode) };
}

function fromExitCode(exitCode: number | undefined): TerminalInfo['lifecycle'] {
  return exitCode === undefined ? { status: 'running' } : { status: 'exited', exitCode };
}
