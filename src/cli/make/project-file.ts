/**
 * Parses a project file, `.cotty`. Each line is a comment or sets one value:
 *   # comment                    a comment; it needs a line of its own
 *   terminal = NAME              starts the description of a terminal; the lines below it belong to that terminal
 *   folder = PATH                its working directory, relative to the folder of the file, which is also the default
 *   command = LINE               a command line that is run at its first prompt
 *   type = LINE                  a command line that is typed at its first prompt, without pressing Enter
 *   env.NAME = VALUE             an environment variable of its shell
 *   place = SIDE of NAME         shows it right, below, left or above of a terminal that is described earlier in the file
 *   panes = ARRANGEMENT: A, B    shows these terminals as panes of one tab; the arrangement is beside, below, main-left,
 *                                main-above, grid, stack, or a layout string of tmux; panes.NAME also gives the tab a name
 * A value is the rest of the line. `command` and `type` keep their quotes for the shell; around other values, double quotes are
 * removed. If one line is wrong, the whole file is refused, so that no project opens incompletely.
 */

import { ARRANGEMENTS, arranged, isArrangement } from '../../client/panes/arrangements.ts';
import { type Branch, isLeaf, leaves, withLeaves } from '../../client/panes/pane-tree.ts';
import { readTmuxLayout } from '../../client/panes/tmux-layout.ts';
import { nearest } from '../../protocol/common/nearest.ts';
import { SIDES, type Side } from '../../protocol/cotty/pane-side.ts';
import { printable } from '../common/plain-text.ts';

export type ProjectTerminal = {
  readonly name: string;
  /** The path as written in the file; a relative path is resolved from the folder of the file. */
  readonly folder: string;
  /** The command line to type at the first prompt, and whether Enter is pressed after it. */
  readonly line?: { readonly text: string; readonly runs: boolean };
  readonly env: Readonly<Record<string, string>>;
  /** Where its pane is shown: on which side of which other terminal. */
  readonly place?: { readonly side: Side; readonly of: string };
};

/** Terminals that are shown as panes of one tab. The leaves of `tree` are names of terminals. */
export type ProjectPanes = {
  readonly name: string | undefined;
  readonly tree: Branch;
  readonly stack: boolean;
};

export type ProjectFile =
  | {
      readonly ok: true;
      readonly terminals: readonly ProjectTerminal[];
      readonly panes: readonly ProjectPanes[];
    }
  /** `line` counts from 1. */
  | { readonly ok: false; readonly line: number; readonly problem: string };

/** Limits of a file: bytes, terminals, and UTF-16 units of a value and of a name. */
export const MAX_BYTES = 64 * 1024;
const MAX_TERMINALS = 32;
const MAX_VALUE = 4096;
const MAX_NAME = 64;
/** Limit of variables of one terminal: the user reads all of them before trusting the file. */
const MAX_VARIABLES = 100;

const NAMES = ['terminal', 'folder', 'command', 'type', 'env', 'place', 'panes'];

type Reading = { terminals: ProjectTerminal[]; panes: ProjectPanes[] };

export function parseProject(text: string): ProjectFile {
  const reading: Reading = { terminals: [], panes: [] };
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n/)
    .entries()) {
    const problem = takeLine(reading, line.trim());
    if (problem !== undefined) return { ok: false, line: index + 1, problem };
  }
  return { ok: true, terminals: reading.terminals, panes: reading.panes };
}

/** Applies one line of the file. Returns what is wrong with the line, or undefined. */
function takeLine(reading: Reading, line: string): string | undefined {
  if (line === '' || line.startsWith('#')) return undefined;
  const [, name = '', key, written = ''] = /^([a-z]+)(?:\.(\S+?))?\s*=\s*(.*)$/i.exec(line) ?? [];
  if (name === '') return `a line must be "name = value", not "${shown(line)}"`;
  const value =
    /^".*"$/.test(written) && name !== 'command' && name !== 'type' ? written.slice(1, -1) : written;
  const wrong = wrongValue(name, value);
  if (wrong !== undefined) return wrong;
  if (name === 'terminal' && key === undefined) return begin(reading, value);
  if (name === 'panes') return takePanes(reading, key, value);
  const last = reading.terminals.at(-1);
  if (last === undefined)
    return `${name} must come after the terminal that it is for: begin with "terminal = NAME"`;
  const changed =
    name === 'place' && key === undefined
      ? withPlace(reading, last, value)
      : withField(last, { name, key, value });
  if (typeof changed === 'string') return changed;
  reading.terminals = [...reading.terminals.slice(0, -1), changed];
  return undefined;
}

function wrongValue(name: string, value: string): string | undefined {
  if (value === '') return `${name} has no value`;
  if (value.length > MAX_VALUE) return `${name} has more than ${MAX_VALUE} characters`;
  return printable(value) === value ? undefined : `${name} = "${shown(value)}" has control characters`;
}

function begin(reading: Reading, name: string): string | undefined {
  if (name.length > MAX_NAME) return `terminal = "${shown(name)}" has more than ${MAX_NAME} characters`;
  if (reading.terminals.some((other) => other.name === name))
    return `terminal = "${name}" is already in this file`;
  if (reading.terminals.length === MAX_TERMINALS)
    return `a project file can have at most ${MAX_TERMINALS} terminals`;
  reading.terminals = [...reading.terminals, { name, folder: '.', env: {} }];
  return undefined;
}

