/** Limits how often a function runs: soon after the first change, then at most once per interval. */

export type Coalesced = { readonly soon: () => void; readonly close: () => void };

export function coalesced(everyMs: number, run: () => void): Coalesced {
  let timer: NodeJS.Timeout | undefined;
  let pending = false;
  const tick = (): void => {
    timer = undefined;
    if (!pending) return;
    pending = false;
    timer = setTimeout(tick, everyMs);
    run();
  };
  return {
    soon: () => {
      pending = true;
      // Waits briefly, because a change rarely comes alone.
      timer ??= setTimeout(tick, Math.min(everyMs, 50));
    },
    close: () => {
      pending = false;
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
