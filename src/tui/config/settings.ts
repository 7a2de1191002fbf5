/** The settings: one table from which types, validation, sample file and documentation come. */

import { PRESETS } from '../keys/bindings/switch-bindings.ts';
import { keyLabel } from '../keys/key-spelling.ts';
import { NOTICE_WAYS } from '../outer/send/notice-bytes.ts';
import { choice, list, number, onOff, type SettingKind, text, type ValueOf } from './setting-kinds.ts';

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
  scrollback: number(2_000, 0, 100_000, 'Lines that can be scrolled back. More makes everything slower.'),
  closeOnExit: choice(
    ['clean', 'always', 'never'],
    'clean',
    'Close the tab when its shell ends: only after exit 0, always, or never.',
  ),
  autoRaw: choice(
    ['interactive', 'always', 'never'],
    'interactive',
    'Go to RAW for full-screen programs, for every command, or never.',
  ),
  lockPrograms: list([], 'Programs that get LOCK instead of RAW, such as: tmux emacs'),
  preset: choice(PRESET_NAMES, 'default', `The key RAW keeps: ${presetKeys()}.`),
  ctrlE: choice(
    SMART_KEY,
    'smart',
    'Ctrl+E in RUN. smart: new tab at the end of the input, else end of line.',
  ),
  ctrlK: choice(
    SMART_KEY,
    'smart',
    'Ctrl+K in RUN. smart: RAW at the end of the input, else cut to the end.',
  ),
  mouse: onOff(true, 'Mouse in tabs, blocks and programs. off: your terminal keeps it.'),
  confirmPaste: onOff(true, 'Ask before a long paste is sent to a program.'),
  pasteWarnLines: number(5, 1, 10_000, 'From how many lines on a paste is long.'),
  foldBeyond: number(3, 0, 1000, 'How many of the last blocks stay open.'),
  tailLines: number(8, 1, 200, 'Lines shown of an output that is folded.'),
  pager: text('', 'Program that opens an output. Empty: $PAGER, else less.'),
  notifyAfter: number(
    10,
    0,
    86_400,
    'Seconds after which the end of a command you do not watch is told. 0: never.',
  ),
  notifyHow: choice(
    NOTICE_WAYS,
    'auto',
    'How it is told outside: a notice on the desktop, or the bell. auto: what your terminal is known to show.',
  ),
  agentAsks: choice(
    ['ask', 'allow'],
    'ask',
    'When an agent asks for a terminal: ask you, or hand it over where nothing runs and nothing is typed.',
  ),
  theme: choice(['auto', 'light', 'dark', 'highContrast'], 'auto', 'Colours. auto: by the background.'),
  ascii: choice(
    ['auto', 'on', 'off'],
    'auto',
    'Draw with plain ASCII. auto: where other signs come out wrong.',
  ),
} as const satisfies Readonly<Record<string, SettingKind>>;

export type SettingName = keyof typeof SETTINGS;

export type Settings = { readonly [name in SettingName]: ValueOf<(typeof SETTINGS)[name]> };

export const SETTING_NAMES = Object.keys(SETTINGS).filter(isSettingName);

export function isSettingName(word: string): word is SettingName {
  return Object.hasOwn(SETTINGS, word);
}

// Every name is in the table, which the compiler does not see in fromEntries.
export const DEFAULT_SETTINGS = Object.fromEntries(
  SETTING_NAMES.map((name) => [name, SETTINGS[name].default]),
) as Settings;

/** `default Ctrl+K, tmux Ctrl+B, …` */
function presetKeys(): string {
  return PRESET_NAMES.map((name) => `${name} ${keyLabel(PRESETS[name])}`).join(', ');
}
