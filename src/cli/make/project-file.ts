/**
 * Reads a project file, `.cotty`: TOML with a table `[[terminal]]` for each terminal and `[[panes]]` for each tab with panes.
 * If one value is wrong, the whole file is refused, so that no project opens incompletely.
 */

import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import { ARRANGEMENTS } from '../../client/panes/arrangements.ts';
import { readLayout } from '../../client/panes/layout-text.ts';
import { type Branch, isLeaf, leaves, type Tree } from '../../client/panes/pane-tree.ts';
import { nearest } from '../../protocol/common/nearest.ts';
import { systemCode } from '../../protocol/common/system-error.ts';
import { SIDES, type Side } from '../../protocol/cotty/pane-side.ts';
import { isRecord } from '../../protocol/fields/object-fields.ts';
import { causeText } from '../common/error-text.ts';
import { printable } from '../common/plain-text.ts';
import { readSmallFile } from '../common/read-small-file.ts';

export type ProjectTerminal = {
  readonly name: string;
  /** An absolute path. */
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

export type Project = {
  readonly path: string;
  /** SHA-256 of the file in hexadecimal. Trust applies to this content only. */
  readonly hash: string;
  readonly terminals: readonly ProjectTerminal[];
  readonly panes: readonly ProjectPanes[];
};

export type FoundProject =
  | { readonly ok: true; readonly project: Project }
  /** `error` names the file, the place in it and the value. */
  | { readonly ok: false; readonly error: string };

/** Limits of a file: bytes, terminals, and UTF-16 units of a value and of a name. */
const MAX_BYTES = 64 * 1024;
const MAX_TERMINALS = 32;
const MAX_VALUE = 4096;
const MAX_NAME = 64;
/** Limit of variables of one terminal: the user reads all of them before trusting the file. */
const MAX_VARIABLES = 100;

type Table = Readonly<Record<string, unknown>>;

/** A file cannot be used. */
class Wrong extends Error {}

export function readProject(path: string): FoundProject {
  const file = readSmallFile(path, MAX_BYTES);
  if (!file.ok) {
    const { why, size } = file;
    const error =
      size === undefined
        ? `${path} cannot be read (${why})`
        : `${path} has ${size} bytes; a project file has at most ${MAX_BYTES}`;
    return { ok: false, error };
  }
  const hash = createHash('sha256').update(file.bytes).digest('hex');
  const text = file.bytes.toString('utf8').replace(/^\uFEFF/, '');
  try {
    return { ok: true, project: { path, hash, ...projectOf(text, dirname(path)) } };
  } catch (error) {
    if (!(error instanceof TomlError || error instanceof Wrong)) throw error;
    if (EARLIER_FORM.test(text))
      return { ok: false, error: `${path}: ${EARLIER}\n\n${text.split('\n').map(inToml).join('\n')}` };
    // The message of a TOML error goes on with a drawing of the place.
    const at = error instanceof TomlError ? `:${error.line}` : '';
    return { ok: false, error: `${path}${at}: ${error.message.split('\n', 1)[0]}` };
  }
}

function projectOf(text: string, base: string): Pick<Project, 'terminals' | 'panes'> {
  const file = parse(text, { integersAsBigInt: true });
  onlyKeys(file, ['terminal', 'panes'], 'the file');
  const tables = tablesOf(file['terminal'], 'terminal');
  if (tables.length === 0) throw new Wrong('it names no terminal; add [[terminal]] and name = "NAME"');
  if (tables.length > MAX_TERMINALS)
    throw new Wrong(`a project file can have at most ${MAX_TERMINALS} terminals (it has ${tables.length})`);
  const terminals: ProjectTerminal[] = [];
  for (const [index, table] of tables.entries())
    terminals.push(terminalOf(table, `terminal ${index + 1}`, terminals, base));
  const panes: ProjectPanes[] = [];
  for (const [index, table] of tablesOf(file['panes'], 'panes').entries())
    panes.push(panesOf(table, `panes ${index + 1}`, terminals, panes));
  return { terminals, panes };
}

/** `at` names the table in messages; `above`: the terminals that are described earlier. */
function terminalOf(
  table: Table,
  at: string,
  above: readonly ProjectTerminal[],
  base: string,
): ProjectTerminal {
  onlyKeys(table, ['name', 'folder', 'command', 'type', 'env', 'place'], at);
  const name = textOf(table, 'name', at, MAX_NAME);
  if (name === undefined) throw new Wrong(`${at}: name is missing`);
  if (above.some((other) => other.name === name))
    throw new Wrong(`${at}: name: "${name}" is already in this file`);
  const folder = resolve(base, textOf(table, 'folder', at) ?? '.');
  const why = whyNoFolder(folder);
  if (why !== undefined) throw new Wrong(`the folder of "${name}" ${why}: ${folder}`);
  const [command, type] = [textOf(table, 'command', at), textOf(table, 'type', at)];
  if (command !== undefined && type !== undefined)
    throw new Wrong(`${at}: only one of command and type is allowed`);
  const line = command ?? type;
  const place = placeOf(textOf(table, 'place', at), at, above);
  return {
    name,
    folder,
    env: variablesOf(table['env'] ?? {}, at),
    ...(line === undefined ? {} : { line: { text: line, runs: command !== undefined } }),
    ...(place === undefined ? {} : { place }),
  };
}

/** Only terminals described earlier can be named, so the other terminal always has its pane before this one is placed. */
function placeOf(
  value: string | undefined,
  at: string,
  above: readonly ProjectTerminal[],
): ProjectTerminal['place'] {
  if (value === undefined) return undefined;
  const [, word = '', of = ''] = /^([a-z]+) of (.+)$/.exec(value) ?? [];
  const side = SIDES.find((each) => each === word);
  if (side === undefined)
    throw new Wrong(
      `${at}: place: "${shown(value)}" must be ${SIDES.join(', ')}, followed by "of" and the name of a terminal`,
    );
  if (!above.some(({ name }) => name === of))
    throw new Wrong(`${at}: place: there is no terminal "${shown(of)}" above`);
  return { side, of };
}

function variablesOf(env: unknown, at: string): Readonly<Record<string, string>> {
  if (!isRecord(env)) throw new Wrong(`${at}: env must be a table, such as env.PORT = 8080`);
  const names = Object.keys(env);
  if (names.length > MAX_VARIABLES)
    throw new Wrong(`${at}: env: a terminal can have at most ${MAX_VARIABLES} variables`);
  const wrong = names.find((name) => !/^[A-Za-z_]\w*$/.test(name));
  if (wrong !== undefined) throw new Wrong(`${at}: env.${shown(wrong)} is not a valid name of a variable`);
  const values = names.map((name) =>
    typeof env[name] === 'bigint' ? String(env[name]) : (textOf(env, name, `${at}: env`) ?? ''),
  );
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
}

/** What more is accepted than arrangements: `main` is an earlier name, and `stack` shows a title row for each terminal. */
const FORMS = new Map([
  ['main', 'main-left'],
  ['stack', 'grid'],
]);

/** Each terminal may be in only one table of panes; `earlier`: the tables above this one. */
function panesOf(
  table: Table,
  at: string,
  terminals: readonly ProjectTerminal[],
  earlier: readonly ProjectPanes[],
): ProjectPanes {
  onlyKeys(table, ['name', 'layout', 'terminals'], at);
  const form = textOf(table, 'layout', at) ?? '';
  const list: readonly unknown[] = Array.isArray(table['terminals']) ? table['terminals'] : [];
  if (list.length < 2) throw new Wrong(`${at}: terminals must be a list of at least two names`);
  const taken = earlier.flatMap(({ tree }) => leaves(tree));
  const members = list.map((member, index) => {
    const terminal = terminals.find(({ name }) => name === member);
    const named = `${at}: terminals: "${shown(String(member))}"`;
    if (terminal === undefined) throw new Wrong(`${named} is not a terminal of this file`);
    if (list.indexOf(member) !== index || taken.includes(terminal.name))
      throw new Wrong(`${named} is named twice; a terminal can be in only one pane`);
    if (terminal.place !== undefined) throw new Wrong(`${named} already has a place; only one is allowed`);
    return terminal.name;
  });
  const tree = treeOf(form, members, at);
  if (isLeaf(tree)) throw new Wrong(`${at}: layout: it has a single pane`);
  return { name: textOf(table, 'name', at, MAX_NAME), tree, stack: form === 'stack' };
}

/** Puts the terminals into the panes of an arrangement, or of a layout string of tmux. */
function treeOf(form: string, members: readonly string[], at: string): Tree {
  const read = readLayout(FORMS.get(form) ?? form, members);
  if (read === undefined)
    throw new Wrong(
      `${at}: layout: "${shown(form)}" must be one of ${[...ARRANGEMENTS, ...FORMS.keys()].join(', ')}, or a layout of tmux`,
    );
  if (!read.ok) throw new Wrong(`${at}: layout: ${read.problem}`);
  return read.tree;
}

function tablesOf(value: unknown, name: string): readonly Table[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || !value.every(isRecord))
    throw new Wrong(`${name} must be written as [[${name}]]`);
  return value;
}

