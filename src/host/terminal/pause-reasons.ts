/** The reasons for which a pty is paused; it goes on when the last one is gone. */

import type { Pty } from '../pty/pty-port.ts';

export type HoldReason = 'viewers' | 'screen' | 'typing';

/** `never` is a reason that does not pause this pty. */
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
