/** Options and keys of tmux, and what they are here: for `set` in the palette and in a configuration that is imported. */

import { keyLabel, readKey } from './key-labels.ts';

/** A setting with its value as in the configuration file, or why there is none. */
export type TmuxOption = readonly [setting: string, value: string] | string;

const NATURAL = 'it is so here anyway';
const BAR = 'the bar is cotty’s own; a theme has its colours';
const THEME = 'colours are those of a theme (theme = …)';
export const PLUGIN = 'plugins of tmux do not run here';
const ASKED = 'cotty asks your terminal what it can';
const TITLE = 'windowTitle says what the title of your terminal is';
const ACTIVITY = 'tabs show what runs, rang or ended in them';

const OPTIONS: Readonly<Record<string, string | ((value: string) => TmuxOption)>> = {
  prefix: (value) => {
    const key = tmuxKey(value);
    return key === undefined ? `there is no key called ${value}` : ['prefix', keyLabel(key)];
  },
  prefix2: 'there is one prefix',
  mouse: (value) => ['mouse', onOff(value)],
  'mode-keys': (value) => ['selectKeys', value],
  'status-keys': 'the line has the keys of your shell (editMode)',
  'history-limit': (value) => ['scrollback', Number(value) > 100_000 ? '100000' : value],
  'default-shell': (value) => ['shell', value],
  'default-command': (value) =>
    /^\S+$/.test(value)
      ? ['shell', value]
      : 'a shell of your own is named by the setting shell, without arguments',
  'set-clipboard': (value) => ['clipboard', value === 'on' ? 'on' : 'off'],
  'bell-action': (value) => ['bell', value === 'none' ? 'off' : 'on'],
  'visual-bell': 'a tab that rang is marked; bell = off silences it',
  'base-index': (value) => (value === '1' ? NATURAL : 'tabs are numbered from 1'),
  'pane-base-index': (value) => (value === '1' ? NATURAL : 'panes are numbered from 1'),
  'renumber-windows': 'tabs are numbered without gaps',
  'escape-time': 'a lone Esc is told from a sequence without it',
  'focus-events': NATURAL,
  'aggressive-resize': 'a terminal has the size of its pane in the window that holds it',
  'repeat-time': 'keys that repeat do so for half a second',
  'default-terminal': 'programs see xterm-256color',
  'terminal-overrides': ASKED,
  'terminal-features': ASKED,
  'automatic-rename': 'a tab is named after its folder; a name that you give stays',
  'allow-rename': 'windowTitle shows the title that a program sets',
  'set-titles': TITLE,
  'set-titles-string': TITLE,
  'monitor-activity': ACTIVITY,
  'visual-activity': ACTIVITY,
  'monitor-bell': NATURAL,
  'word-separators': 'wordCharacters names the characters of a word',
  'synchronize-panes': 'a key of your own can switch it: pane.markAll',
};

/** The option's name without the number of one of several: `terminal-overrides[1]`. */
export function optionName(name: string): string {
  return name.replace(/\[\d+\]$/, '');
}

/** Returns what an option of tmux with this value is here. */
export function tmuxOption(name: string, value: string): TmuxOption {
  const option = optionName(name);
  const made = Object.hasOwn(OPTIONS, option) ? OPTIONS[option] : undefined;
  if (made !== undefined) return typeof made === 'string' ? made : made(value);
  if (name.startsWith('@')) return PLUGIN;
  if (/^status|^message|^window-status|^display/.test(name)) return BAR;
  return /style|colou?r|-fg|-bg|-attr/.test(name) ? THEME : `there is no such setting: ${name}`;
}

/** A word that is neither is left to the check of the setting. */
function onOff(value: string): string {
  if (/^(on|1|yes)$/.test(value)) return 'on';
  return /^(off|0|no)$/.test(value) ? 'off' : value;
}

/** What `set` without a value switches between, in tmux: its default, and the other one. */
const SWITCHES: Readonly<Record<string, readonly [standard: string, other: string]>> = {
  mouse: ['off', 'on'],
  'mode-keys': ['emacs', 'vi'],
  'set-clipboard': ['external', 'off'],
  'bell-action': ['any', 'none'],
};

/** Returns the value of an option after `set` without a value, from the one before; undefined where tmux wants a value. */
export function switched(option: string, before: string | undefined): string | undefined {
  const [standard, other] = SWITCHES[option] ?? [];
  if (before === undefined || before === standard) return other;
  return before === other ? standard : before;
}

const KEY_NAMES: Readonly<Record<string, string>> = {
  bspace: 'backspace',
  btab: 'shift+tab',
  dc: 'delete',
  ic: 'insert',
  ppage: 'pageup',
  pgup: 'pageup',
  npage: 'pagedown',
  pgdn: 'pagedown',
};

/** Returns the name of a key of tmux here; undefined when there is none: `C-a`, `M-Left`, `^B`, `BSpace`. */
export function tmuxKey(name: string): string | undefined {
  const parts: string[] = [];
  let rest = name;
  for (;;) {
    const found = /^(?:([CMS])-|(\^))(?=.)/iu.exec(rest);
    if (found === null) break;
    const letter = found[2] === undefined ? (found[1] ?? '').toUpperCase() : 'C';
    parts.push({ C: 'ctrl', M: 'alt', S: 'shift' }[letter] ?? '');
    rest = rest.slice(found[0].length);
  }
  const lower = rest.toLowerCase();
  const named = (Object.hasOwn(KEY_NAMES, lower) ? KEY_NAMES[lower] : undefined) ?? rest;
  if (parts.length > 0 && !parts.includes('shift') && /^\p{Lu}$/u.test(named) && !parts.includes('ctrl'))
    parts.push('shift');
  return readKey([...parts, named === ' ' ? 'space' : named].join('+'));
}
