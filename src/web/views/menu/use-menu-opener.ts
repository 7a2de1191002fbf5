/** What opens the menu of an element: the right button, the menu key, or a finger that rests on it. */

import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Anchor } from '../../model/menu.ts';

/** Time that a finger rests, in milliseconds, and how far it may move, in pixels. */
const LONG_PRESS_MS = 500;
const SLACK = 10;

export type MenuOpener = {
  readonly onContextMenu: (event: MouseEvent) => void;
  /** For the part of the element on which a finger may rest. */
  readonly press: {
    readonly onPointerDown: (event: PointerEvent) => void;
    readonly onPointerMove: (event: PointerEvent) => void;
    readonly onPointerUp: () => void;
    readonly onPointerCancel: () => void;
    readonly onClickCapture: (event: MouseEvent) => void;
  };
};

export function useMenuOpener(open: (anchor: Anchor) => void): MenuOpener {
  const current = useRef(open);
  current.current = open;
  const opener = useMemo(() => new Opener((anchor) => current.current(anchor)), []);
  useEffect(() => opener.end, [opener]);
  return opener;
}

type Press = { readonly timer: ReturnType<typeof setTimeout>; readonly x: number; readonly y: number };

class Opener implements MenuOpener {
  readonly #open: (anchor: Anchor) => void;
  #press: Press | undefined;
  /** Whether the finger has opened the menu, so that it clicks nothing. */
  #hasOpened = false;

  constructor(open: (anchor: Anchor) => void) {
    this.#open = open;
  }

  readonly onContextMenu = (event: MouseEvent) => {
    if (isForBrowser(event)) return;
    event.preventDefault();
    if (!isTouch(event)) this.#open(pointAt(event.clientX, event.clientY));
    // Some browsers send it for a finger that rests, a little before the time is over or after it.
    else if (!this.#hasOpened) this.#openByFinger(event.clientX, event.clientY);
  };

  readonly press: MenuOpener['press'] = {
    onPointerDown: ({ pointerType, clientX: x, clientY: y }) => {
      this.end();
      this.#hasOpened = false;
      if (pointerType !== 'mouse')
        this.#press = { x, y, timer: setTimeout(() => this.#openByFinger(x, y), LONG_PRESS_MS) };
    },
    onPointerMove: ({ clientX, clientY }) => {
      const { x, y } = this.#press ?? { x: clientX, y: clientY };
      if (Math.hypot(clientX - x, clientY - y) > SLACK) this.end();
    },
    onPointerUp: () => this.end(),
    onPointerCancel: () => this.end(),
    onClickCapture: (event) => {
      if (!this.#hasOpened) return;
      this.#hasOpened = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };

  readonly end = () => {
    clearTimeout(this.#press?.timer);
    this.#press = undefined;
  };

  #openByFinger(x: number, y: number): void {
    this.end();
    this.#hasOpened = true;
    this.#open(pointAt(x, y));
  }
}

function pointAt(x: number, y: number): Anchor {
  return { left: x, right: x, top: y, bottom: y };
}

function isTouch(event: MouseEvent): boolean {
  return event instanceof PointerEvent && event.pointerType === 'touch';
}

/** Links have a menu of the browser, and a finger that rests on an output selects text. */
function isForBrowser(event: MouseEvent): boolean {
  if (!(event.target instanceof Element)) return false;
  return event.target.closest(isTouch(event) ? 'a[href], .output' : 'a[href]') !== null;
}
