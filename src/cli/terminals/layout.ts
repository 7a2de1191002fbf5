/**
 * `cotty layout` — prints the panes that the user's windows show, or changes them. `set` takes the name of an arrangement or a
 * layout string of tmux, followed by names of terminals, or a tree in JSON whose leaves are such names. Open windows follow at once.
 */

import type { Client } from '../../client/client.ts';
import { ManyHosts } from '../../client/machines/many-hosts.ts';
import { ARRANGEMENTS } from '../../client/panes/arrangements.ts';
import { type ReadTree, readLayout, readTree, writeTmuxLayout } from '../../client/panes/layout-text.ts';
import { isLeaf, leaves, type Tree, withLeaves } from '../../client/panes/pane-tree.ts';
import { membersOf, newSplit, type Split, splitOf } from '../../client/panes/split.ts';
import { onlyWith } from '../../client/panes/split-changes.ts';
import { fullName } from '../../protocol/cotty/terminal-names.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { complain, say, sayJson } from '../common/print.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';
import { type HostFlags, hostsFlags, OWN_HOST } from '../connect/host-flags.ts';
import { withClient } from '../connect/open-client.ts';
import { refused } from '../connect/refusal.ts';
import { resolveName } from '../connect/resolve-name.ts';
import { askingMachines } from '../connect/with-terminal.ts';
import { keepSplits, keptSplits } from '../make/place-beside.ts';

const flags = { ...hostsFlags, tmux: 'boolean' } as const;

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags, positionals: ['NAME'], many: true });
  if (!parsed.ok) return refuseArgs(parsed, 'layout', io);
  const { tmux, ...host } = parsed.flags;
  const [first, layout, ...names] = parsed.input;
  const sets = first === 'set';
  if (sets && tmux)
    return refuseUsage('--tmux works only when a layout is printed, not with set', 'layout', io);
  if (sets && layout === undefined) return refuseUsage('set needs a layout', 'layout', io);
  if (!sets && layout !== undefined)
    return refuseUsage(
      `layout prints the panes of one terminal; unexpected argument "${layout}"`,
      'layout',
      io,
    );
  const wanted = sets && layout !== undefined ? treeOf(layout, names) : undefined;
  if (wanted?.ok === false) return refuseUsage(wanted.problem, 'layout', io);
  const named = wanted === undefined ? [first ?? ''] : leaves(wanted.tree);
  return withClient({ ...(await withMachines(named, host, io)), start: false }, io, async (client) => {
    // The panes are kept by the own host, whichever machines their terminals are on.
    if (client instanceof ManyHosts && client.homeMachine !== undefined) return ExitCode.noHost;
    try {
      return wanted === undefined
        ? await print(client, first, tmux, io)
        : await arrange(client, wanted.tree, io);
    } catch (error) {
      return refused(error, io);
    }
  });
}

/** Adds the machines of names such as `box:build` to the own host. */
async function withMachines(names: readonly string[], host: HostFlags, io: Io): Promise<HostFlags> {
  const asked = await askingMachines(names, host, io);
  const { on } = asked;
  const isOwnThere = on === undefined || on === 'all' || on.split(',').includes(OWN_HOST);
  return isOwnThere ? asked : { ...asked, on: `${OWN_HOST},${on}` };
}

/** Returns the tree with the names of terminals as its leaves. */
function treeOf(layout: string, names: readonly string[]): ReadTree {
  if (layout.trimStart().startsWith('{')) return names.length > 0 ? tooMany(names) : treeOfJson(layout);
  if (names.length < 2) return { ok: false, problem: `${layout} needs the names of at least two terminals` };
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    return { ok: false, problem: `"${twice}" is named twice; a terminal can be in only one pane` };
  const problem = `"${layout}" is not an arrangement (${ARRANGEMENTS.join(', ')}), a layout string of tmux, or a tree in JSON`;
  return readLayout(layout, names) ?? { ok: false, problem };
}

function tooMany(names: readonly string[]): ReadTree {
  return { ok: false, problem: `a tree contains the names of its terminals; leave out "${names.join(' ')}"` };
}

function treeOfJson(text: string): ReadTree {
  try {
    return readTree(JSON.parse(text));
  } catch {
    return { ok: false, problem: 'the tree is not valid JSON' };
  }
}

/** Stores the new panes. The terminals are removed from panes that they were in before. */
async function arrange(client: Client, tree: Tree, io: Io): Promise<number> {
  const open = client.root.state.terminals ?? [];
  const found = leaves(tree).map((name) => resolveName(open, name));
  const uris = found.flatMap((each) => (each.ok ? [each.terminal.resource] : []));
  if (uris.length < found.length) {
    for (const each of found) if (!each.ok) complain(io, each.error);
    return ExitCode.noTerminal;
  }
  const twice = uris.find((uri, index) => uris.indexOf(uri) !== index);
  const placed = withLeaves(tree, uris);
  if (twice !== undefined || isLeaf(placed)) {
    complain(io, 'a layout needs at least two different terminals');
    return ExitCode.usage;
  }
  const kept = onlyWith(await keptSplits(client), (uri) => !uris.includes(uri));
  await keepSplits(client, [...kept, newSplit(placed)]);
  return ExitCode.ok;
}

/** A layout string of tmux contains sizes in cells; this is the total size if stdout is not a terminal. */
const USUAL = { cols: 80, rows: 24 };

/** Prints the panes around the terminal NAME, or all panes. */
async function print(client: Client, name: string | undefined, tmux: boolean, io: Io): Promise<number> {
  const open = client.root.state.terminals ?? [];
  const splits = await keptSplits(client);
  const found = name === undefined ? undefined : resolveName(open, name);
  if (found?.ok === false) {
    complain(io, found.error);
    return ExitCode.noTerminal;
  }
  const own = found && splitOf({ splits }, found.terminal.resource);
  if (found !== undefined && own === undefined) {
    complain(io, `"${found.terminal.title}" is not in panes with other terminals`);
    return ExitCode.failure;
  }
  const shown = own === undefined ? splits : [own];
  if (!tmux) {
    sayJson(
      io,
      shown.map((split) => asJson(split, open)),
      2,
    );
    return ExitCode.ok;
  }
  const { columns, rows } = io.stdout;
  const size = columns && rows ? { cols: columns, rows } : USUAL;
  for (const split of shown) {
    const text = writeTmuxLayout(split.tree, size);
    if (text === undefined)
      complain(io, `${namesOf(split, open).join(', ')}: the panes do not fit into ${size.cols}x${size.rows}`);
    else say(io, `${text}\n`);
  }
  return ExitCode.ok;
}

function asJson(split: Split, open: readonly TerminalInfo[]) {
  const { name, tree, stack, zoomed } = split;
  return {
    ...(name === undefined ? {} : { name }),
    tree: withLeaves(tree, namesOf(split, open)),
    stack,
    zoomed,
  };
}

/** The titles of the terminals; the URI instead if the title does not identify its terminal. */
function namesOf(split: Split, open: readonly TerminalInfo[]): readonly string[] {
  return membersOf(split).map((uri) => {
    const terminal = open.find(({ resource }) => resource === uri);
    const title = terminal === undefined ? uri : fullName(terminal);
    const found = resolveName(open, title);
    return found.ok && found.terminal.resource === uri ? title : uri;
  });
}
