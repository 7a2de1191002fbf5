/** Asks before something is done that hurts; what nothing brings back needs a word to be typed. */

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { usePage } from '../parts/context.ts';
import { Modal, ModalButtons } from './Modal.tsx';

type Props = {
  readonly title: string;
  readonly act: string;
  readonly word?: string;
  readonly onYes: () => Promise<void>;
  readonly children: ComponentChildren;
};

export function ConfirmDialog({ title, act, word, onYes, children }: Props) {
  const page = usePage();
  const [typed, setTyped] = useState('');
  const isSure = word === undefined || typed.trim().toLowerCase() === word;
  const accept = () => {
    if (!isSure) return;
    page.dialog.value = undefined;
    page.messages.watch(onYes());
  };
  return (
    <Modal title={title} onSubmit={accept}>
      {children}
      {word !== undefined && (
        <label class="field">
          <span>
            Type <b>{word}</b> to go on
          </span>
          <input value={typed} autocomplete="off" onInput={(event) => setTyped(event.currentTarget.value)} />
        </label>
      )}
      <ModalButtons>
        <button
          type="submit"
          class={word === undefined ? 'button primary' : 'button danger'}
          disabled={!isSure}
        >
          {act}
        </button>
      </ModalButtons>
    </Modal>
  );
}
