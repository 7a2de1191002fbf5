/** Event-loop turns and timers that work in Node and in browsers. */

/** Only Node has `setImmediate`; browsers fall back to a timer of 0 ms. */
const immediate: unknown = Reflect.get(globalThis, 'setImmediate');

/** Calls a function in the next turn of the event loop. */
export function nextTurn(run: () => void): void {
  if (typeof immediate === 'function') immediate(run);
  else setTimeout(run, 0);
}

/** Starts a timer that does not keep a Node process alive; in a browser timers are numbers without `unref`. */
export function unheldTimeout(run: () => void, ms: number): ReturnType<typeof setTimeout> {
  const timer: unknown = setTimeout(run, ms);
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function')
    timer.unref();
  return timer as ReturnType<typeof setTimeout>;
}
