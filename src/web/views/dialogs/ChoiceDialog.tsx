/** A field and a list below it, of which one entry is chosen; arrow keys walk through the list. */

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Modal } from './Modal.tsx';

export type Choice = { readonly key: string; readonly shown: ComponentChildren; readonly choose: () => void };

type Props = {
  readonly title: string;
  readonly field: string;
  /** Stands in the field at the beginning. */
  readonly text?: string;
  readonly choices: (text: string) => readonly Choice[];
  readonly nothing: string;
};

export function ChoiceDialog({ title, field, text = '', choices, nothing }: Props) {
  const words = useSignal(text);
  const at = useSignal(0);
  const found = choices(words.value);
  const move = (by: number) => {
    at.value = Math.min(found.length - 1, Math.max(0, at.value + by));
    document.getElementById(`choice-${at.value}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <Modal title={title} wide onSubmit={() => found[at.value]?.choose()}>
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="choices"
        aria-activedescendant={`choice-${at.value}`}
        aria-label={field}
        placeholder={field}
        spellcheck={false}
        autocomplete="off"
        value={words.value}
        onInput={(event) => {
          words.value = event.currentTarget.value;
          at.value = 0;
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') move(1);
          else if (event.key === 'ArrowUp') move(-1);
          else return;
          event.preventDefault();
        }}
      />
      <div id="choices" class="past" role="listbox" aria-label={title}>
        {found.map(({ key, shown, choose }, index) => (
          <button
            key={key}
            id={`choice-${index}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={index === at.value}
            onClick={choose}
          >
            {shown}
          </button>
        ))}
        {found.length === 0 && <p class="dim">{nothing}</p>}
      </div>
    </Modal>
  );
}
