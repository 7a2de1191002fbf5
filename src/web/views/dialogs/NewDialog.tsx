/** Opens a terminal: its folder, its name, and what it is for. */

import { useState } from 'preact/hooks';
import { placeName } from '../../../client/blocks/place.ts';
import { create } from '../../model/acts.ts';
import { usePage } from '../parts/context.ts';
import { Modal, ModalButtons } from './Modal.tsx';

export function NewDialog() {
  const page = usePage();
  const { cwd: around } = page.front.value?.meta.value ?? {};
  const [name, setName] = useState('');
  const [offered] = useState(around === undefined ? '' : placeName(around, page.home));
  const [cwd, setCwd] = useState(offered);
  const [purpose, setPurpose] = useState('');
  const open = () => {
    page.dialog.value = undefined;
    const wanted = {
      name: name.trim(),
      cwd: cwd.trim(),
      cwdIsDefault: cwd === offered,
      purpose: purpose.trim(),
    };
    page.messages.watch(create(page, wanted));
  };
  return (
    <Modal title="New terminal" onSubmit={open}>
      <label class="field">
        <span>Name</span>
        <input
          value={name}
          maxLength={64}
          placeholder="its folder and program, if empty"
          autocomplete="off"
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <label class="field">
        <span>Folder</span>
        <input
          value={cwd}
          placeholder="home"
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => setCwd(event.currentTarget.value)}
        />
      </label>
      <label class="field">
        <span>Purpose</span>
        <input
          value={purpose}
          maxLength={200}
          placeholder="for agents and people who look here"
          autocomplete="off"
          onInput={(event) => setPurpose(event.currentTarget.value)}
        />
      </label>
      <ModalButtons>
        <button type="submit" class="button primary">
          Open
        </button>
      </ModalButtons>
    </Modal>
  );
}
