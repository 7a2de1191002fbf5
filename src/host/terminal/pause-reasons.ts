/** Why a pty is paused: it goes on when the last reason is gone. */

import type { Pty } from '../pty/pty-port.ts';

export type HoldReason = 'viewers' | 'screen' | 'typing';

/** `never`: no reason for this one. */
export function holdsOf(
  pty: Pick<Pty, 'pause' | 'resume'>,
  never?: HoldReason,
): (reason: HoldReason, held: boolean) => void {
  const reasons = new Set<HoldReason>();
  return (reason, held) => {
    if (reason === never) return;
    if (held) reasons.add(reason);
    else reasons.delete(reason);
    if (reasons.size > 0) pty.pause();
    else pty.resume();
  };
}