function onlyKeys(table: Table, known: readonly string[], at: string): void {
  const unknown = Object.keys(table).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  const meant = nearest(unknown, known);
  throw new Wrong(
    `${at}: there is no "${shown(unknown)}"${meant === undefined ? '' : `; did you mean ${meant}?`}`,
  );
}

/** Returns the text under a key; undefined if the table lacks the key. */
function textOf(table: Table, key: string, at: string, most = MAX_VALUE): string | undefined {
  const value = table[key];
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw new Wrong(`${at}: ${key} must be a text in quotes`);
  if (value === '') throw new Wrong(`${at}: ${key} has no value`);
  if (value.length > most) throw new Wrong(`${at}: ${key} has more than ${most} characters`);
  if (printable(value) !== value) throw new Wrong(`${at}: ${key}: "${shown(value)}" has control characters`);
  return value;
}

function shown(text: string): string {
  const clean = printable(text);
  return clean.length > 80 ? `${clean.slice(0, 79)}…` : clean;
}

/** Returns why the path cannot be used as a folder, or undefined if it can. */
function whyNoFolder(path: string): string | undefined {
  try {
    return statSync(path).isDirectory() ? undefined : 'is not a folder';
  } catch (error) {
    const code = systemCode(error);
    return code === 'ENOENT' ? 'does not exist' : `cannot be read (${causeText(error)})`;
  }
}

/** Files of earlier versions had lines `terminal = NAME`, with the lines of that terminal below. */
const EARLIER_FORM = /^[ \t]*terminal[ \t]*=/m;
const EARLIER = 'a project file is TOML now. This is what the file says, in the new form:';

function inToml(line: string): string {
  const [, name = '', key, written = ''] = /^([a-z]+)(?:\.(\S+?))?\s*=\s*(.*)$/i.exec(line.trim()) ?? [];
  const isLine = name === 'command' || name === 'type';
  const value = isLine ? written : written.replace(/^"(.*)"$/, '$1');
  if (name === '') return line;
  if (name === 'terminal') return `[[terminal]]\nname = ${inQuotes(value)}`;
  if (name !== 'panes') return `${name}${key === undefined ? '' : `.${key}`} = ${inQuotes(value)}`;
  const [layout = '', list = ''] = value.split(':');
  const members = list.split(',').map((each) => each.trim());
  return `[[panes]]\n${key ? `name = "${key}"\n` : ''}layout = "${layout.trim()}"\nterminals = ${inQuotes(members)}`;
}

/** A string or a list of strings is the same in TOML as in JSON. */
function inQuotes(value: string | readonly string[]): string {
  return JSON.stringify(value);
}
