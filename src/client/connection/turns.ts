/** Turns of the event loop and timers, as Node and browsers have them. */

/** Node alone has `setImmediate`, which a timer of 0 ms would only come near to. */
const immediate: unknown = Reflect.get(globalThis, 'setImmediate');

/** Calls a function in the next turn of the event loop. */
export function nextTurn(run: () => void): void {
  if (typeof immediate === 'function') immediate(run);
  else setTimeout(run, 0);
}

/** A timer that does not keep a process alive; in a browser, where a timer is a number, none does. */
export function unheldTimeout(run: () => void, ms: number): ReturnType<typeof setTimeout> {
  const timer: unknown = setTimeout(run, ms);
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function')
    timer.unref();
  return timer as ReturnType<typeof setTimeout>;
}
