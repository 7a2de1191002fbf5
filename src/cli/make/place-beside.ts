/** Changes the panes that the user's windows show: they are stored at the host as a note, which every window follows. */

import type { Client } from '../../client/client.ts';
import type { Split } from '../../client/panes/split.ts';
import { joined } from '../../client/panes/split-changes.ts';
import { readSplits, SPLIT_NOTE, writeSplits } from '../../client/panes/split-note.ts';
import type { Side } from '../../protocol/cotty/pane-side.ts';

/** Returns the stored splits, without terminals that no longer exist. Throws if the host refuses the request. */
export async function keptSplits(client: Client): Promise<readonly Split[]> {
  const open = new Set((client.root.state.terminals ?? []).map(({ resource }) => resource));
  return readSplits(await client.cotty.note(SPLIT_NOTE), (uri) => open.has(uri));
}

export async function keepSplits(client: Client, splits: readonly Split[]): Promise<void> {
  await client.cotty.note(SPLIT_NOTE, writeSplits(splits));
}

/** Adds a pane for the terminal at that side of `to`. Returns false if there are too many panes already. */
export async function placeBeside(client: Client, uri: string, to: string, side: Side): Promise<boolean> {
  const splits = joined(await keptSplits(client), uri, to, side);
  if (splits === undefined) return false;
  await keepSplits(client, splits);
  return true;
}
