/** The keys of the page. */

import { PAGE_KEYS } from '../acts/page-keys.ts';
import { BLOCK_KEYS } from '../blocks/block-keys.ts';
import { Modal, ModalButtons } from './Modal.tsx';

const LINE_KEYS = [
  { keys: 'Enter', does: 'run; Shift+Enter begins another line' },
  { keys: '↑ ↓', does: 'lines of before that begin like this one' },
  { keys: '→', does: 'take the suggestion' },
  { keys: 'Ctrl+R', does: 'find a line of before' },
  { keys: 'Tab', does: 'let the shell complete it' },
  { keys: 'Ctrl+C', does: 'empty the line, or interrupt' },
  { keys: 'Esc', does: 'to the blocks' },
];

export function KeysDialog() {
  const blocks = Object.entries(BLOCK_KEYS).map(([key, { does }]) => ({
    keys: key === ' ' ? 'Space' : key,
    does,
  }));
  return (
    <Modal title="Keys" wide>
      <div class="key-tables">
        <KeyTable title="Everywhere" keys={PAGE_KEYS} />
        <KeyTable title="In the line" keys={LINE_KEYS} />
        <KeyTable title="In the blocks" keys={blocks} />
      </div>
      <ModalButtons />
    </Modal>
  );
}

type TableProps = {
  readonly title: string;
  readonly keys: readonly { readonly keys: string; readonly does: string }[];
};

function KeyTable({ title, keys }: TableProps) {
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {keys.map((key) => (
          <div key={key.keys}>
            <dt>
              <kbd>{key.keys}</kbd>
            </dt>
            <dd>{key.does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
