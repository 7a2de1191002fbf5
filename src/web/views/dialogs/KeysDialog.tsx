/** The keys of the page. */

import { COMMANDS, type CommandId } from '../../../client/commands/commands.ts';
import { keyLabel } from '../../../client/commands/key-labels.ts';
import type { KeyTable } from '../../../client/commands/key-table.ts';
import { bindingsFor } from '../../../client/commands/keymap.ts';
import { USUAL_KEYMAP } from '../../model/page-keymap.ts';
import { PAGE_KEYS } from '../acts/page-keys.ts';
import { BLOCK_COMMANDS } from '../blocks/block-keys.ts';
import { LINE_COMMANDS } from '../line/line-keys.ts';
import { Modal, ModalButtons } from './Modal.tsx';

export function KeysDialog() {
  return (
    <Modal title="Keys" wide>
      <div class="key-tables">
        <KeyList title="Everywhere" keys={PAGE_KEYS} />
        <KeyList title="In the line" keys={keysOf('run', LINE_COMMANDS)} />
        <KeyList title="In the blocks, after Esc" keys={keysOf('browse', BLOCK_COMMANDS)} />
      </div>
      <ModalButtons />
    </Modal>
  );
}

/** Returns the keys of commands in a key table, with what each does. */
function keysOf(table: KeyTable, commands: readonly CommandId[]) {
  return commands.map((command) => {
    const names = bindingsFor(USUAL_KEYMAP, table, command).map(({ key }) => keyLabel(key));
    return { keys: [...new Set(names)].join('  '), does: COMMANDS[command].help };
  });
}

type TableProps = {
  readonly title: string;
  readonly keys: readonly { readonly keys: string; readonly does: string }[];
};

function KeyList({ title, keys }: TableProps) {
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
