/**
 * Names of terminals, and what a name means that somebody writes: `[MACHINE:]NAME[:SEQ]`. Subcommands, tools of agents, HTTP, window
 * and page all read names by `readName`.
 *
 * A terminal is named by its URI, its name, its id (the last part of the URI), or a name that it had earlier; a terminal of another
 * machine also with the machine before it. Names may contain colons themselves, so the whole text is tried first, and only then a
 * number at its end as that of a command.
 */

import { cottyMeta } from '../common/meta.ts';
import { nameText } from '../common/name-text.ts';
import type { TerminalInfo } from '../terminal/state.ts';
import type { TerminalMeta } from './cotty-meta.ts';

export type NamedTerminal = Pick<TerminalInfo, 'resource' | 'title' | '_meta'>;

/** The machine of a terminal; undefined on the client's own host. */
export function machineOf({ _meta }: Pick<TerminalInfo, '_meta'>): string | undefined {
  return cottyMeta<TerminalMeta>(_meta).machine;
}

/** `box:build`; the name alone for a terminal of the client's own host. */
export function onMachine(machine: string | undefined, name: string): string {
  return machine === undefined ? name : `${nameText(machine)}:${name}`;
}

/**
 * The name of a terminal, with its machine where that is another one. A host of another kind may give no title: then it is the id.
 * To be shown it must pass `nameText`.
 */
export function fullName(terminal: NamedTerminal): string {
  const { title, resource } = terminal;
  return onMachine(machineOf(terminal), title.trim() === '' ? idOf(resource) : title);
}

/** The last part of a terminal URI, `build-7k2q` of `ahp-terminal:/build-7k2q`. */
export function idOf(uri: string): string {
  return uri.slice(Math.max(uri.lastIndexOf('/'), uri.lastIndexOf(':')) + 1);
}

/** The id of a terminal, with its machine where that is another one. */
export function fullId(terminal: NamedTerminal): string {
  return onMachine(machineOf(terminal), idOf(terminal.resource));
}

/** Which finished commands of a terminal: the one that is `last` from the end (1 is the last), or those from a number to a number. */
export type Seqs = { readonly last: number } | { readonly from: number; readonly to: number };

/** The terminals that have a name, none, one or several, and the commands that are named. */
export type Meaning<T> = { readonly found: readonly T[]; readonly seqs?: Seqs };

/** Finds what a name means: terminals, or with `:SEQ`, `:A-B` or `:-N` behind it commands of them. */
export function meaningOf<T extends NamedTerminal>(terminals: readonly T[], text: string): Meaning<T> {
  const [name, seqs] = split(text);
  // Capitals are left out of account only where nothing is written exactly so.
  for (const tests of [EXACT, IN_ANY_CASE]) {
    const whole = terminalsNamed(terminals, text, tests);
    if (whole.length > 0) return { found: whole };
    const found = seqs === undefined ? [] : terminalsNamed(terminals, name, tests);
    if (seqs !== undefined && found.length > 0) return { found, seqs };
  }
  return { found: [] };
}

/** `found`: the terminals that have the name, none or several. */
export type NotOne<T> = { readonly ok: false; readonly found: readonly T[]; readonly error: string };

export type ReadName<T> = { readonly ok: true; readonly terminal: T; readonly seqs?: Seqs } | NotOne<T>;

/** Finds the one terminal that a name means, and the commands that are named of it. */
export function readName<T extends NamedTerminal>(terminals: readonly T[], text: string): ReadName<T> {
  const { found, seqs } = meaningOf(terminals, text);
  const [terminal] = found;
  if (terminal === undefined) return { ok: false, found, error: `there is no terminal ${quoted(text)}` };
  if (found.length === 1) return { ok: true, terminal, ...(seqs === undefined ? {} : { seqs }) };
  const name = seqs === undefined ? text : split(text)[0];
  const ids = found.map(
    (each) => `  ${nameText(fullId(each))}${text.slice(name.length)}  (${nameText(fullName(each))})`,
  );
  const error = `${quoted(name)} is the name of ${found.length} terminals; use one of these instead:\n${ids.join('\n')}`;
  return { ok: false, found, error };
}

export type ReadTerminal<T> = { readonly ok: true; readonly terminal: T } | NotOne<T>;

/** Finds the terminal that a name means, where commands are not meant. */
export function readTerminal<T extends NamedTerminal>(
  terminals: readonly T[],
  text: string,
): ReadTerminal<T> {
  const read = readName(terminals, text);
  if (!read.ok || read.seqs === undefined) return read;
  const name = nameText(fullName(read.terminal));
  const error = `${quoted(text)} is ${seqsText(read.seqs)} of the terminal ${quoted(name)}; name the terminal alone`;
  return { ok: false, found: [read.terminal], error };
}

/** `command 7`, `commands 3 to 7`, `the last command`, `command 2 from the end`. */
export function seqsText(seqs: Seqs): string {
  if ('last' in seqs) return seqs.last === 1 ? 'the last command' : `command ${seqs.last} from the end`;
  return seqs.from === seqs.to ? `command ${seqs.from}` : `commands ${seqs.from} to ${seqs.to}`;
}

type Test = (terminal: NamedTerminal, text: string) => boolean;

/**
 * What a text may be of a terminal, the most exact first. The first that any terminal passes decides. A name without a machine means
 * a terminal of the own host before one of another machine.
 */
const EXACT: readonly Test[] = [
  ({ resource }, text) => resource === text,
  (terminal, text) => fullName(terminal) === text || nameText(fullName(terminal)) === text,
  (terminal, text) => fullId(terminal) === text,
  (terminal, text) => earlierNames(terminal).some((name) => onMachine(machineOf(terminal), name) === text),
  ({ title }, text) => title === text,
  ({ resource }, text) => idOf(resource) === text,
  (terminal, text) => earlierNames(terminal).includes(text),
];
const IN_ANY_CASE: readonly Test[] = [
  (terminal, text) => fullName(terminal).toLowerCase() === text.toLowerCase(),
  ({ title }, text) => title.toLowerCase() === text.toLowerCase(),
];

/** Wake-ups write the name behind this. */
const LABEL = 'term:';

function terminalsNamed<T extends NamedTerminal>(
  terminals: readonly T[],
  text: string,
  tests: readonly Test[],
): readonly T[] {
  const texts = text.startsWith(LABEL) ? [text, text.slice(LABEL.length)] : [text];
  for (const each of texts) {
    for (const test of tests) {
      const found = terminals.filter((terminal) => test(terminal, each));
      if (found.length > 0) return found;
    }
  }
  return [];
}

function earlierNames({ _meta }: NamedTerminal): readonly string[] {
  const { earlierNames: names } = cottyMeta<TerminalMeta>(_meta);
  // Hosts of other kinds may send anything.
  return Array.isArray(names) ? names : [];
}

/** Splits `build:7` at its last colon, if commands stand behind it. */
function split(text: string): readonly [name: string, seqs: Seqs | undefined] {
  const at = text.lastIndexOf(':');
  return at > 0 ? [text.slice(0, at), readSeqs(text.slice(at + 1))] : [text, undefined];
}

function readSeqs(text: string): Seqs | undefined {
  const [, sign, from, to] = /^(-?)(\d{1,15})(?:-(\d{1,15}))?$/.exec(text) ?? [];
  if (from === undefined || (sign === '-' && to !== undefined)) return undefined;
  return sign === '-' ? { last: Number(from) } : { from: Number(from), to: Number(to ?? from) };
}

function quoted(text: string): string {
  return `"${nameText(text)}"`;
}