/** Only terminals described earlier can be named, so the other terminal always has its pane before this one is placed. */
function withPlace(
  { terminals }: Reading,
  terminal: ProjectTerminal,
  value: string,
): ProjectTerminal | string {
  const [, word = '', of = ''] = /^([a-z]+) of (.+)$/.exec(value) ?? [];
  const side = SIDES.find((each) => each === word);
  if (side === undefined)
    return `place = "${shown(value)}" must be ${SIDES.join(', ')}, followed by "of" and the name of a terminal`;
  if (terminal.place !== undefined)
    return `place: "${terminal.name}" already has a place; only one is allowed`;
  if (of === terminal.name || !terminals.some(({ name }) => name === of))
    return `place: there is no terminal "${shown(of)}" above`;
  return { ...terminal, place: { side, of } };
}

/** Accepted arrangements; `main` is the earlier name of `main-left`, and `stack` shows a title row for each terminal. */
const FORMS = [...ARRANGEMENTS, 'main', 'stack'];

/** Reads a `panes` line. Its terminals must be described above it, and each terminal may be in only one such line. */
function takePanes(reading: Reading, name: string | undefined, value: string): string | undefined {
  const [, form = '', list = ''] = /^([^:]+):(.*)$/.exec(value) ?? [];
  const word = form.trim();
  const isLayout = /^[0-9a-f]+[,x]/.test(word);
  if (!isLayout && !FORMS.includes(word))
    return `panes = "${shown(value)}" must begin with one of ${FORMS.join(', ')} or a layout of tmux, and a colon`;
  const members = list.split(',').map((each) => each.trim());
  const wrong = wrongMembers(reading, value, members);
  if (wrong !== undefined) return wrong;
  const tree = isLayout ? layoutOf(word, members) : arrangementOf(word, members);
  if (typeof tree === 'string') return `panes: ${tree}`;
  reading.panes = [...reading.panes, { name, tree, stack: word === 'stack' }];
  return undefined;
}

function wrongMembers(
  { terminals, panes }: Reading,
  value: string,
  members: readonly string[],
): string | undefined {
  if (members.length < 2) return `panes = "${shown(value)}" needs at least two terminals`;
  const missing = members.find((each) => !terminals.some((terminal) => terminal.name === each));
  if (missing !== undefined) return `panes: there is no terminal "${shown(missing)}" above`;
  const taken = panes.flatMap(({ tree }) => leaves(tree));
  const twice = members.find((each, index) => members.indexOf(each) !== index || taken.includes(each));
  if (twice !== undefined)
    return `panes: "${shown(twice)}" is named twice; a terminal can be in only one pane`;
  const placed = terminals.find(({ name, place }) => place !== undefined && members.includes(name));
  return placed && `panes: "${placed.name}" already has a place; only one is allowed`;
}

/** Parses a tmux layout string and puts the named terminals into its panes. Returns the tree, or what is wrong. */
function layoutOf(text: string, members: readonly string[]): Branch | string {
  const layout = readTmuxLayout(text);
  if (!layout.ok) return layout.problem;
  const count = leaves(layout.tree).length;
  if (count !== members.length) return `the layout has ${count} panes for ${members.length} terminals`;
  const tree = withLeaves(layout.tree, members);
  return isLeaf(tree) ? 'the layout has a single pane' : tree;
}

function arrangementOf(word: string, members: readonly string[]): Branch | string {
  const tree = arranged(isArrangement(word) ? word : word === 'main' ? 'main-left' : 'grid', members);
  return isLeaf(tree) ? 'at least two terminals are needed' : tree;
}

type Field = { readonly name: string; readonly key: string | undefined; readonly value: string };

/** Returns the terminal with the field added, or what is wrong with the field. */
function withField(terminal: ProjectTerminal, { name, key, value }: Field): ProjectTerminal | string {
  if (name === 'env') return withVariable(terminal, key, value);
  if (key === undefined && name === 'folder') return { ...terminal, folder: value };
  if (key === undefined && (name === 'command' || name === 'type')) {
    if (terminal.line !== undefined)
      return `${name}: "${terminal.name}" already has a command or type line; only one is allowed`;
    return { ...terminal, line: { text: value, runs: name === 'command' } };
  }
  const meant = nearest(name, NAMES);
  return `there is no "${name}${key === undefined ? '' : `.${key}`}"${meant === undefined || meant === name ? '' : `; did you mean ${meant}?`}`;
}

function withVariable(
  terminal: ProjectTerminal,
  key: string | undefined,
  value: string,
): ProjectTerminal | string {
  if (key === undefined || !/^[A-Za-z_]\w*$/.test(key))
    return `env.${key ?? ''} is not a valid name of a variable`;
  const env = { ...terminal.env, [key]: value };
  return Object.keys(env).length > MAX_VARIABLES
    ? `a terminal can have at most ${MAX_VARIABLES} variables`
    : { ...terminal, env };
}

function shown(text: string): string {
  const clean = printable(text);
  return clean.length > 80 ? `${clean.slice(0, 79)}…` : clean;
}
