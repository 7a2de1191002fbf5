/** Table of all settings: types, validation, sample file and documentation are made from it. */

import { PRESETS } from '../../client/commands/default-bindings.ts';
import { keyLabel } from '../../client/commands/key-labels.ts';
import { NOTICE_WAYS } from '../outer/notifications.ts';
import { THEME_NAMES } from '../theme/themes.ts';
import { choice, key, list, number, onOff, type SettingKind, text, type ValueOf } from './setting-kinds.ts';

const SMART_KEY = ['smart', 'always', 'off'] as const;
const PRESET_NAMES = [
  'default',
  'tmux',
  'screen',
  'zellij',
  'safe',
] as const satisfies readonly (keyof typeof PRESETS)[];

export const SETTINGS = {
  shell: text('', 'Shell of new terminals. Empty: your login shell.'),
  scrollback: number(
    10_000,
    0,
    100_000,
    'Lines that you can scroll back in what is running. Beyond 2,000 they come from its kept output.',
  ),
  closeOnExit: choice(
    ['clean', 'always', 'never'],
    'clean',
    'Close the tab when its shell ends: unless the shell died (a signal, an error as it started), always, or never.',
  ),
  linear: onOff(
    false,
    'Open terminals as plain lines instead of the window, as `cotty --linear` does: for screen readers.',
  ),
  autoRaw: choice(
    ['interactive', 'always', 'never'],
    'interactive',
    'Go to RAW for programs that take the keys (vim, menus, agents), for every command, or never.',
  ),
  lockPrograms: list([], 'Programs that get LOCK instead of RAW, such as: tmux emacs'),
  lockKey: key(
    'f12',
    'The key that leaves LOCK, which keeps no other. Pressed twice, it goes to the program.',
  ),
  preset: choice(PRESET_NAMES, 'default', `The key to RAW and back: ${presetKeys()}; tmux has a prefix.`),
  prefix: key(
    PRESETS.tmux,
    'The prefix of the preset tmux, in every mode but LOCK. Pressed twice, it is sent.',
  ),
  chordTime: number(
    1_000,
    100,
    60_000,
    'Milliseconds that the first of two keys waits for the second, and is then itself. A prefix waits for ever.',
  ),
  selectKeys: choice(
    ['vi', 'emacs'],
    'vi',
    "Keys of SELECT: those of tmux's copy mode with vi or emacs keys.",
  ),
  ctrlE: choice(SMART_KEY, 'smart', 'Ctrl+E in RUN. smart: new tab on an empty line, else end of line.'),
  ctrlK: choice(
    SMART_KEY,
    'smart',
    'Ctrl+K in RUN. smart: RAW at the end of the input, else cut to the end.',
  ),
  mouse: onOff(true, 'Mouse in tabs, blocks and programs. off: your terminal keeps it.'),
  scrollbar: choice(
    ['auto', 'on', 'off'],
    'auto',
    'Column with marks at failures, bookmarks and matches. auto: while you browse, or have scrolled back.',
  ),
  suggestions: onOff(
    true,
    'Show the rest of a command that ran before behind what you type; Right accepts it.',
  ),
  localEcho: choice(
    ['auto', 'always', 'never'],
    'auto',
    'Draw what you type before a program echoes it, underlined. auto: while a round trip takes more than 20 ms.',
  ),
  copyOnSelect: choice(
    ['dragged', 'always', 'off'],
    'dragged',
    'Copy when the button is let go: what was dragged over, also words and lines clicked, or nothing.',
  ),
  wordCharacters: text(
    '-_./~:@%+=&?#',
    'Characters that a double click counts to a word, besides letters and digits.',
  ),
  editor: text(
    '',
    'Editor for FILE:LINE, with {file}, {line} and {column} where they go. Empty: $VISUAL, $EDITOR, else vi.',
  ),
  editMode: choice(
    ['auto', 'emacs', 'vi'],
    'auto',
    'Keys in the line of RUN. auto: as the shell has them (`set -o vi`, `bindkey -v`, `fish_vi_key_bindings`).',
  ),
  nestedShells: onOff(
    true,
    'Give shells that you enter (bash, su, sudo -i) their blocks by lines typed at their prompt; ask about ssh.',
  ),
  confirmPaste: onOff(true, 'Ask before a long paste is sent to a program.'),
  pasteWarnLines: number(5, 1, 10_000, 'A paste is long from this number of lines.'),
  foldBeyond: number(
    0,
    0,
    1000,
    'Number of newest blocks that stay open, older ones are folded; 0 folds none.',
  ),
  tailLines: number(8, 1, 200, 'Lines shown of a folded output.'),
  pager: text('', 'Program that opens an output. Empty: $PAGER, else less.'),
  notifyAfter: number(
    10,
    0,
    86_400,
    'Notify when a command you do not watch ends after at least this many seconds. 0: never.',
  ),
  notifyHow: choice(
    NOTICE_WAYS,
    'auto',
    'How to notify: a desktop notification or the bell. auto: what your terminal is known to support.',
  ),
  clipboard: choice(
    ['on', 'ask', 'off'],
    'on',
    'Let programs copy (OSC 52). on: without asking, but ask for what an agent runs. ask: always ask.',
  ),
  bell: onOff(true, 'Ring the bell of your terminal when a program rings.'),
  windowTitle: text(
    '{tab} — {title} — cotty',
    "Title of your terminal's window: {tab} is the tab's name, {title} what its program has set. Empty parts go.",
  ),
  agentAsks: choice(
    ['ask', 'allow'],
    'ask',
    'When an agent asks for a terminal: ask you, or hand it over if nothing runs and nothing is typed.',
  ),
  theme: choice(['auto', ...THEME_NAMES], 'auto', 'Colours. auto: by the background of your terminal.'),
  ascii: choice(
    ['auto', 'on', 'off'],
    'auto',
    'Draw with plain ASCII. auto: if your terminal draws other signs wrong.',
  ),
} as const satisfies Readonly<Record<string, SettingKind>>;

export type SettingName = keyof typeof SETTINGS;

export type Settings = { readonly [name in SettingName]: ValueOf<(typeof SETTINGS)[name]> };

export const SETTING_NAMES = Object.keys(SETTINGS).filter(isSettingName);

export function isSettingName(word: string): word is SettingName {
  return Object.hasOwn(SETTINGS, word);
}

// SETTING_NAMES has every name, but the type of fromEntries does not show that.
export const DEFAULT_SETTINGS = Object.fromEntries(
  SETTING_NAMES.map((name) => [name, SETTINGS[name].default]),
) as Settings;

/** Settings that earlier versions had, and why they have no effect any more. */
const REMOVED: Readonly<Record<string, string>> = {
  colorUnknown: 'shells and their plugins colour commands that do not exist',
  tabNames: 'tabs have the names of their terminals, which the host gives after the folder',
};

/** Returns what is said of a setting that was removed; undefined for every other word. */
export function removedSetting(word: string): string | undefined {
  return Object.hasOwn(REMOVED, word) ? `${word} has no effect any more: ${REMOVED[word]}` : undefined;
}

/** Lists the presets with a key of their own for RAW: `default Ctrl+K, screen Ctrl+A, …`. */
function presetKeys(): string {
  return PRESET_NAMES.filter((name) => name !== 'tmux')
    .map((name) => `${name} ${keyLabel(PRESETS[name])}`)
    .join(', ');
}
