/** Writes commands as a document, a picture or a recording: to a file, or to the clipboard. */

import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { fileNameOf } from '../../../client/blocks/copied-text.ts';
import { commandLineOf, type Exportable, exportedRuns } from '../../../client/run/exported-runs.ts';
import type { Exported } from '../../../review/export/exported.ts';
import type { Theme } from '../../../review/export/facts.ts';
import { FORMATS, type FormatId } from '../../../review/export/format-names.ts';
import { amountText, secretsText, secretText } from '../../../review/export/told.ts';
import type { Run } from '../../../review/run.ts';
import { firstLine } from '../../model/terminal-rows.ts';
import { outputEmulator } from '../../screen/quiet-terminal.ts';
import { OutputLines } from '../../text/output-lines.ts';
import { addressOf } from '../menu/output-file.ts';
import { usePage } from '../parts/context.ts';
import { copyText } from '../parts/copy-text.ts';
import { fileOf, prepared } from './export-file.ts';
import { Modal, ModalButtons } from './Modal.tsx';

type Props = { readonly chosen: Exportable; readonly shown: readonly Exportable[] };

const THEME_NAMES = { auto: 'As the reader’s system', light: 'Light', dark: 'Dark' } as const;
const THEMES: readonly Theme[] = ['auto', 'light', 'dark'];
/** Formats that have colours. */
const COLOURED: readonly FormatId[] = ['html', 'svg', 'png'];
/** Secrets that are told one by one. */
const MOST_TOLD = 5;

export function ExportDialog({ chosen, shown }: Props) {
  const page = usePage();
  const commandLine = commandLineOf(chosen);
  const outputs = useMemo(() => new OutputLines(outputEmulator), []);
  const format = useSignal<FormatId>('md');
  const theme = useSignal<Theme>('auto');
  const all = useSignal(false);
  const withSecrets = useSignal(false);
  const runs = useSignal<readonly Run[] | undefined>(undefined);
  const isAll = all.value;
  useEffect(() => {
    runs.value = undefined;
    let isWanted = true;
    const read = exportedRuns(page.client.cotty, isAll ? shown : [chosen], { times: true });
    page.messages.watch(
      read.then((found) => {
        if (isWanted) runs.value = found;
      }),
    );
    return () => {
      isWanted = false;
    };
  }, [page, chosen, shown, isAll, runs]);
  const ready = useComputed<Exported | undefined>(() =>
    runs.value === undefined ? undefined : prepared(outputs, runs.value, withSecrets.value),
  );
  const file = (made: Exported) =>
    fileOf(made, { format: format.value, theme: theme.value, home: page.home });
  const download = () => {
    const made = ready.value;
    if (made === undefined) return;
    page.dialog.value = undefined;
    page.messages.watch(
      file(made).then((blob) => saveAs(blob, `${fileNameOf(commandLine)}.${format.value}`)),
    );
  };
  const copy = () => {
    const made = ready.value;
    if (made === undefined) return;
    const text = file(made).then((blob) => blob.text());
    page.messages.watch(text.then((found) => copyText(page, amountText(made.runs, format.value), found)));
  };
  return (
    <Modal title="Export" onSubmit={download}>
      <p class="cut-line">
        <code>{firstLine(commandLine)}</code>
      </p>
      {shown.length > 1 && (
        <Select
          label="Commands"
          value={isAll ? 'all' : 'one'}
          options={[
            ['one', 'Only this one'],
            ['all', `The ${shown.length} that are shown`],
          ]}
          onValue={(value) => {
            all.value = value === 'all';
          }}
        />
      )}
      <Select
        label="Format"
        value={format.value}
        options={FORMATS.map(({ id, title }) => [id, title])}
        onValue={(value) => {
          format.value = FORMATS.find(({ id }) => id === value)?.id ?? 'md';
        }}
      />
      {COLOURED.includes(format.value) && (
        <Select
          label="Colours"
          value={theme.value}
          options={THEMES.map((name) => [name, THEME_NAMES[name]])}
          onValue={(value) => {
            theme.value = THEMES.find((name) => name === value) ?? 'auto';
          }}
        />
      )}
      <Secrets
        ready={ready.value}
        withSecrets={withSecrets.value}
        onChoice={(leaves) => {
          withSecrets.value = leaves;
        }}
      />
      <ModalButtons>
        {format.value !== 'png' && (
          <button type="button" class="button" disabled={ready.value === undefined} onClick={copy}>
            Copy
          </button>
        )}
        <button type="submit" class="button primary" disabled={ready.value === undefined}>
          Download
        </button>
      </ModalButtons>
    </Modal>
  );
}

type SelectProps = {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, title: string])[];
  readonly onValue: (value: string) => void;
};

function Select({ label, value, options, onValue }: SelectProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={(event) => onValue(event.currentTarget.value)}>
        {options.map(([each, title]) => (
          <option key={each} value={each}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

type SecretsProps = {
  readonly ready: Exported | undefined;
  readonly withSecrets: boolean;
  readonly onChoice: (leaves: boolean) => void;
};

/** What was found that looks like a secret, and whether it leaves. */
function Secrets({ ready, withSecrets, onChoice }: SecretsProps) {
  if (ready === undefined) return <p class="dim">Reading the outputs…</p>;
  const { found } = ready;
  if (found.length === 0) return null;
  const told = found.slice(0, MOST_TOLD).map(secretText);
  return (
    <div role="status">
      <p>{secretsText(found, withSecrets)}:</p>
      <ul class="found-secrets">
        {told.map((text) => (
          <li key={text}>{text}</li>
        ))}
        {found.length > told.length && <li>{`and ${found.length - told.length} more`}</li>}
      </ul>
      <label class="choice">
        <input
          type="checkbox"
          checked={withSecrets}
          onChange={(event) => onChoice(event.currentTarget.checked)}
        />
        <span>Leave secrets in</span>
      </label>
    </div>
  );
}

function saveAs(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = addressOf(blob);
  link.download = name;
  link.click();
}
