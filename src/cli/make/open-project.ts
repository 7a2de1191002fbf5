/** Opens the terminals of a project that are not open yet, and asks the person before that. */

import { randomBytes } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import type { Client } from '../../client/client.ts';
import { isLeaf, leaves, remove, type Tree, withLeaves } from '../../client/panes/pane-tree.ts';
import { membersOf, newSplit, type Split } from '../../client/panes/split.ts';
import { joined, onlyWith } from '../../client/panes/split-changes.ts';
import { META_KEY } from '../../protocol/common/meta.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { slugOf, terminalUri } from '../../protocol/common/uri.ts';
import type { Io } from '../common/io.ts';
import { printable } from '../common/plain-text.ts';
import { complain } from '../common/print.ts';
import { confirmed } from '../connect/confirm.ts';
import { keepSplits, keptSplits } from './place-beside.ts';
import type { ProjectTerminal } from './project-file.ts';
import { type Project, readProject } from './read-project.ts';
import { answerFor, keepAnswer } from './trust.ts';
import { typeCommand } from './type-command.ts';

/** `made`: the URIs of those that were opened, in the order of the file; `failed`: how many could not be. */
export type Opened = { readonly made: readonly string[]; readonly failed: number };

/** Reports a terminal that cannot be opened, and continues with the next. */
export async function openMissing(client: Client, project: Project, io: Io): Promise<Opened> {
  const { terminals } = project;
  const open = openNames(client);
  const made: string[] = [];
  let failed = 0;
  for (const terminal of terminals) {
    if (open.has(terminal.name)) continue;
    const uri = terminalUri(`${slugOf(terminal.name)}-${randomBytes(3).toString('hex')}`);
    try {
      await make(client, uri, terminal, io);
      made.push(uri);
    } catch (error) {
      failed += 1;
      complain(io, `"${terminal.name}" was not opened: ${reasonOf(error)}`);
    }
  }
  if (made.length > 0) await arrange(client, project, io);
  return { made, failed };
}

/** Arranges the project's terminals side by side in the user's windows; other arrangements stay. */
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
    complain(io, `the panes could not be kept: ${reasonOf(error)}`);
  }
}

function openNames(client: Client): ReadonlySet<string> {
  return new Set((client.root.state.terminals ?? []).map(({ title }) => title));
}

async function make(client: Client, uri: string, terminal: ProjectTerminal, io: Io): Promise<void> {
  const { name, folder, env, line } = terminal;
  const { columns, rows } = io.stdout;
  await client.createTerminal({
    channel: uri,
    claim: { kind: 'client', clientId: client.clientId },
    cwd: pathToFileURL(folder).href,
    name,
    ...(columns && rows ? { cols: columns, rows } : {}),
    ...(Object.keys(env).length === 0 ? {} : { _meta: { [META_KEY]: { env } } }),
  });
  if (line === undefined) return;
  const refused = await typeCommand(client, uri, line.text, line.runs);
  if (refused !== undefined) complain(io, `"${name}" was opened, but its line is not there yet: ${refused}`);
}

/** Asks whether the project may open its terminals, now and as long as its file stays as it is; keeps the answer. */
export async function mayOpen(project: Project, io: Io): Promise<boolean> {
  if (io.stdin.isTTY !== true) return false;
  const yes = await confirmed(
    io,
    `${planText(project)}Open them, now and whenever this file is unchanged? [y/N] `,
  );
  keepOrComplain(project, yes ? 'yes' : 'no', io);
  return yes;
}

/** Keeps an answer; where that is not possible, it holds this time and is asked for again the next. */
export function keepOrComplain(project: Project, answer: 'yes' | 'no', io: Io): void {
  try {
    keepAnswer(project, answer, io.env);
  } catch (error) {
    complain(io, `the answer about ${printable(project.path)} could not be kept: ${reasonOf(error)}`);
  }
}

/** Everything in the file that has an effect: the user sees it before the yes. */
export function planText({ path, terminals }: Project): string {
  const each = terminals.flatMap(({ name, folder, env, line }) => [
    `  ${name}  in ${printable(folder)}`,
    ...Object.entries(env).map(([key, value]) => `    with ${key}=${value}`),
    ...(line === undefined ? [] : [`    ${line.runs ? 'runs' : 'types'}  ${line.text}`]),
  ]);
  return `${printable(path)} opens ${terminals.length === 1 ? 'a terminal' : `${terminals.length} terminals`}:\n${each.join('\n')}\n`;
}

/**
 * For a window that opens in the folder of the file at `path`, or below: opens the project's terminals if none of them is open,
 * after asking when the file is new or has changed. Returns the URI of the first.
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
