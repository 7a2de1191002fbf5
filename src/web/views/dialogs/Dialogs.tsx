/** The question that lies over the page, if there is one. */

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { placeName } from '../../../client/blocks/place.ts';
import { harmless } from '../../../protocol/common/harmless-text.ts';
import { hostOf } from '../../../protocol/common/link-text.ts';
import { MAX_NOTE } from '../../../protocol/terminal/annotation.ts';
import { close, create, endAll, endable, kill, nameAt, rename, takeOver } from '../../model/acts.ts';
import type { Dialog } from '../../model/subject.ts';
import { firstLine } from '../../model/terminal-rows.ts';
import { openLink } from '../../screen/palette.ts';
import { usePage } from '../parts/context.ts';
import { ExportDialog } from './ExportDialog.tsx';
import { HistoryDialog } from './HistoryDialog.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import { LatePalette } from './LatePalette.tsx';
import { Modal, ModalButtons } from './Modal.tsx';
import { SessionsDialog } from './SessionsDialog.tsx';
import { SettingsDialog } from './SettingsDialog.tsx';
import { TabsDialog } from './TabsDialog.tsx';

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
          title={page.info(dialog.uri)?.title ?? ''}
          onName={(name) => rename(page, dialog.uri, name)}
        />
      );
    case 'close':
    case 'kill':
      return <EndDialog {...dialog} />;
    case 'closeGroup':
      return <CloseGroupDialog {...dialog} />;
    case 'export':
      return <ExportDialog chosen={dialog.chosen} shown={dialog.shown} />;
    case 'note':
      return <NoteDialog dialog={dialog} />;
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
    case 'gone':
      return <GoneDialog what={dialog.what} line={dialog.line} />;
    case 'history':
      return <HistoryDialog />;
    case 'palette':
      return <LatePalette text={dialog.text} />;
    case 'tabs':
    case 'join':
      return <TabsDialog key={dialog.kind} joins={dialog.kind === 'join'} />;
    case 'sessions':
      return <SessionsDialog />;
    case 'settings':
      return <SettingsDialog />;
    case 'keys':
      return <KeysDialog />;
  }
}

// Asks before something is done that hurts; what nothing brings back needs a word to be typed.

type ConfirmProps = {
  readonly title: string;
  readonly act: string;
  readonly word?: string;
  /** Whether it ends something for good. */
  readonly harms?: boolean;
  readonly onYes: () => Promise<void>;
  readonly children: ComponentChildren;
};

function ConfirmDialog({ title, act, word, harms = false, onYes, children }: ConfirmProps) {
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
          class={word === undefined && !harms ? 'button primary' : 'button danger'}
          disabled={!isSure}
        >
          {act}
        </button>
      </ModalButtons>
    </Modal>
  );
}

type TextFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly maxLength?: number;
  readonly placeholder?: string;
  readonly spellcheck?: boolean;
  /** Whether its text is selected when it gets the focus, so that typing takes its place. */
  readonly isSelected?: boolean;
  readonly onText: (text: string) => void;
};

function TextField({ label, isSelected = false, onText, ...input }: TextFieldProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        {...input}
        autocomplete="off"
        onFocus={({ currentTarget }) => isSelected && currentTarget.select()}
        onInput={(event) => onText(event.currentTarget.value)}
      />
    </label>
  );
}

/** Takes the keys of who types on for a terminal that is gone or has changed: the field keeps the focus and changes by nothing. */
function GoneDialog({ what, line }: { readonly what: string; readonly line: string }) {
  const page = usePage();
  return (
    <Modal
      title={what}
      onSubmit={() => {
        page.dialog.value = undefined;
      }}
    >
      <label class="field">
        <span>What you were typing there reaches no other terminal.</span>
        <input readOnly value={line} autocomplete="off" />
      </label>
      <div class="dialog-buttons">
        <button type="submit" class="button primary">
          Go on
        </button>
      </div>
    </Modal>
  );
}

// Gives a terminal another name.

type NameProps = {
  readonly title: string;
  readonly onName: (name: string) => void;
};

function NameDialog({ title, onName }: NameProps) {
  const page = usePage();
  const [text, setText] = useState(title);
  const accept = () => {
    page.dialog.value = undefined;
    onName(text.trim());
  };
  return (
    <Modal title="Rename terminal" onSubmit={accept}>
      <TextField
        label="Name"
        value={text}
        maxLength={64}
        placeholder="its folder, if empty"
        isSelected
        onText={setText}
      />
      <ModalButtons>
        <button type="submit" class="button primary">
          Rename
        </button>
      </ModalButtons>
    </Modal>
  );
}

/** Writes a note on a finished command; an empty one is removed. */
function NoteDialog({ dialog }: { readonly dialog: Extract<Dialog, { kind: 'note' }> }) {
  const page = usePage();
  const { commandLine, note, keep } = dialog;
  const [text, setText] = useState(note);
  const accept = () => {
    page.dialog.value = undefined;
    page.messages.watch(keep(text.trim()));
  };
  return (
    <Modal title={`Note on ${firstLine(commandLine)}`} onSubmit={accept}>
      <TextField
        label="For everybody who sees this terminal, and for agents"
        value={text}
        maxLength={MAX_NOTE}
        placeholder="what is to be known about it"
        isSelected
        onText={setText}
      />
      <ModalButtons>
        <button type="submit" class="button primary">
          {text.trim() === '' && note !== '' ? 'Remove' : 'Keep'}
        </button>
      </ModalButtons>
    </Modal>
  );
}

/** Opens a terminal: its folder, its name, and its purpose. */
const ENDS = {
  close: {
    act: 'Close',
    end: close,
    after: 'It goes on for five minutes, in which the terminal can be brought back.',
  },
  kill: {
    act: 'Kill',
    end: kill,
    after: 'It ends at once, and nothing brings it back. Its commands stay on record.',
  },
} as const;

/** Asks before a terminal ends, and names what and who would lose it. */
function EndDialog({ kind, uri, reasons }: Extract<Dialog, { kind: 'close' | 'kill' }>) {
  const page = usePage();
  const { act, end, after } = ENDS[kind];
  return (
    <ConfirmDialog
      title={`${act} ${nameAt(page, uri)}?`}
      act={act}
      harms={kind === 'kill'}
      onYes={() => end(page, uri)}
    >
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      <p>{after}</p>
    </ConfirmDialog>
  );
}

function CloseGroupDialog({ uris, reasons }: Extract<Dialog, { kind: 'closeGroup' }>) {
  const page = usePage();
  return (
    <ConfirmDialog
      title={`Close ${uris.length} terminals?`}
      act="Close"
      harms={false}
      onYes={async () => {
        await Promise.all(uris.map((uri) => close(page, uri)));
      }}
    >
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
    </ConfirmDialog>
  );
}

function NewDialog() {
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
      <TextField
        label="Name"
        value={name}
        maxLength={64}
        placeholder="its folder, if empty"
        onText={setName}
      />
      <details class="more-fields">
        <summary>More</summary>
        <TextField label="Folder" value={cwd} placeholder="home" spellcheck={false} onText={setCwd} />
        <TextField
          label="Purpose"
          value={purpose}
          maxLength={200}
          placeholder="for agents and people who look here"
          onText={setPurpose}
        />
      </details>
      <ModalButtons>
        <button type="submit" class="button primary">
          Open
        </button>
      </ModalButtons>
    </Modal>
  );
}
