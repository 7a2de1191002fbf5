/** The palette: the commands of a key table with their keys, filtered by typed letters. Pure. */

import { bindingsFor, type Keymap } from '../bindings/keymap.ts';
import { COMMAND_IDS, type CommandId } from '../command-ids.ts';
import type { Group } from '../command-info.ts';
import { COMMANDS } from '../commands.ts';
import type { InputContext } from '../conditions.ts';
import { keyLabel } from '../key-spelling.ts';
import type { KeyTable } from '../key-table.ts';
import { fuzzyFind } from './fuzzy-find.ts';

export type PaletteItem = {
  readonly command: CommandId;
  readonly group: Group;
  readonly title: string;
  readonly description: string;
  /** Labels of the keys that run the command right now. */
  readonly keys: readonly string[];
  /** Indexes of the matched characters of the title, in ascending order. */
  readonly marked: readonly number[];
};

/**
 * Returns the commands that match, best match first, or in table order without a query. `table` and `input` are
 * those of the moment before the palette opened. A match in the title ranks above one in the id. A description
 * matches only if the query is in it word for word, and ranks last.
 */
export function paletteItems(
  keymap: Keymap,
  table: KeyTable,
  query: string,
  input?: InputContext,
): PaletteItem[] {
  const commands = COMMAND_IDS.filter(
    (command) => COMMANDS[command].palette && COMMANDS[command].tables.includes(table),
  );
  const words = query.trim().toLowerCase();
  const byTitle = fuzzyFind(commands, query, (command) => COMMANDS[command].title);
  const byId = fuzzyFind(commands, query, (command) => command);
  const byDescription = commands.filter((command) =>
    COMMANDS[command].description.toLowerCase().includes(words),
  );
  const marked = new Map(byTitle.map((match) => [match.item, match.at]));
  const found = new Set([
    ...byTitle.map(({ item }) => item),
    ...byId.map(({ item }) => item),
    ...byDescription,
  ]);
  return [...found].map((command) => {
    const { group, title, description } = COMMANDS[command];
    const keys = bindingsFor(keymap, table, command, input).map((binding) => keyLabel(binding.key));
    return { command, group, title, description, keys, marked: marked.get(command) ?? [] };
  });
}
