/** Translates a configuration of tmux into lines of ours; what cannot be taken over becomes a comment that says why. */

import { PREFIXED } from '../../client/commands/command.ts';
import type { CommandId } from '../../client/commands/commands.ts';
import { keyLabel, readKey } from '../../client/commands/key-labels.ts';
import { tmuxMeaning } from '../../client/commands/tmux-verbs.ts';
import { parseKeyLine } from '../keys/bindings/key-lines.ts';
import { keyLine, settingLine } from './edit-config.ts';
import { readValue, writeValue } from './setting-kinds.ts';
import { isSettingName, SETTINGS } from './settings.ts';
import { boundCommands, readTmuxConf, type TmuxCommand } from './tmux-conf.ts';

/** Returns lines of a config file, each with its end. */
export function importTmux(file: string, path: string): string {
  const { commands, problem } = readTmuxConf(file);
  const taken: Taken = {
    settings: new Map([['preset', 'tmux']]),
    options: new Map(),
    keys: new Map(),
    notes: [],
  };
  const editing = copyKeys(commands);
  let depth = 0;
  for (const command of commands) {
    const [first = ''] = command.words;
    if (first === '%if') depth++;
    if (first.startsWith('%'))
      note(taken, command, 'conditions are not evaluated; lines inside are left out');
    else if (depth === 0) takeCommand(taken, command, editing);
    if (first === '%endif') depth = Math.max(0, depth - 1);
  }
  const notes = [...taken.notes, ...(problem === undefined ? [] : [problem])];
  return [
    `# From ${plain(path)}, for tmux. The keys of tmux come with the preset; what follows is what differs.`,
    ...[...taken.settings].map(([name, value]) => settingLine(name, value)),
    ...taken.keys.values(),
    ...(notes.length === 0 ? [] : ['', '# Not taken over:', ...notes.map((text) => `#   ${text}`)]),
    '',
  ].join('\n');
}

type Taken = {
  readonly settings: Map<string, string>;
  /** Values of options that were taken, as tmux has them. */
  readonly options: Map<string, string>;
  /** Key lines by mode and key: the later of two for the same key wins. */
  readonly keys: Map<string, string>;
  readonly notes: string[];
};

/** Longest text of a line that a comment quotes, in characters. */
const MOST_QUOTED = 80;

function note({ notes }: Taken, { line, text }: TmuxCommand, why: string): void {
  notes.push(`line ${line}: ${plain(text).slice(0, MOST_QUOTED)}: ${plain(why)}`);
}

/** Control characters in a comment would end its line, or reach a terminal. */
function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ');
}

/** Takes a command over, as far as it can be, and notes what cannot. */
function takeCommand(taken: Taken, command: TmuxCommand, editing: 'vi' | 'emacs'): void {
  const [verb = '', ...words] = command.words;
  const take = Object.hasOwn(TAKERS, verb) ? TAKERS[verb] : undefined;
  const reasons = take?.(taken, words, editing) ?? ['only options and keys are taken over'];
  for (const why of reasons) note(taken, command, why);
}

/** Takes the words behind a verb over; returns why not, or what of them is lost. */
type Taker = (taken: Taken, words: readonly string[], editing: 'vi' | 'emacs') => readonly string[];

const ANOTHER_FILE: Taker = () => ['import that file by itself'];
const PLUGIN = 'plugins of tmux do not run here';

const TAKERS: Readonly<Record<string, Taker>> = {
  set: takeOption,
  'set-option': takeOption,
  setw: takeOption,
  'set-window-option': takeOption,
  bind: takeBinding,
  'bind-key': takeBinding,
  unbind: takeUnbinding,
  'unbind-key': takeUnbinding,
  source: ANOTHER_FILE,
  'source-file': ANOTHER_FILE,
  run: () => [PLUGIN],
  'run-shell': () => [PLUGIN],
};

// Options.

type Option = (value: string) => readonly [setting: string, value: string] | string;

const NATURAL = 'it is so here anyway';
const BAR = 'the bar is cotty’s own; a theme has its colours';
const THEME = 'colours are those of a theme (theme = …)';

