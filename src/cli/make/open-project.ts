/** Opens those terminals of a project that are not open yet, after the user has agreed to it. */

import { pathToFileURL } from 'node:url';
import type { Client } from '../../client/client.ts';
import { isLeaf, leaves, remove, type Tree, withLeaves } from '../../client/panes/pane-tree.ts';
import { membersOf, newSplit, type Split } from '../../client/panes/split.ts';
import { joined, onlyWith } from '../../client/panes/split-changes.ts';
import { causeText } from '../common/error-text.ts';
import type { Io } from '../common/io.ts';
import { printable } from '../common/plain-text.ts';
import { complain } from '../common/print.ts';
import { confirmed } from '../connect/confirm.ts';
import { makeTerminal } from '../connect/make-terminal.ts';
import { keepSplits, keptSplits } from './place-beside.ts';
import { type Project, type ProjectTerminal, readProject } from './project-file.ts';
import { answerFor, keepAnswer } from './trust.ts';
import { typeCommand } from './type-command.ts';

/** `made`: URIs of the terminals that were opened, in the order of the file; `failed`: number of those that could not be. */
export type Opened = { readonly made: readonly string[]; readonly failed: number };

/** Reports a terminal that cannot be opened, and continues with the next. */
export async function openMissing(client: Client, project: Project, io: Io): Promise<Opened> {
  const { terminals } = project;
  const open = openNames(client);
  const made: string[] = [];
  let failed = 0;
  for (const terminal of terminals) {
    if (open.has(terminal.name)) continue;
    try {
      made.push(await make(client, terminal, io));
    } catch (error) {
      failed += 1;
      complain(io, `"${terminal.name}" was not opened: ${causeText(error)}`);
    }
  }
  if (made.length > 0) await arrange(client, project, io);
  return { made, failed };
}

/** Puts the project's terminals into panes as the file describes; panes of other terminals stay as they are. */
async function arrange(client: Client, { panes, terminals }: Project, io: Io): Promise<void> {
  const places = terminals.flatMap(({ name, place }) => (place === undefined ? [] : [{ name, ...place }]));
  if (panes.length === 0 && places.length === 0) return;
  const listed = client.root.state.terminals ?? [];
  const uriOf = (name: string) => listed.find(({ title }) => title === name)?.resource;
  const wanted = panes.flatMap(({ name, tree, stack }): Split[] => {
    const missing = leaves(tree).filter((leaf) => uriOf(leaf) === undefined);
    const there = missing.reduce<Tree | undefined>((each, leaf) => each && remove(each, leaf), tree);
    if (there === undefined) return [];
    const open = withLeaves(
      there,
      leaves(there).map((leaf) => uriOf(leaf) ?? leaf),
    );
    return isLeaf(open) ? [] : [newSplit(open, { name, stack })];
  });
  const taken = new Set(wanted.flatMap(membersOf));
  try {
    const kept = onlyWith(await keptSplits(client), (uri) => !taken.has(uri));
    const splits = places.reduce<readonly Split[]>(
      (each, { name, side, of }) => {
        const [uri, to] = [uriOf(name), uriOf(of)];
        return (uri && to && joined(each, uri, to, side)) || each;
      },
      [...kept, ...wanted],
    );
    await keepSplits(client, splits);
  } catch (error) {
    complain(io, `the panes could not be arranged: ${causeText(error)}`);
  }
}

function openNames(client: Client): ReadonlySet<string> {
  return new Set((client.root.state.terminals ?? []).map(({ title }) => title));
}

/** Returns its URI. */
async function make(client: Client, terminal: ProjectTerminal, io: Io): Promise<string> {
  const { name, folder, env, line } = terminal;
  const meta = Object.keys(env).length === 0 ? {} : { meta: { env } };
  const uri = await makeTerminal(client, { name, cwd: pathToFileURL(folder).href, ...meta }, io);
  if (line === undefined) return uri;
  const refused = await typeCommand(client, uri, line.text, line.runs);
  if (refused !== undefined)
    complain(io, `"${name}" was opened, but its command has not been typed yet: ${refused}`);
  return uri;
}

/** Asks the user whether the project may open its terminals, now and until its file changes, and saves the answer. */
export async function mayOpen(project: Project, io: Io): Promise<boolean> {
  if (io.stdin.isTTY !== true) return false;
  const yes = await confirmed(
    io,
    `${planText(project)}Open them, now and whenever this file is unchanged? [y/N] `,
  );
  keepOrComplain(project, yes ? 'yes' : 'no', io);
  return yes;
}

/** Saves the answer. If that fails, a message says so, and the user will be asked again the next time. */
export function keepOrComplain(project: Project, answer: 'yes' | 'no', io: Io): void {
  try {
    keepAnswer(project, answer, io.env);
  } catch (error) {
    complain(io, `the answer about ${printable(project.path)} could not be saved: ${causeText(error)}`);
  }
}

/** Lists terminals, folders, variables and command lines of the file, so that the user can check them before agreeing. */
export function planText({ path, terminals }: Project): string {
  const each = terminals.flatMap(({ name, folder, env, line }) => [
    `  ${name}  in ${printable(folder)}`,
    ...Object.entries(env).map(([key, value]) => `    with ${key}=${value}`),
    ...(line === undefined ? [] : [`    ${line.runs ? 'runs' : 'types'}  ${line.text}`]),
  ]);
  return `${printable(path)} opens ${terminals.length === 1 ? 'a terminal' : `${terminals.length} terminals`}:\n${each.join('\n')}\n`;
}

/**
 * Called when a window opens in or below the folder of the project file at `path`: opens the project's terminals if none of them
 * is open yet. Asks the user first if the file is new or has changed. Returns the URI of the first terminal that was opened.
 */
export async function offerProject(client: Client, path: string, io: Io): Promise<string | undefined> {
  const read = readProject(path);
  if (!read.ok) {
    complain(io, read.error);
    return undefined;
  }
  const { project } = read;
  const open = openNames(client);
  if (project.terminals.some(({ name }) => open.has(name))) return undefined;
  const answer = answerFor(project, io.env);
  if (answer === 'no' || (answer === undefined && !(await mayOpen(project, io)))) return undefined;
  const { made } = await openMissing(client, project, io);
  return made[0];
}
