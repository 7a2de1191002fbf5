/** The user's key lines in the config file: parses them, and applies them to the default bindings.
 *
 *   bind MODE KEY [SECOND KEY] COMMAND [NUMBER] [when CONDITION]
 *   unbind MODE KEY [SECOND KEY]
 */

import { COMMANDS, type CommandId, isCommandId } from '../commands/commands.ts';
import { CONDITIONS, type Condition, isCondition, overlap } from '../conditions.ts';
import { isPrintable, keyLabel, readKey } from '../key-labels.ts';
import { isKeyTable, isPassThrough, KEY_TABLES, type KeyTable, type PassThroughMode } from '../key-table.ts';
import type { Binding } from './keymap.ts';

// Reads one key line of the config file: bind MODE KEY [SECOND KEY] COMMAND [NUMBER] [when CONDITION]
// unbind MODE KEY [SECOND KEY]

type KeyLine =
  | { readonly kind: 'bind'; readonly binding: Binding }
  | { readonly kind: 'unbind'; readonly table: KeyTable; readonly key: string };

type KeyLineResult = { readonly ok: true; readonly line: KeyLine } | Problem;

type Problem = { readonly ok: false; readonly problem: string };

/** Parses a line that was split at blanks; the first word is `bind` or `unbind`. */
export function parseKeyLine(words: readonly string[]): KeyLineResult {
  const [verb, tableWord = '', keyWord, ...rest] = withJoinedKeys(words);
  const table = tableWord.toLowerCase();
  // The config file calls a key table a mode: most of its names are the modes that users see.
  if (!isKeyTable(table)) return problem(`mode must be one of ${KEY_TABLES.join(', ')}`);
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

/** Modes whose keys can be two, one after the other. */
const CHORD_TABLES: ReadonlySet<KeyTable> = new Set(['run', 'browse', 'select']);

/** Returns the reason why two keys cannot be bound in this mode; undefined when they can. */
function chordProblem(table: KeyTable, key: string): string | undefined {
  const [first = '', second, ...more] = key.split(' ');
  if (second === undefined) return undefined;
  if (more.length > 0) return 'at most two keys make a command';
  if (!CHORD_TABLES.has(table)) return `two keys can be bound in ${[...CHORD_TABLES].join(', ')} only`;
  return table === 'run' && isPrintable(first) ? 'this character could no longer be typed' : undefined;
}

function parseBind(table: KeyTable, key: string, words: readonly string[]): KeyLineResult {
  const [command, ...rest] = words;
  if (command === undefined) return problem('the command is missing');
  if (!isCommandId(command)) return problem(`there is no command called ${command}`);
  if (!COMMANDS[command].modes.includes(table)) return problem(`${command} does not exist in ${table}`);
  const when = readWhen(rest);
  if (!when.ok) return when;
  const argument = readArgument(command, when.before);
  if (!argument.ok) return argument;
  if (isPassThrough(table) && when.condition) return problem(`bindings in ${table} cannot have a condition`);
  if (hidesText(table, key, when.condition)) return problem('this character could no longer be typed');
  const binding: Binding = {
    table,
    key,
    command,
    ...(argument.value === undefined ? {} : { argument: argument.value }),
    ...(when.condition === undefined ? {} : { when: when.condition }),
  };
  return { ok: true, line: { kind: 'bind', binding } };
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
  if (command !== 'tab.select') {
    return word === undefined ? { ok: true } : problem(`nothing may follow ${command}: ${words.join(' ')}`);
  }
  if (word === undefined || !/^[1-9]$/.test(word) || extra.length > 0)
    return problem('tab.select needs a number from 1 to 9');
  return { ok: true, value: Number(word) };
}

/** Conditions under which no text is being typed. */
const WITHOUT_TEXT: ReadonlySet<Condition> = new Set<Condition>([
  'input-empty',
  'prompt-empty',
  'yes-or-no',
  'take-over',
]);

/** Whether the binding would make a character impossible to type into the command line, dialog or program. */
function hidesText(table: KeyTable, key: string, condition: Condition | undefined): boolean {
  if (table === 'browse' || table === 'page' || !isPrintable(key)) return false;
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

/** Puts the user's bindings first, so that hints show them before the defaults. */
export function applyKeyLines(defaults: readonly Binding[], lines: readonly NumberedKeyLine[]): Overridden {
  let placed: readonly Placed[] = defaults.map((binding) => ({ binding }));
  const conflicts: KeyConflict[] = [];
  for (const numbered of lines) {
    const next = place(placed, numbered);
    const stuck = modeWithoutExit(next);
    if (stuck) {
      const problem = `no key would be left to leave ${stuck.toUpperCase()}; line ignored`;
      conflicts.push({ line: numbered.line, problem });
      continue;
    }
    const alone = placed.find((one) => one.line !== undefined && hides(one.binding, numbered.key));
    if (alone)
      conflicts.push({ line: numbered.line, problem: `${describe(alone)}, which takes the first key` });
    const twice = placed.find((one) => one.line !== undefined && competes(one.binding, numbered.key));
    if (twice) conflicts.push({ line: numbered.line, problem: `${describe(twice)}; this line wins` });
    placed = next;
  }
  return { bindings: placed.map(({ binding }) => binding), conflicts };
}

/** Puts the newest line first. Where its condition does not hold, the key keeps its earlier binding. */
function place(placed: readonly Placed[], { line, key }: NumberedKeyLine): Placed[] {
  const { table, key: name } = key.kind === 'bind' ? key.binding : key;
  const kept = placed.filter(
    (one) =>
      one.binding.table !== table ||
      ((one.binding.key !== name || survives(one.binding, key)) && !makesWay(one, name)),
  );
  return key.kind === 'bind' ? [{ binding: key.binding, line }, ...kept] : kept;
}

/** Whether a default binding makes way for two keys of the user's of which it has the first: alone, it would take that one. */
function makesWay({ binding, line }: Placed, name: string): boolean {
  return line === undefined && binding.when === undefined && name.startsWith(`${binding.key} `);
}

/** Whether an earlier binding of the same key stays: only when the new one has a different condition. */
function survives(earlier: Binding, key: KeyLine): boolean {
  return key.kind === 'bind' && key.binding.when !== undefined && key.binding.when !== earlier.when;
}

/**
 * Whether two lines bind the same key for the same moment. A line with a condition beside one without is no conflict:
 * it is an exception to the rule.
 */
function competes(earlier: Binding, key: KeyLine): boolean {
  if (key.kind === 'unbind') return false;
  const { binding } = key;
  if (earlier.table !== binding.table || earlier.key !== binding.key) return false;
  if ((earlier.when === undefined) !== (binding.when === undefined)) return false;
  return overlap(earlier.when, binding.when);
}

/** Whether a binding takes the first of the two keys that a line binds. */
function hides(earlier: Binding, key: KeyLine): boolean {
  if (key.kind === 'unbind') return false;
  return earlier.table === key.binding.table && key.binding.key.startsWith(`${earlier.key} `);
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
