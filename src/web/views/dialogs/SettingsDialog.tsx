/** The settings of this browser. */

import type { Signal } from '@preact/signals';
import { askToNotify, whyNoNotices } from '../../connect/notifier.ts';
import type { Page } from '../../model/page.ts';
import { FONT_SIZES, fontSizeOf, THEMES } from '../../model/settings.ts';
import { usePage } from '../parts/context.ts';
import { Modal, ModalButtons } from './Modal.tsx';

const THEME_NAMES = {
  auto: 'As the system',
  light: 'Light',
  dark: 'Dark',
  contrast: 'High contrast',
} as const;

export function SettingsDialog() {
  const page = usePage();
  const { settings } = page;
  return (
    <Modal title="Settings">
      <label class="field">
        <span>Theme</span>
        <select
          value={settings.theme.value}
          onChange={(event) => {
            const { value } = event.currentTarget;
            settings.theme.value = THEMES.find((theme) => theme === value) ?? 'auto';
          }}
        >
          {THEMES.map((theme) => (
            <option key={theme} value={theme}>
              {THEME_NAMES[theme]}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>Size of text: {settings.fontSize.value}</span>
        <input
          type="range"
          min={FONT_SIZES.least}
          max={FONT_SIZES.most}
          step="0.5"
          value={settings.fontSize.value}
          onInput={(event) => {
            settings.fontSize.value = fontSizeOf(Number(event.currentTarget.value));
          }}
        />
      </label>
      <Choice label="Draw the screen by WebGL" value={settings.webgl} />
      <Choice label="Tell the live screen to screen readers" value={settings.readable} />
      <Choice
        label="Notify when something ends or needs you"
        value={settings.notify}
        onChosen={() => page.messages.watch(chooseNotices(page))}
      />
      {page.mayType && <PushChoices />}
      <p class="small-print">
        <a href="/licences.txt" target="_blank" rel="noreferrer">
          Licences
        </a>
      </p>
      <div class="dialog-buttons">
        <button type="button" class="button" onClick={() => page.signOut()}>
          Sign out
        </button>
        {page.mayType && (
          <button
            type="button"
            class="button"
            onClick={() => {
              page.dialog.value = { kind: 'sessions' };
            }}
          >
            Sessions
          </button>
        )}
        <span class="grow" />
        <ModalButtons />
      </div>
    </Modal>
  );
}

/** Notices that the host sends by the push service of the browser. */
function PushChoices() {
  const page = usePage();
  const { push, pushText, pushDone } = page.settings;
  return (
    <>
      <Choice
        label="Push a notice here when somebody waits for you, also while this page is closed"
        value={push}
      />
      {push.value && (
        <div class="choices-of">
          <Choice label="with the question" value={pushText} />
          <Choice label="also when long work is done or has failed" value={pushDone} />
        </div>
      )}
    </>
  );
}

async function chooseNotices({ settings, messages }: Page): Promise<void> {
  if (await askToNotify()) return;
  settings.notify.value = false;
  messages.say(whyNoNotices(), { kind: 'bad' });
}

type ChoiceProps = {
  readonly label: string;
  readonly value: Signal<boolean>;
  readonly onChosen?: () => void;
};

function Choice({ label, value, onChosen }: ChoiceProps) {
  return (
    <label class="choice">
      <input
        type="checkbox"
        checked={value.value}
        onChange={(event) => {
          value.value = event.currentTarget.checked;
          if (value.value) onChosen?.();
        }}
      />
      <span>{label}</span>
    </label>
  );
}
