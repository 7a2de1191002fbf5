/** The user's key lines in the config file: parses them, and applies them to the default bindings.
 *
 *   bind MODE KEY [SECOND KEY] COMMAND [NUMBER] [when CONDITION]
 *   unbind MODE KEY [SECOND KEY]
 *
 * The mode `prefix` stands for the key behind the prefix of the tmux preset, in every mode that takes it.
 */

import { PREFIXED } from '../../../client/commands/command.ts';
import { COMMANDS, type CommandId, isCommandId } from '../../../client/commands/commands.ts';
import { CONDITIONS, type Condition, isCondition, overlap } from '../../../client/commands/conditions.ts';
import { isPrintable, keyLabel, readKey } from '../../../client/commands/key-labels.ts';
import {
  isKeyTable,
  isPassThrough,
  KEY_TABLES,
  type KeyTable,
  type PassThroughMode,
} from '../../../client/commands/key-table.ts';
import type { Binding } from '../../../client/commands/keymap.ts';

// Reads one key line of the config file: bind MODE KEY [SECOND KEY] COMMAND [NUMBER] [when CONDITION]
// unbind MODE KEY [SECOND KEY]

/** A key table, or those in which the prefix is one. */
type LineTable = KeyTable | 'prefix';

type KeyLine<Table = LineTable> =
  | { readonly kind: 'bind'; readonly binding: Omit<Binding, 'table'> & { readonly table: Table } }
  | { readonly kind: 'unbind'; readonly table: Table; readonly key: string };

type KeyLineResult = { readonly ok: true; readonly line: KeyLine } | Problem;

type Problem = { readonly ok: false; readonly problem: string };

/** Parses a line that was split at blanks; the first word is `bind` or `unbind`. */
export function parseKeyLine(words: readonly string[]): KeyLineResult {
  const [verb, tableWord = '', keyWord, ...rest] = withJoinedKeys(words);
  const table = tableWord.toLowerCase();
  // The config file calls a key table a mode: most of its names are the modes that users see.
  if (table !== 'prefix' && !isKeyTable(table))
    return problem(`mode must be one of ${KEY_TABLES.join(', ')}, prefix`);
  if (keyWord === undefined) return problem('the key is missing');
  const key = readKey(keyWord);
  if (key === undefined) return problem(`there is no key called ${keyWord}`);
  const wrong = chordProblem(table, key);
  if (wrong !== undefined) return problem(wrong);
  if (verb === 'bind') return parseBind(table, key, rest);
  if (rest.length > 0) return problem(`nothing may follow the key: ${rest.join(' ')}`);
  return { ok: true, line: { kind: 'unbind', table, key } };
}

/** Returns the words of a line with two keys that make a command together as one word, as quotes would make them. */
export function withJoinedKeys(words: readonly string[]): readonly string[] {
  const [verb = '', table = '', first, second, ...rest] = words;
  if (first === undefined || second === undefined) return words;
  const isKey = !first.includes(' ') && !isCommandId(second) && readKey(second) !== undefined;
  return isKey ? [verb, table, `${first} ${second}`, ...rest] : words;
}

/** Modes whose keys can be two, one after the other: all but LOCK. */
const CHORD_TABLES: readonly KeyTable[] = PREFIXED;

/** Returns the reason why two keys cannot be bound in this mode; undefined when they can. */
function chordProblem(table: LineTable, key: string): string | undefined {
  const [first = '', second, ...more] = key.split(' ');
  if (second === undefined) return undefined;
  if (table === 'prefix') return 'one key goes behind the prefix';
  if (more.length > 0) return 'at most two keys make a command';
  if (!CHORD_TABLES.includes(table)) return `two keys can be bound in ${CHORD_TABLES.join(', ')} only`;
  const types = table === 'run' || table === 'raw';
  return types && isPrintable(first) ? 'this character could no longer be typed' : undefined;
}

