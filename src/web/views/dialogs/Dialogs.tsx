/** The question that lies over the page, if there is one. */

import { harmless } from '../../../protocol/common/harmless-text.ts';
import { hostOf } from '../../../protocol/common/link-text.ts';
import { close, endAll, endable, rename, takeOver } from '../../model/acts.ts';
import type { Dialog } from '../../model/page.ts';
import { openLink } from '../../screen/screen-look.ts';
import { usePage } from '../parts/context.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { HistoryDialog } from './HistoryDialog.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import { NameDialog } from './NameDialog.tsx';
import { NewDialog } from './NewDialog.tsx';
import { SessionsDialog } from './SessionsDialog.tsx';
import { SettingsDialog } from './SettingsDialog.tsx';

export function Dialogs() {
  const { dialog } = usePage();
  return dialog.value === undefined ? null : <DialogOf dialog={dialog.value} />;
}

function DialogOf({ dialog }: { readonly dialog: Dialog }) {
  const page = usePage();
  switch (dialog.kind) {
    case 'new':
      return <NewDialog />;
    case 'rename':
      return (
        <NameDialog
          name={page.info(dialog.uri)?.title ?? ''}
          onName={(name) => rename(page, dialog.uri, name)}
        />
      );
    case 'close':
      return (
        <ConfirmDialog title="Close this terminal?" act="Close" onYes={() => close(page, dialog.uri)}>
          <p>
            Something still runs there: <code>{dialog.would.join(', ')}</code>. It goes on for five minutes,
            in which the terminal can be brought back.
          </p>
        </ConfirmDialog>
      );
    case 'endAll':
      return (
        <ConfirmDialog
          title={`End all ${endable(page).length} terminals?`}
          act="End all"
          word="end all"
          onYes={() => endAll(page)}
        >
          <p>
            Everything that runs in them ends, and nothing brings them back. Their commands stay on record.
          </p>
        </ConfirmDialog>
      );
    case 'takeOver':
      return (
        <ConfirmDialog
          title={`Take over from ${dialog.holder}?`}
          act="Take over"
          onYes={async () => takeOver(page, dialog.uri, dialog.kept)}
        >
          <p>
            {dialog.holder} holds this terminal. When you take it over, what you typed is sent, and{' '}
            {dialog.holder} can only look.
          </p>
        </ConfirmDialog>
      );
    case 'link':
      return (
        <ConfirmDialog
          title={`Open a page of ${hostOf(dialog.address) ?? 'the web'}?`}
          act="Open"
          onYes={async () => openLink(dialog.address)}
        >
          <p>
            The link says <q>{harmless(dialog.text)}</q> and leads to
          </p>
          <p>
            <code class="address">{dialog.address}</code>
          </p>
        </ConfirmDialog>
      );
    case 'history':
      return <HistoryDialog />;
    case 'sessions':
      return <SessionsDialog />;
    case 'settings':
      return <SettingsDialog />;
    case 'keys':
      return <KeysDialog />;
  }
}
