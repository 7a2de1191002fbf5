/** Keys that the keyboards of phones lack: Esc, Tab, Ctrl for the next character, arrows, signs of shells. */

import { useEffect, useMemo, useRef } from 'preact/hooks';
import { bytesOf, controlled, ROW_KEYS } from '../../model/key-row.ts';
import { useFront, usePage } from '../parts/context.ts';

export function KeyRow() {
  const page = usePage();
  const front = useFront();
  const row = useRef<HTMLDivElement>(null);
  const { ctrl } = page;
  const line = () => row.current?.parentElement?.querySelector<HTMLTextAreaElement>('.run-line textarea');
  const press = (key: string) => {
    const held = ctrl.value;
    ctrl.value = false;
    const field = line();
    const { applicationCursorKeysMode: applicationCursor } = front.screen.terminal.modes;
    if (!field) page.type(front.uri, bytesOf(key, { ctrl: held, applicationCursor }));
    else pressInField(field, key, held);
  };
  useEffect(
    () =>
      listenForCtrl(
        () => ctrl.peek(),
        (field, character) => {
          ctrl.value = false;
          const isTaken = pressInField(field, character.toLowerCase(), true);
          // Keys that the line does not use go to the shell, Ctrl+D for example.
          if (!isTaken && field.value === '') page.type(front.uri, controlled(character));
        },
      ),
    [front, page, ctrl],
  );
  const [before, after] = [ROW_KEYS.slice(0, 2), ROW_KEYS.slice(2)];
  return (
    <div ref={row} class="key-row" role="toolbar" aria-label="Keys">
      {before.map(({ key, label, name }) => (
        <Key key={key} label={label} name={name} press={() => press(key)} />
      ))}
      <button
        type="button"
        class="key"
        aria-label="Ctrl, for the next character"
        aria-pressed={ctrl.value}
        onMouseDown={keepFocus}
        onClick={() => {
          ctrl.value = !ctrl.value;
        }}
      >
        Ctrl
      </button>
      {after.map(({ key, label, name }) => (
        <Key key={key} label={label} name={name} press={() => press(key)} />
      ))}
    </div>
  );
}

type KeyProps = { readonly label: string; readonly name: string; readonly press: () => void };

function Key({ label, name, press }: KeyProps) {
  const repeat = useRepeat(press);
  return (
    <button
      type="button"
      class="key"
      aria-label={name}
      onMouseDown={keepFocus}
      onContextMenu={(event) => event.preventDefault()}
      {...repeat}
    >
      {label}
    </button>
  );
}

/** The focus stays in the field, and with it the keyboard of the phone. */
function keepFocus(event: Event): void {
  event.preventDefault();
}

// Keys of the key row in RUN's line: the line gets them as if a keyboard had sent them.

/** Presses a key in the field. Returns false when the field makes nothing of it. */
function pressInField(field: HTMLTextAreaElement, key: string, ctrl: boolean): boolean {
  const event = new KeyboardEvent('keydown', { key, ctrlKey: ctrl, bubbles: true, cancelable: true });
  // The line and the page take it, or leave it to the browser, which does nothing for a key that no keyboard has sent.
  if (!field.dispatchEvent(event)) return true;
  if (key === 'ArrowLeft' || key === 'ArrowRight') return moveCaret(field, key === 'ArrowLeft' ? -1 : 1);
  if (key.length !== 1 || ctrl) return false;
  field.setRangeText(key, field.selectionStart, field.selectionEnd, 'end');
  return field.dispatchEvent(new InputEvent('input', { bubbles: true, data: key, inputType: 'insertText' }));
}

function moveCaret(field: HTMLTextAreaElement, by: number): boolean {
  const at = Math.min(field.value.length, Math.max(0, field.selectionStart + by));
  field.setSelectionRange(at, at);
  return true;
}

/**
 * Listens for the character after Ctrl of the key row, until the returned function is called. Soft keyboards tell no keys, only
 * what they insert, and some of them insert it whatever they are told: the field is put back then.
 */
function listenForCtrl(
  isHeld: () => boolean,
  onCtrl: (field: HTMLTextAreaElement, character: string) => void,
): () => void {
  let before: string | undefined;
  let wanted = '';
  const onBefore = (event: InputEvent) => {
    const { target, data } = event;
    if (!isHeld() || !isLine(target) || data === null || controlled(data) === data) return;
    if (event.cancelable) {
      event.preventDefault();
      onCtrl(target, data);
    } else [before, wanted] = [target.value, data];
  };
  const onInput = (event: Event) => {
    const { target } = event;
    if (before === undefined || !isLine(target)) return;
    target.value = before;
    before = undefined;
    event.stopPropagation();
    onCtrl(target, wanted);
  };
  addEventListener('beforeinput', onBefore, { capture: true });
  addEventListener('input', onInput, { capture: true });
  return () => {
    removeEventListener('beforeinput', onBefore, { capture: true });
    removeEventListener('input', onInput, { capture: true });
  };
}

function isLine(target: EventTarget | null): target is HTMLTextAreaElement {
  return target instanceof HTMLTextAreaElement && target.closest('.run-line') !== null;
}

// A button that repeats while it is held, as keys do.

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

function useRepeat(press: () => void): Handlers {
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