function parseBind(table: LineTable, key: string, words: readonly string[]): KeyLineResult {
  const [command, ...rest] = words;
  if (command === undefined) return problem('the command is missing');
  if (!isCommandId(command)) return problem(`there is no command called ${command}`);
  if (tablesOf(table, command).length === 0) return problem(`${command} does not exist in ${table}`);
  const when = readWhen(rest);
  if (!when.ok) return when;
  const argument = readArgument(command, when.before);
  if (!argument.ok) return argument;
  if ((table === 'prefix' || isPassThrough(table)) && when.condition)
    return problem(`bindings in ${table} cannot have a condition`);
  if (hidesText(table, key, when.condition)) return problem('this character could no longer be typed');
  const binding = {
    table,
    key,
    command,
    ...(argument.value === undefined ? {} : { argument: argument.value }),
    ...(when.condition === undefined ? {} : { when: when.condition }),
  };
  return { ok: true, line: { kind: 'bind', binding } };
}

/** Returns the key tables for which a line binds a command. */
function tablesOf(table: LineTable, command: CommandId): readonly KeyTable[] {
  const { modes } = COMMANDS[command];
  return (table === 'prefix' ? PREFIXED : [table]).filter((each) => modes.includes(each));
}

type When = { readonly ok: true; readonly condition?: Condition; readonly before: readonly string[] };

function readWhen(words: readonly string[]): When | Problem {
  const at = words.indexOf('when');
  if (at < 0) return { ok: true, before: words };
  const [condition = '', ...extra] = words.slice(at + 1);
  if (!isCondition(condition) || extra.length > 0) {
    return problem(`after "when" must come one of ${Object.keys(CONDITIONS).join(', ')}`);
  }
  return { ok: true, condition, before: words.slice(0, at) };
}

function readArgument(
  command: CommandId,
  words: readonly string[],
): { readonly ok: true; readonly value?: number } | Problem {
  const [word, ...extra] = words;
  const number = NUMBERS[command];
  if (number === undefined) {
    return word === undefined ? { ok: true } : problem(`nothing may follow ${command}: ${words.join(' ')}`);
  }
  if (word === undefined && !number.needed) return { ok: true };
  const value = word !== undefined && /^\d{1,3}$/.test(word) ? Number(word) : 0;
  if (value < 1 || value > number.most || extra.length > 0)
    return problem(`${command} ${number.needed ? 'needs' : 'takes'} a number from 1 to ${number.most}`);
  return { ok: true, value };
}

/** Commands with a number: a tab, or the cells by which a pane is resized. */
const NUMBERS: { readonly [Id in CommandId]?: { readonly most: number; readonly needed: boolean } } = {
  'tab.select': { most: 9, needed: true },
  'tab.group': { most: 99, needed: true },
  'pane.resizeLeft': { most: 500, needed: false },
  'pane.resizeRight': { most: 500, needed: false },
  'pane.resizeUp': { most: 500, needed: false },
  'pane.resizeDown': { most: 500, needed: false },
};

/** Conditions under which no text is being typed. */
const WITHOUT_TEXT: ReadonlySet<Condition> = new Set<Condition>([
  'input-empty',
  'prompt-empty',
  'yes-or-no',
  'take-over',
]);

/** Whether the binding would make a character impossible to type into the command line, dialog or program. */
function hidesText(table: LineTable, key: string, condition: Condition | undefined): boolean {
  if (
    table === 'browse' ||
    table === 'select' ||
    table === 'page' ||
    table === 'history' ||
    table === 'prefix' ||
    !isPrintable(key)
  )
    return false;
  return condition === undefined || !WITHOUT_TEXT.has(condition);
}

function problem(text: string): Problem {
  return { ok: false, problem: text };
}

// Applies the user's key lines to the default bindings; a line that cannot be applied is reported and
// ignored.

/** A key line with its number in the config file. */
export type NumberedKeyLine = { readonly line: number; readonly key: KeyLine };

type KeyConflict = { readonly line: number; readonly problem: string };

type Overridden = {
  readonly bindings: readonly Binding[];
  readonly conflicts: readonly KeyConflict[];
};

type Placed = { readonly binding: Binding /** Absent for a default binding. */; readonly line?: number };