const OPTIONS: Readonly<Record<string, Option>> = {
  prefix: (value) => {
    const key = tmuxKey(value);
    return key === undefined ? `there is no key called ${value}` : ['prefix', keyLabel(key)];
  },
  prefix2: () => 'there is one prefix',
  mouse: (value) => ['mouse', onOff(value)],
  'mode-keys': (value) => ['selectKeys', value],
  'status-keys': () => 'the line has the keys of your shell (editMode)',
  'history-limit': (value) => ['scrollback', String(Math.min(100_000, Number(value)))],
  'default-shell': (value) => ['shell', value],
  'default-command': (value) =>
    /^\S+$/.test(value)
      ? ['shell', value]
      : 'a shell of your own is named by the setting shell, without arguments',
  'set-clipboard': (value) => ['clipboard', value === 'on' ? 'on' : 'off'],
  'bell-action': (value) => ['bell', value === 'none' ? 'off' : 'on'],
  'visual-bell': () => 'a tab that rang is marked; bell = off silences it',
  'base-index': (value) => (value === '1' ? NATURAL : 'tabs are numbered from 1'),
  'pane-base-index': (value) => (value === '1' ? NATURAL : 'panes are numbered from 1'),
  'renumber-windows': () => 'tabs are numbered without gaps',
  'escape-time': () => 'a lone Esc is told from a sequence without it',
  'focus-events': () => NATURAL,
  'aggressive-resize': () => 'a terminal has the size of its pane in the window that holds it',
  'repeat-time': () => 'keys that repeat do so for half a second',
  'default-terminal': () => 'programs see xterm-256color',
  'terminal-overrides': () => 'cotty asks your terminal what it can',
  'terminal-features': () => 'cotty asks your terminal what it can',
  'automatic-rename': () => 'a tab is named after its folder; a name that you give stays',
  'allow-rename': () => 'windowTitle shows the title that a program sets',
  'set-titles': () => 'windowTitle says what the title of your terminal is',
  'set-titles-string': () => 'windowTitle says what the title of your terminal is',
  'monitor-activity': () => 'tabs show what runs, rang or ended in them',
  'visual-activity': () => 'tabs show what runs, rang or ended in them',
  'monitor-bell': () => NATURAL,
  'word-separators': () => 'wordCharacters names the characters of a word',
  'synchronize-panes': () => 'a key of your own can switch it: pane.markAll',
};

/** What `set` without a value switches between, in tmux: its default, and the other one. */
const SWITCHES: Readonly<Record<string, readonly [standard: string, other: string]>> = {
  mouse: ['off', 'on'],
  'mode-keys': ['emacs', 'vi'],
  'set-clipboard': ['external', 'off'],
  'bell-action': ['any', 'none'],
};

/** Returns the value of an option after `set` without a value, from the one before; undefined where tmux wants a value. */
function switched(option: string, before: string | undefined): string | undefined {
  const [standard, other] = SWITCHES[option] ?? [];
  if (before === undefined || before === standard) return other;
  return before === other ? standard : before;
}

/** Reads the words behind `set`: whether it unsets, the name of the option, and its value if there is one. */
function optionOf(args: readonly string[]) {
  const words = [...args];
  let unsets = false;
  while (words[0] !== undefined && /^-[a-zA-Z]+$/.test(words[0])) {
    unsets ||= /[uU]/.test(words[0]);
    if (words[0].includes('t')) words.shift();
    words.shift();
  }
  const [name = '', given] = words;
  return { unsets, name, given };
}

function takeOption(taken: Taken, args: readonly string[]): readonly string[] {
  const { unsets, name, given } = optionOf(args);
  // An option may be one of several: `terminal-overrides[1]`.
  const option = name.replace(/\[\d+\]$/, '');
  const value = given ?? (unsets ? undefined : switched(option, taken.options.get(option)));
  const made = Object.hasOwn(OPTIONS, option) ? OPTIONS[option]?.(value ?? '') : undefined;
  if (made === undefined) return [withoutSetting(name)];
  if (typeof made === 'string') return [made];
  const [setting, written] = made;
  if (!isSettingName(setting)) return [];
  if (unsets) {
    taken.options.delete(option);
    taken.settings.delete(setting);
    return [];
  }
  if (value === undefined) return [`${option} needs a value`];
  taken.options.set(option, value);
  const read = readValue(SETTINGS[setting], written);
  if (!read.ok) return [`${setting} ${read.problem}`];
  taken.settings.set(setting, writeValue(read.value));
  return setting === 'scrollback' && written !== value
    ? ['scrollback is at most 100000 here; older output stays in the record']
    : [];
}

function withoutSetting(name: string): string {
  if (name.startsWith('@')) return PLUGIN;
  if (/^status|^message|^window-status|^display/.test(name)) return BAR;
  return /style|colou?r|-fg|-bg|-attr/.test(name) ? THEME : 'there is no such setting';
}

/** A word that is neither is left to the check of the setting. */
function onOff(value: string): string {
  if (/^(on|1|yes)$/.test(value)) return 'on';
  return /^(off|0|no)$/.test(value) ? 'off' : value;
}

