/** Keys that the keyboards of phones lack: Esc, Tab, Ctrl for the next character, arrows, signs of shells. */

import { useEffect, useRef } from 'preact/hooks';
import { bytesOf, controlled, ROW_KEYS } from '../../model/key-row.ts';
import { useFront, usePage } from '../parts/context.ts';
import { listenForCtrl, pressInField } from './field-keys.ts';
import { useRepeat } from './use-repeat.ts';

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
          // What lines have no use for is meant for the shell, Ctrl+D for example.
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
