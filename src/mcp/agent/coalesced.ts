/** At most one call in a while: the first soon, what comes meanwhile in the next one. */

export type Coalesced = { readonly soon: () => void; readonly close: () => void };

export function coalesced(everyMs: number, run: () => void): Coalesced {
  let timer: NodeJS.Timeout | undefined;
  let wanted = false;
  const tick = (): void => {
    timer = undefined;
    if (!wanted) return;
    wanted = false;
    timer = setTimeout(tick, everyMs);
    run();
  };
  return {
    soon: () => {
      wanted = true;
      // Not at once: a change rarely comes alone.
      timer ??= setTimeout(tick, Math.min(everyMs, 50));
    },
    close: () => {
      wanted = false;
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
