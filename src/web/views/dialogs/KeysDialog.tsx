/** The keys of the page. */

import { BLOCK_KEYS } from '../blocks/block-keys.ts';
import { PAGE_KEYS } from '../parts/page-keys.ts';
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

/** Keys whose names are not what stands on them. */
const SHOWN: { readonly [key: string]: string } = {
  ' ': 'Space',
  ArrowDown: '↓',
  ArrowUp: '↑',
  Escape: 'Esc',
};

export function KeysDialog() {
  const blocks = Object.entries(BLOCK_KEYS).map(([key, { does }]) => ({ keys: SHOWN[key] ?? key, does }));
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
