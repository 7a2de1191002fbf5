/**
 * Reads a project file `.cotty`, line by line:
 *   # comment                    on a line of its own
 *   terminal = NAME              begins a terminal; the lines after it are about that one
 *   folder = PATH                where it starts, from the folder of the file; without it that folder
 *   command = LINE               runs at its prompt
 *   type = LINE                  stands at its prompt, for somebody to press Enter
 *   env.NAME = VALUE             a variable
 *   place = SIDE of NAME         shows it beside a terminal above: right, below, left or above of it
 *   panes = ARRANGEMENT: A, B    shows terminals side by side (beside, below, main-left, main-above, grid, stack, or a layout as
 *                                tmux writes it); panes.NAME names that
 * A value is the rest of the line as it stands: a command needs no other quotes than the shell's. One line that cannot be read
 * spoils the file, because half a project is none.
 */

import { ARRANGEMENTS, arranged, isArrangement } from '../../client/panes/arrangements.ts';
import { type Branch, isLeaf, leaves, withLeaves } from '../../client/panes/pane-tree.ts';
import { readTmuxLayout } from '../../client/panes/tmux-layout.ts';
import { nearest } from '../../protocol/common/nearest.ts';
import { SIDES, type Side } from '../../protocol/cotty/pane-side.ts';
import { printable } from '../common/plain-text.ts';

export type ProjectTerminal = {
  readonly name: string;
  /** The path as written; relative ones begin at the folder of the file. */
  readonly folder: string;
  /** The command at the prompt, and whether it is run. */
  readonly line?: { readonly text: string; readonly runs: boolean };
  readonly env: Readonly<Record<string, string>>;
  /** The side of another terminal at which its pane stands. */
  readonly place?: { readonly side: Side; readonly of: string };
};

/** Terminals side by side, by their names. */
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
/** Limit of variables of one terminal: a person who is asked about the file reads them all. */
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

/** Returns what is wrong with the line, if anything. */
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
  if (last === undefined) return `${name} belongs to a terminal: begin with "terminal = NAME"`;
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
  if (reading.terminals.some((other) => other.name === name)) return `terminal = "${name}" is there already`;
  if (reading.terminals.length === MAX_TERMINALS) return `only ${MAX_TERMINALS} terminals are possible`;
  reading.terminals = [...reading.terminals, { name, folder: '.', env: {} }];
  return undefined;
}

/** A place names a terminal above, so that it is there when this one is shown. */
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
    return `place: "${terminal.name}" has a place already; only one is possible`;
  if (of === terminal.name || !terminals.some(({ name }) => name === of))
    return `place: there is no terminal "${shown(of)}" above`;
  return { ...terminal, place: { side, of } };
}

/** Names of arrangements, the old one for `main-left`, and `stack`, which shows a row for each. */
const FORMS = [...ARRANGEMENTS, 'main', 'stack'];

/** The terminals stand above the line that shows them side by side; each can be in one such line. */
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
  if (members.length < 2) return `panes = "${shown(value)}" needs two terminals at least`;
  const missing = members.find((each) => !terminals.some((terminal) => terminal.name === each));
  if (missing !== undefined) return `panes: there is no terminal "${shown(missing)}" above`;
  const taken = panes.flatMap(({ tree }) => leaves(tree));
  const twice = members.find((each, index) => members.indexOf(each) !== index || taken.includes(each));
  if (twice !== undefined) return `panes: "${shown(twice)}" can only stand in one place`;
  const placed = terminals.find(({ name, place }) => place !== undefined && members.includes(name));
  return placed && `panes: "${placed.name}" has a place already; only one is possible`;
}

/** Returns the panes of a layout, or what is wrong with it. */
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
  return isLeaf(tree) ? 'two terminals at least are needed' : tree;
}

type Field = { readonly name: string; readonly key: string | undefined; readonly value: string };

/** Returns the terminal with the field, or what is wrong with that. */
function withField(terminal: ProjectTerminal, { name, key, value }: Field): ProjectTerminal | string {
  if (name === 'env') return withVariable(terminal, key, value);
  if (key === undefined && name === 'folder') return { ...terminal, folder: value };
  if (key === undefined && (name === 'command' || name === 'type')) {
    if (terminal.line !== undefined)
      return `${name}: "${terminal.name}" has a line already; only one is possible`;
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
  if (key === undefined || !/^[A-Za-z_]\w*$/.test(key)) return `env.${key ?? ''} is no name of a variable`;
  const env = { ...terminal.env, [key]: value };
  return Object.keys(env).length > MAX_VARIABLES
    ? `only ${MAX_VARIABLES} variables of a terminal are possible`
    : { ...terminal, env };
}

function shown(text: string): string {
  const clean = printable(text);
  return clean.length > 80 ? `${clean.slice(0, 79)}…` : clean;
}
