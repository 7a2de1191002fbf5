/** Keys that the keyboards of phones lack: Esc, Tab, Ctrl for the next letter, arrows. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useFront, usePage } from '../parts/context.ts';

const ARROWS = { '←': 'D', '↓': 'B', '↑': 'A', '→': 'C' } as const;

export function KeyRow() {
  const page = usePage();
  const front = useFront();
  const ctrl = useSignal(false);
  const type = (data: string) => page.type(front.uri, data);
  const arrow = (final: string) => {
    const { applicationCursorKeysMode } = front.screen.terminal.modes;
    type(`\x1b${applicationCursorKeysMode ? 'O' : '['}${final}`);
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!ctrl.value || event.key.length !== 1) return;
      const code = event.key.toUpperCase().charCodeAt(0);
      ctrl.value = false;
      if (code < 0x40 || code > 0x5f) return;
      event.preventDefault();
      event.stopPropagation();
      page.type(front.uri, String.fromCharCode(code - 0x40));
    };
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, [front, page, ctrl]);
  return (
    <div class="key-row" role="toolbar" aria-label="Keys">
      <Key label="Esc" run={() => type('\x1b')} />
      <Key label="Tab" run={() => type('\t')} />
      <Key
        label="Ctrl"
        pressed={ctrl.value}
        run={() => {
          ctrl.value = !ctrl.value;
        }}
      />
      {Object.entries(ARROWS).map(([label, final]) => (
        <Key key={label} label={label} run={() => arrow(final)} />
      ))}
      <Key label="|" run={() => type('|')} />
      <Key label="/" run={() => type('/')} />
    </div>
  );
}

type KeyProps = { readonly label: string; readonly run: () => void; readonly pressed?: boolean };

function Key({ label, run, pressed }: KeyProps) {
  return (
    <button
      type="button"
      class="key"
      aria-pressed={pressed}
      // The focus stays where it is, and with it the keyboard of the phone.
      onPointerDown={(event) => event.preventDefault()}
      onClick={run}
    >
      {label}
    </button>
  );
}