// Keys.

/** The keys of the copy mode that the file has: as it sets them, else those it binds; the default of tmux is emacs. */
function copyKeys(commands: readonly TmuxCommand[]): 'vi' | 'emacs' {
  const value = commands.reduce<string | undefined>((before, { words }) => {
    if (!/^set/.test(words[0] ?? '') || !words.includes('mode-keys')) return before;
    const last = words.at(-1);
    return last === 'mode-keys' ? switched(last, before) : last;
  }, undefined);
  if (value === 'vi' || value === 'emacs') return value;
  return commands.some(({ words }) => words.includes('copy-mode-vi') || words.includes('vi-copy'))
    ? 'vi'
    : 'emacs';
}

type Place = { readonly table: string; readonly key: string; readonly rest: readonly string[] };

/** Reads the options of `bind` and `unbind` up to the key. */
function placeOf(words: readonly string[]): Place | string {
  let table = 'prefix';
  let at = 0;
  for (; /^-[a-zA-Z]+$/.test(words[at] ?? ''); at++) {
    const word = words[at] ?? '';
    if (word.includes('n')) table = 'root';
    if (word.includes('a') && words.length === at + 1) return 'all keys at once are not unbound';
    // -T and the older -t name a table; -N has a note for people.
    if (/[TtN]$/.test(word)) at++;
    if (/[Tt]$/.test(word)) table = words[at] ?? '';
  }
  const key = words[at];
  return key === undefined ? 'the key is missing' : { table, key, rest: words.slice(at + 1) };
}

/** Modes of ours for a key table of tmux. */
function modesOf(table: string, editing: 'vi' | 'emacs'): readonly string[] | string {
  if (table === 'prefix') return ['prefix'];
  if (table === 'root') return PREFIXED;
  const keys = /^(copy-mode-vi|vi-copy)$/.test(table)
    ? 'vi'
    : /^(copy-mode|emacs-copy)$/.test(table)
      ? 'emacs'
      : '';
  if (keys === '') return `there is no key table ${table}`;
  return keys === editing ? ['select'] : `the copy mode has the keys of ${editing} here (selectKeys)`;
}

function takeBinding(taken: Taken, words: readonly string[], editing: 'vi' | 'emacs'): readonly string[] {
  const place = placeOf(words);
  if (typeof place === 'string') return [place];
  const modes = modesOf(place.table, editing);
  if (typeof modes === 'string') return [modes];
  const key = tmuxKey(place.key);
  if (key === undefined) return [keyProblem(place.key)];
  const bound = meaningOf(boundCommands(place.rest), modes[0] === 'select');
  if (typeof bound === 'string') return [bound];
  const { id, argument, loss } = bound;
  const problems = modes.flatMap((mode) => {
    const line = ['bind', mode, keyLabel(key), id, ...(argument === undefined ? [] : [String(argument)])];
    const read = parseKeyLine(line);
    if (!read.ok) return [`in ${mode}: ${read.problem}`];
    taken.keys.set(`${mode} ${key}`, keyLine(line));
    return [];
  });
  if (problems.length === modes.length) return problems.slice(0, 1);
  return [
    ...(problems.length > 0 ? [`not ${problems.join('; not ')}`] : []),
    ...(loss === undefined ? [] : [`not done: ${loss}`]),
  ];
}

type Bound = {
  readonly id: CommandId;
  readonly argument?: number | undefined;
  readonly loss?: string | undefined;
};

function meaningOf(commands: readonly (readonly string[])[], isCopyMode: boolean): Bound | string {
  const telling = /^(display|display-message|refresh|refresh-client)$/;
  const real = commands.length > 1 ? commands.filter(([verb = '']) => !telling.test(verb)) : commands;
  const [words, ...more] = real;
  if (words === undefined) return 'it is bound to nothing';
  if (more.length > 0) return 'several commands for one key; bind the one that matters';
  if (isCopyMode) return copyMeaning(words);
  const meaning = tmuxMeaning(words);
  switch (meaning.kind) {
    case 'command':
      return { id: meaning.command, argument: meaning.argument, loss: meaning.loss };
    case 'new':
      return { id: 'tab.new', loss: `its name ${meaning.name}` };
    case 'rename':
      return { id: 'tab.rename', loss: `the name ${meaning.name}: it asks for one` };
    case 'synchronize':
      return { id: 'pane.markAll', loss: 'the key switches it on and off' };
    case 'place':
      return { id: 'tab.moveTo', loss: `the number ${meaning.number}: it asks for one` };
    case 'pane':
      return { id: 'pane.number', loss: `the number ${meaning.number}: a digit goes to one` };
    case 'tab':
      return { id: 'tab.list', loss: `the name ${meaning.name}: a list asks for one` };
    default:
      return meaning.text;
  }
}