/** Puts the user's bindings first, so that hints show them before the defaults. `prefix` is the prefix key, where there is one. */
export function applyKeyLines(
  defaults: readonly Binding[],
  lines: readonly NumberedKeyLine[],
  prefix?: string,
): Overridden {
  let placed: readonly Placed[] = defaults.map((binding) => ({ binding }));
  const conflicts: KeyConflict[] = [];
  for (const { line, key } of lines) {
    const inTables = expanded(key, prefix);
    if (inTables.length === 0)
      conflicts.push({ line, problem: 'only preset = tmux has a prefix; line ignored' });
    const next = inTables.reduce((before, each) => place(before, { line, key: each }), placed);
    const stuck = modeWithoutExit(next);
    if (stuck) {
      const problem = `no key would be left to leave ${stuck.toUpperCase()}; line ignored`;
      conflicts.push({ line, problem });
      continue;
    }
    const twice = placed.find(
      (one) => one.line !== undefined && inTables.some((each) => competes(one.binding, each)),
    );
    if (twice) conflicts.push({ line, problem: `${describe(twice)}; this line wins` });
    placed = next;
  }
  return { bindings: placed.map(({ binding }) => binding), conflicts };
}

/** Returns a line as lines for key tables: one for each that takes the prefix, if it is about a key behind that. */
function expanded(key: KeyLine, prefix: string | undefined): readonly KeyLine<KeyTable>[] {
  const isOfTable = (each: KeyLine): each is KeyLine<KeyTable> =>
    (each.kind === 'bind' ? each.binding.table : each.table) !== 'prefix';
  if (isOfTable(key)) return [key];
  if (prefix === undefined) return [];
  if (key.kind === 'unbind')
    return PREFIXED.map((table) => ({ kind: 'unbind', table, key: `${prefix} ${key.key}` }));
  const { binding } = key;
  return tablesOf('prefix', binding.command).map((table) => ({
    kind: 'bind',
    binding: { ...binding, table, key: `${prefix} ${binding.key}` },
  }));
}

/** Puts the newest line first. Where its condition does not hold, the key keeps its earlier binding. */
function place(
  placed: readonly Placed[],
  { line, key }: { readonly line: number; readonly key: KeyLine<KeyTable> },
): Placed[] {
  const { table, key: name } = key.kind === 'bind' ? key.binding : key;
  const kept = placed.filter(
    (one) => one.binding.table !== table || one.binding.key !== name || survives(one.binding, key),
  );
  return key.kind === 'bind' ? [{ binding: key.binding, line }, ...kept] : kept;
}

/** Whether an earlier binding of the same key stays: only when the new one has a different condition. */
function survives(earlier: Binding, key: KeyLine<KeyTable>): boolean {
  return key.kind === 'bind' && key.binding.when !== undefined && key.binding.when !== earlier.when;
}

/**
 * Whether two lines bind the same key for the same moment. A line with a condition beside one without is no conflict:
 * it is an exception to the rule.
 */
function competes(earlier: Binding, key: KeyLine<KeyTable>): boolean {
  if (key.kind === 'unbind') return false;
  const { binding } = key;
  if (earlier.table !== binding.table || earlier.key !== binding.key) return false;
  if ((earlier.when === undefined) !== (binding.when === undefined)) return false;
  return overlap(earlier.when, binding.when);
}

const EXITS: Readonly<Record<PassThroughMode, ReadonlySet<CommandId>>> = {
  raw: new Set(['mode.run', 'mode.toggleRaw', 'mode.browse']),
  lock: new Set(['mode.unlock', 'mode.run', 'mode.browse']),
};

/** Returns the mode that no key would leave any more, so that users cannot lock themselves in. */
function modeWithoutExit(placed: readonly Placed[]): PassThroughMode | undefined {
  const leaves = (mode: PassThroughMode) =>
    placed.some(({ binding }) => binding.table === mode && EXITS[mode].has(binding.command));
  if (!leaves('raw')) return 'raw';
  return leaves('lock') ? undefined : 'lock';
}

function describe({ binding, line }: Placed): string {
  return `${keyLabel(binding.key)} in ${binding.table} was already bound in line ${line ?? 0}`;
}
