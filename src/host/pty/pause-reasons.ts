/** The reasons for which a pty is paused. It is resumed when there are none left. */

import type { Pty } from './pty-port.ts';

export type PauseReason = 'viewers' | 'screen' | 'typing';

/** `never` is a reason that does not pause this pty. */
export function pausesOf(
  pty: Pick<Pty, 'pause' | 'resume'>,
  never?: PauseReason,
): (reason: PauseReason, paused: boolean) => void {
  const reasons = new Set<PauseReason>();
  return (reason, paused) => {
    if (reason === never) return;
    if (paused) reasons.add(reason);
    else reasons.delete(reason);
    if (reasons.size > 0) pty.pause();
    else pty.resume();
  };
}
