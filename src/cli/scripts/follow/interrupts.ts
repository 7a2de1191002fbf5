/** Ctrl+C at a script: told to its owner instead of ending the process. */

/** Returns what gives the signal back its usual meaning. */
export function onInterrupt(listener: (count: number) => void): () => void {
  let count = 0;
  const heard = (): void => {
    count += 1;
    listener(count);
  };
  process.on('SIGINT', heard);
  return () => process.off('SIGINT', heard);
}
