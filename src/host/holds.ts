/** Why a pty is paused: it goes on when the last reason is gone. */

import type { Pty } from './pty-port.ts';

export type HoldReason = 'viewers' | 'screen' | 'typing';

export function holdsOf(pty: Pick<Pty, 'pause' | 'resume'>): (reason: HoldReason, held: boolean) => void {
  const reasons = new Set<HoldReason>();
  return (reason, held) => {
    if (held) reasons.add(reason);
    else reasons.delete(reason);
    if (reasons.size > 0) pty.pause();
    else pty.resume();
  };
}
