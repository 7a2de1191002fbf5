/** Reports Ctrl+C to a script instead of ending the process. */

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
