/** Puts terminals side by side in the person's windows: changes the note in which they keep their panes. */

import type { Client } from '../../client/client.ts';
import type { Split } from '../../client/panes/split.ts';
import { joined } from '../../client/panes/split-changes.ts';
import { readSplits, SPLIT_NOTE, writeSplits } from '../../client/panes/split-note.ts';
import type { Side } from '../../protocol/cotty/pane-side.ts';

/** Returns the splits of the person as far as their terminals are there. Throws the host's refusal. */
export async function keptSplits(client: Client): Promise<readonly Split[]> {
  const open = new Set((client.root.state.terminals ?? []).map(({ resource }) => resource));
  return readSplits(await client.cotty.note(SPLIT_NOTE), (uri) => open.has(uri));
}

export async function keepSplits(client: Client, splits: readonly Split[]): Promise<void> {
  await client.cotty.note(SPLIT_NOTE, writeSplits(splits));
}

/** Puts a terminal at a side of another one; false where there are too many panes. Windows follow at once. */
export async function placeBeside(client: Client, uri: string, to: string, side: Side): Promise<boolean> {
  const splits = joined(await keptSplits(client), uri, to, side);
  if (splits === undefined) return false;
  await keepSplits(client, splits);
  return true;
}
