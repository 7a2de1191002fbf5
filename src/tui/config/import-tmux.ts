/** Translates a configuration of tmux into lines of ours; what cannot be taken over becomes a comment that says why. */

import { PREFIXED } from '../../client/commands/command.ts';
import { keyLabel } from '../../client/commands/key-labels.ts';
import { optionName, PLUGIN, switched, tmuxKey, tmuxOption } from '../../client/commands/tmux-options.ts';
import { readVerb, type TmuxMeaning, type TmuxWords, tmuxMeaning } from '../../client/commands/tmux-verbs.ts';
import { boundCommands, readTmuxConf, type TmuxCommand } from '../../client/commands/tmux-words.ts';
import { parseKeyLine } from '../keys/bindings/key-lines.ts';
import { keyLine, settingLine } from './edit-config.ts';
import { readValue, writeValue } from './setting-kinds.ts';
import { isSettingName, SETTINGS } from './settings.ts';

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
  const read = readVerb(command.words);
  const take = typeof read === 'string' ? undefined : TAKERS[read.verb.name];
  const isOurs = /^(?:set|bind|unbind)/.test(command.words[0] ?? '');
  const why = typeof read === 'string' && isOurs ? read : 'only options and keys are taken over';
  const reasons = typeof read === 'string' || take === undefined ? [why] : take(taken, read.words, editing);
  for (const reason of reasons) note(taken, command, reason);
}

/** Takes the words behind a verb over; returns why not, or what of them is lost. */
type Taker = (taken: Taken, words: TmuxWords, editing: 'vi' | 'emacs') => readonly string[];

const TAKERS: Readonly<Record<string, Taker>> = {
  'set-option': takeOption,
  'set-window-option': takeOption,
  'bind-key': takeBinding,
  'unbind-key': takeUnbinding,
  'source-file': () => ['import that file by itself'],
  'run-shell': () => [PLUGIN],
};

function takeOption(taken: Taken, { flags, rest: [name = '', value] }: TmuxWords): readonly string[] {
  const option = optionName(name);
  const unsets = flags.has('u') || flags.has('U');
  const set = value ?? (unsets ? undefined : switched(option, taken.options.get(option)));
  const made = tmuxOption(name, set ?? '');
  if (typeof made === 'string') return [made];
  const [setting, written] = made;
  if (!isSettingName(setting)) return [];
  if (unsets) {
    taken.options.delete(option);
    taken.settings.delete(setting);
    return [];
  }
  if (set === undefined) return [`${option} needs a value`];
  taken.options.set(option, set);
  const read = readValue(SETTINGS[setting], written);
  if (!read.ok) return [`${setting} ${read.problem}`];
  taken.settings.set(setting, writeValue(read.value));
  return setting === 'scrollback' && written !== set
    ? ['scrollback is at most 100000 here; older output stays in the record']
    : [];
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

/** Reads the flags of `bind` and `unbind`, and the key; -t is the older -T. */
function placeOf({ flags, rest: [key, ...rest] }: TmuxWords): Place | string {
  if (key === undefined) return flags.has('a') ? 'all keys at once are not unbound' : 'the key is missing';
  return { table: flags.has('n') ? 'root' : (flags.get('T') ?? flags.get('t') ?? 'prefix'), key, rest };
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

function takeBinding(taken: Taken, words: TmuxWords, editing: 'vi' | 'emacs'): readonly string[] {
  const place = placeOf(words);
  if (typeof place === 'string') return [place];
  const modes = modesOf(place.table, editing);
  if (typeof modes === 'string') return [modes];
  const key = tmuxKey(place.key);
  if (key === undefined) return [keyProblem(place.key)];
  const bound = meaningOf(boundCommands(place.rest), modes[0] === 'select');
  if (typeof bound === 'string') return [bound];
  const { command: id, argument, given, loss } = bound;
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
    ...(given === undefined ? [] : [`not done: its ${given.what} ${given.text}`]),
    ...(loss === undefined ? [] : [`not done: ${loss}`]),
  ];
}

type Bound = Extract<TmuxMeaning, { readonly kind: 'command' }>;

function meaningOf(commands: readonly (readonly string[])[], isCopyMode: boolean): Bound | string {
  const telling = /^(display|display-message|refresh|refresh-client)$/;
  const real = commands.length > 1 ? commands.filter(([verb = '']) => !telling.test(verb)) : commands;
  const [words, ...more] = real;
  if (words === undefined) return 'it is bound to nothing';
  if (more.length > 0) return 'several commands for one key; bind the one that matters';
  // tmux before 2.4 names the commands of its copy mode without `send-keys -X`.
  const isBare = isCopyMode && typeof readVerb(words) === 'string';
  const meaning = tmuxMeaning(isBare ? ['send-keys', '-X', ...words] : words);
  return meaning.kind === 'command' ? meaning : meaning.text;
}

function takeUnbinding(taken: Taken, words: TmuxWords): readonly string[] {
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