/** Commands of tmux's copy mode. */
const COPY_COMMANDS: Readonly<Record<string, CommandId>> = {
  'begin-selection': 'select.characters',
  'select-line': 'select.lines',
  'rectangle-toggle': 'select.rectangle',
  'copy-selection': 'select.copy',
  'copy-selection-no-clear': 'select.copy',
  'copy-selection-and-cancel': 'select.copy',
  'copy-pipe': 'select.copy',
  'copy-pipe-no-clear': 'select.copy',
  'copy-pipe-and-cancel': 'select.copy',
  cancel: 'select.leave',
  'clear-selection': 'select.clear',
  'other-end': 'select.otherEnd',
  'cursor-left': 'select.left',
  'cursor-right': 'select.right',
  'cursor-up': 'select.up',
  'cursor-down': 'select.down',
  'start-of-line': 'select.rowStart',
  'end-of-line': 'select.rowEnd',
  'back-to-indentation': 'select.textStart',
  'next-word': 'select.wordNext',
  'next-space': 'select.wordNext',
  'next-word-end': 'select.wordEnd',
  'next-space-end': 'select.wordEnd',
  'previous-word': 'select.wordPrevious',
  'previous-space': 'select.wordPrevious',
  'history-top': 'select.first',
  'history-bottom': 'select.last',
  'top-line': 'select.viewTop',
  'middle-line': 'select.viewMiddle',
  'bottom-line': 'select.viewBottom',
  'page-up': 'select.pageUp',
  'page-down': 'select.pageDown',
  'halfpage-up': 'select.pageUp',
  'halfpage-down': 'select.pageDown',
  'scroll-up': 'select.up',
  'scroll-down': 'select.down',
  'search-again': 'block.searchNext',
  'search-reverse': 'block.searchPrevious',
  'search-forward': 'block.search',
  'search-backward': 'block.search',
  'search-forward-incremental': 'block.search',
  'search-backward-incremental': 'block.search',
};

function copyMeaning(words: readonly string[]): Bound | string {
  const [verb = ''] = words;
  // tmux before 2.4 names the command alone.
  const isSent = verb === 'send' || verb === 'send-keys';
  const name = isSent ? words[words.indexOf('-X') + 1] : verb;
  if (verb === 'command-prompt') return copyPrompt(words.at(-1) ?? '');
  if ((isSent && !words.includes('-X')) || name === undefined || !Object.hasOwn(COPY_COMMANDS, name))
    return `SELECT has nothing like ${name ?? verb}`;
  const id = COPY_COMMANDS[name];
  if (id === undefined) return `SELECT has nothing like ${name}`;
  return {
    id,
    loss: name.startsWith('copy-pipe') && !isClipboard(words) ? 'the command that takes the text' : undefined,
  };
}

/** A prompt of the copy mode asks for a text to search. */
function copyPrompt(template: string): Bound | string {
  return template.includes('search-')
    ? { id: 'block.search' }
    : 'SELECT asks for nothing but a text to search';
}

/** Whether the text goes to a program that sets the clipboard, as copying does here. */
function isClipboard(words: readonly string[]): boolean {
  return words.some((word) => /xclip|xsel|pbcopy|wl-copy|clip\.exe|win32yank|reattach-to-user/.test(word));
}

function takeUnbinding(taken: Taken, words: readonly string[]): readonly string[] {
  const place = placeOf(words);
  if (typeof place === 'string') return [place];
  const key = tmuxKey(place.key);
  if (key === undefined) return [keyProblem(place.key)];
  // The prefix goes with its setting, and other tables of tmux bind nothing that is bound here.
  if (place.table === 'prefix' && key !== 'ctrl+b')
    taken.keys.set(`prefix ${key}`, keyLine(['unbind', 'prefix', keyLabel(key)]));
  return [];
}

function keyProblem(key: string): string {
  return /Mouse|Wheel|Click|Drag/.test(key)
    ? 'the mouse does what it does; mouse = off frees it'
    : `there is no key called ${key}`;
}

// Names of keys.

const NAMES: Readonly<Record<string, string>> = {
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
  const named = (Object.hasOwn(NAMES, lower) ? NAMES[lower] : undefined) ?? rest;
  if (parts.length > 0 && !parts.includes('shift') && /^\p{Lu}$/u.test(named) && !parts.includes('ctrl'))
    parts.push('shift');
  return readKey([...parts, named === ' ' ? 'space' : named].join('+'));
}
