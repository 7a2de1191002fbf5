/**
 * Reserved keys, which RAW and LOCK do not send to the program. The first press leaves the mode at once; a second
 * press within half a second returns to the mode and sends the key itself. Where such a key begins others, as the prefix of
 * tmux does, the next key within a second returns to the mode as well, and runs what both are bound to.
 */

import type { CommandId } from '../commands/commands.ts';
import { IDLE, type InputContext } from '../conditions.ts';
import { isPassThrough, type KeyTable, type PassThroughMode } from '../key-table.ts';
import { type Binding, beginsChord, bindingFor, type Keymap } from './keymap.ts';

/**
 * Longest time between the two presses: enough for a deliberate double press, too short for switching back and
 * forth.
 */
export const DOUBLE_PRESS_MS = 500;

/** The key tables of the modes. */
type ModeTable = Exclude<KeyTable, 'page' | 'dialog'>;

/** Longest time between a prefix and its key. */
const PREFIX_MS = 1_000;

/** The key press that left a mode last, while a second press may still follow. */
export type ReservedState =
  | { readonly key: string; readonly from: ModeTable; readonly at: number }
  | undefined;

export type ReservedOutcome =
  /** The key is not reserved: look it up as usual, or send it to the program. */
  | { readonly kind: 'ordinary' }
  | { readonly kind: 'command'; readonly binding: Binding }
  /** Second press: go back to this mode and send the key's own bytes to the program. */
  | { readonly kind: 'literal'; readonly mode: PassThroughMode }
  /** The key behind a prefix: go back to the mode in which that was pressed, and run the command. */
  | { readonly kind: 'prefixed'; readonly binding: Binding; readonly mode: ModeTable };

export type KeyPress = {
  readonly table: ModeTable;
  readonly key: string;
  readonly now: number;
  readonly input?: InputContext;
};

/** Looks the key up in RAW and LOCK, where every bound key is reserved. Elsewhere only a prefix waits for a second press. */
export function pressReserved(
  state: ReservedState,
  press: KeyPress,
  keymap: Keymap,
): { readonly state: ReservedState; readonly outcome: ReservedOutcome } {
  const { table, key, now, input = IDLE } = press;
  if (state && state.key === key && isPassThrough(state.from) && isWithin(state.at, now, DOUBLE_PRESS_MS)) {
    return { state: undefined, outcome: { kind: 'literal', mode: state.from } };
  }
  const both =
    state && isWithin(state.at, now, PREFIX_MS)
      ? bindingFor(keymap, state.from, `${state.key} ${key}`, input)
      : undefined;
  if (state && both)
    return { state: undefined, outcome: { kind: 'prefixed', binding: both, mode: state.from } };
  const binding = bindingFor(keymap, table, key, input);
  const leaves = binding !== undefined && LEAVING.has(binding.command);
  const waits = leaves && (isPassThrough(table) || beginsChord(keymap, table, key));
  const next: ReservedState = waits ? { key, from: table, at: now } : undefined;
  if (binding === undefined || !isPassThrough(table)) return { state: next, outcome: { kind: 'ordinary' } };
  return { state: next, outcome: { kind: 'command', binding } };
}

/** Commands that leave the mode. Only these wait for a second press: two quick `tab.next` move two tabs. */
const LEAVING: ReadonlySet<CommandId> = new Set(['mode.run', 'mode.toggleRaw', 'mode.unlock', 'mode.browse']);

/** Whether the second press came in time. A clock that went backwards counts as too late. */
function isWithin(at: number, now: number, most: number): boolean {
  return now >= at && now - at <= most;
}
