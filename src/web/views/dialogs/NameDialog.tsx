/** Gives a terminal another name. */

import { useState } from 'preact/hooks';
import { isNamed } from '../../../protocol/cotty/tab-names.ts';
import { usePage } from '../parts/context.ts';
import { Modal, ModalButtons } from './Modal.tsx';

type Props = { readonly name: string; readonly onName: (name: string) => void };

export function NameDialog({ name, onName }: Props) {
  const page = usePage();
  const [text, setText] = useState(isNamed(name) ? name : '');
  const accept = () => {
    page.dialog.value = undefined;
    onName(text.trim());
  };
  return (
    <Modal title="Rename terminal" onSubmit={accept}>
      <label class="field">
        <span>Name</span>
        <input
          value={text}
          maxLength={64}
          autocomplete="off"
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <ModalButtons>
        <button type="submit" class="button primary" disabled={text.trim() === ''}>
          Rename
        </button>
      </ModalButtons>
    </Modal>
  );
}
