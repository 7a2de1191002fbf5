/**
 * `cotty layout` — prints which terminals stand side by side in the person's windows, or arranges them: by the name of an arrangement
 * or the layout string of tmux, and names; or by a tree as JSON, whose leaves are names. Open windows follow at once.
 */

import type { Client } from '../../client/client.ts';
import { ARRANGEMENTS, arranged, isArrangement } from '../../client/panes/arrangements.ts';
import { isLeaf, leaves, type Tree, withLeaves } from '../../client/panes/pane-tree.ts';
import { membersOf, newSplit, type Split, splitOf } from '../../client/panes/split.ts';
import { onlyWith } from '../../client/panes/split-changes.ts';
import { readTmuxLayout, writeTmuxLayout } from '../../client/panes/tmux-layout.ts';
import { readTree } from '../../client/panes/tree-text.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { complain, say, sayJson } from '../common/print.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';
import { hostFlags } from '../connect/host-flags.ts';
import { withClient } from '../connect/open-client.ts';
import { refused } from '../connect/refusal.ts';
import { resolveName } from '../connect/resolve-name.ts';
import { keepSplits, keptSplits } from '../make/place-beside.ts';

const flags = { ...hostFlags, tmux: 'boolean' } as const;

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags, positionals: ['NAME'], many: true });
  if (!parsed.ok) return refuseArgs(parsed, 'layout', io);
  const { tmux, ...host } = parsed.flags;
  const [first, layout, ...names] = parsed.input;
  const sets = first === 'set';
  if (sets && tmux) return refuseUsage('--tmux is for printing', 'layout', io);
  if (sets && layout === undefined) return refuseUsage('set needs a layout', 'layout', io);
  if (!sets && layout !== undefined)
    return refuseUsage(`there is one NAME too many: "${layout}"`, 'layout', io);
  const wanted = sets && layout !== undefined ? treeOf(layout, names) : undefined;
  if (wanted?.ok === false) return refuseUsage(wanted.problem, 'layout', io);
  return withClient({ ...host, start: false }, io, async (client) => {
    try {
      return wanted === undefined
        ? await print(client, first, tmux, io)
        : await arrange(client, wanted.tree, io);
    } catch (error) {
      return refused(error, io);
    }
  });
}

type Read = { readonly ok: true; readonly tree: Tree } | { readonly ok: false; readonly problem: string };

/** Returns the tree with the names of terminals as its leaves. */
function treeOf(layout: string, names: readonly string[]): Read {
  if (layout.trimStart().startsWith('{')) return names.length > 0 ? tooMany(names) : treeOfJson(layout);
  if (names.length < 2) return { ok: false, problem: `${layout} needs the names of two terminals at least` };
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return { ok: false, problem: `"${twice}" can only stand in one place` };
  if (isArrangement(layout)) return { ok: true, tree: arranged(layout, names) };
  if (!/^[0-9a-f]+[,x]/.test(layout))
    return {
      ok: false,
      problem: `"${layout}" is none of ${ARRANGEMENTS.join(', ')}, no layout of tmux and no tree as JSON`,
    };
  const read = readTmuxLayout(layout);
  if (!read.ok) return read;
  const count = leaves(read.tree).length;
  return count === names.length
    ? { ok: true, tree: withLeaves(read.tree, names) }
    : { ok: false, problem: `the layout has ${count} panes for ${names.length} terminals` };
}

function tooMany(names: readonly string[]): Read {
  return { ok: false, problem: `the tree names its terminals: "${names.join(' ')}" is too much` };
}

function treeOfJson(text: string): Read {
  try {
    return readTree(JSON.parse(text));
  } catch {
    return { ok: false, problem: 'the tree is no JSON' };
  }
}

/** Shows the terminals so; they leave the panes that they were in. */
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
    complain(io, 'a layout has two different terminals at least');
    return ExitCode.usage;
  }
  const kept = onlyWith(await keptSplits(client), (uri) => !uris.includes(uri));
  await keepSplits(client, [...kept, newSplit(placed)]);
  return ExitCode.ok;
}

/** Size for which a layout of tmux is written where the output is no terminal. */
const USUAL = { cols: 80, rows: 24 };

/** Prints the panes of a terminal, or all that stand side by side. */
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
    complain(io, `"${found.terminal.title}" stands beside no other terminal`);
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
      complain(io, `${namesOf(split, open).join(', ')}: no room in ${size.cols}x${size.rows}`);
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

/** The titles of the terminals, or URIs where a title would not find its terminal again. */
function namesOf(split: Split, open: readonly TerminalInfo[]): readonly string[] {
  return membersOf(split).map((uri) => {
    const title = open.find(({ resource }) => resource === uri)?.title ?? uri;
    const found = resolveName(open, title);
    return found.ok && found.terminal.resource === uri ? title : uri;
  });
}
