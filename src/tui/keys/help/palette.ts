/** The palette: the commands of a mode with their keys, filtered by a few typed letters. Pure. */

import { bindingsFor, type Keymap } from '../bindings/keymap.ts';
import { COMMAND_IDS, type CommandId } from '../command-ids.ts';
import { COMMANDS, type Group } from '../commands.ts';
import type { InputContext } from '../conditions.ts';
import { keyLabel } from '../key-spelling.ts';
import type { Mode } from '../mode.ts';
import { fuzzyMatch } from './fuzzy.ts';

export type PaletteItem = {
  readonly command: CommandId;
  readonly group: Group;
  readonly title: string;
  readonly description: string;
  /** Labels of the keys that do it in that mode right now. */
  readonly keys: readonly string[];
  /** Characters of the title to mark. */
  readonly marked: readonly number[];
};

/** `mode` and `input`: of the moment before the palette opened. Best match first; table order without a query. */
export function paletteItems(keymap: Keymap, mode: Mode, query: string, input?: InputContext): PaletteItem[] {
  const found = COMMAND_IDS.flatMap((command) => {
    const info = COMMANDS[command];
    if (!info.palette || !info.modes.includes(mode)) return [];
    const match = matchCommand(command, query);
    if (match === undefined) return [];
    const keys = bindingsFor(keymap, mode, command, input).map((binding) => keyLabel(binding.key));
    const { group, title, description } = info;
    return [{ score: match.score, item: { command, group, title, description, keys, marked: match.marked } }];
  });
  return found.toSorted((one, other) => other.score - one.score).map(({ item }) => item);
}

/** A hit in the title outweighs one in the id, that one in the description, which must have the words whole. */
function matchCommand(
  command: CommandId,
  query: string,
): { readonly score: number; readonly marked: readonly number[] } | undefined {
  const { title, description } = COMMANDS[command];
  const inTitle = fuzzyMatch(query, title);
  if (inTitle) return { score: 1000 + inTitle.score, marked: inTitle.at };
  const inId = fuzzyMatch(query, command);
  if (inId) return { score: 500 + inId.score, marked: [] };
  return description.toLowerCase().includes(query.trim().toLowerCase())
    ? { score: 0, marked: [] }
    : undefined;
}
