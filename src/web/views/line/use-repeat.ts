/** A button that repeats while it is held, as keys do. */

import { useEffect, useMemo, useRef } from 'preact/hooks';

/** Time until a held key repeats, and from one time to the next, in milliseconds. */
const FIRST_MS = 400;
const NEXT_MS = 70;

type Handlers = {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
  readonly onPointerLeave: () => void;
  readonly onClick: (event: MouseEvent) => void;
};

export function useRepeat(press: () => void): Handlers {
  const act = useRef(press);
  act.current = press;
  const { stop, handlers } = useMemo(() => repeating(() => act.current()), []);
  useEffect(() => stop, [stop]);
  return handlers;
}

function repeating(press: () => void): { readonly stop: () => void; readonly handlers: Handlers } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let repeats = false;
  const stop = () => clearTimeout(timer);
  const again = () => {
    repeats = true;
    press();
    timer = setTimeout(again, NEXT_MS);
  };
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      repeats = false;
      if (event.button !== 0) return;
      stop();
      timer = setTimeout(again, FIRST_MS);
    },
    onPointerUp: stop,
    // The row is scrolled, or the finger has left the key.
    onPointerCancel: stop,
    onPointerLeave: stop,
    onClick: () => {
      stop();
      // The click at the end of a hold is no further press.
      if (!repeats) press();
      repeats = false;
    },
  };
  return { stop, handlers };
}
