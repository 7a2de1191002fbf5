/** Handles Ctrl+C of `cotty run` and `watch`, which would otherwise end the process at once. */

/** Time after Ctrl+C within which a command ends unless it ignores Ctrl+C. */
const INTERRUPT_MS = 1000;

/** Calls the listener with the number of interrupts so far. Returns a function that restores the default. */
export function onInterrupt(listener: (count: number) => void): () => void {
  let count = 0;
  const onSignal = (): void => {
    count += 1;
    listener(count);
  };
  process.on('SIGINT', onSignal);
  return () => process.off('SIGINT', onSignal);
}

/**
 * Calls `interrupt` at the first Ctrl+C, and `goesOn` if the caller has not stopped listening a second later, since the command
 * then seems to ignore it. Calls `leave` at every further Ctrl+C. Returns a function that restores the default.
 */
export function onCtrlC(acts: {
  readonly interrupt: () => void;
  readonly goesOn: () => void;
  readonly leave: () => void;
}): () => void {
  let timer: NodeJS.Timeout | undefined;
  const stop = onInterrupt((count) => {
    if (count > 1) return acts.leave();
    acts.interrupt();
    timer = setTimeout(acts.goesOn, INTERRUPT_MS);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
