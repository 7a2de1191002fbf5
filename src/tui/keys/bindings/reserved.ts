/**
 * Reserved keys, which RAW and LOCK do not send to the program. The first press leaves the mode at once; a second
 * press within half a second returns to the mode and sends the key itself.
 */

import type { Binding } from '../binding.ts';
import type { CommandId } from '../command-ids.ts';
import { IDLE, type InputContext } from '../conditions.ts';
import { isPassThrough, type KeyTable, type PassThroughMode } from '../key-table.ts';
import { bindingFor, type Keymap } from './keymap.ts';

/**
 * Longest time between the two presses: enough for a deliberate double press, too short for switching back and
 * forth.
 */
export const DOUBLE_PRESS_MS = 500;

/** The key press that left RAW or LOCK last, while a second press may still follow. */
export type ReservedState =
  | { readonly key: string; readonly from: PassThroughMode; readonly at: number }
  | undefined;

export type ReservedOutcome =
  /** The key is not reserved: look it up as usual, or send it to the program. */
  | { readonly kind: 'ordinary' }
  | { readonly kind: 'command'; readonly binding: Binding }
  /** Second press: go back to this mode and send the key's own bytes to the program. */
  | { readonly kind: 'literal'; readonly mode: PassThroughMode };

export type KeyPress = {
  readonly table: KeyTable;
  readonly key: string;
  readonly now: number;
  readonly input?: InputContext;
};

/** Looks the key up in RAW and LOCK, where every bound key is reserved. Elsewhere it only ends the wait for a second press. */
export function pressReserved(
  state: ReservedState,
  press: KeyPress,
  keymap: Keymap,
): { readonly state: ReservedState; readonly outcome: ReservedOutcome } {
  const { table, key, now, input = IDLE } = press;
  if (state && state.key === key && isWithin(state.at, now)) {
    return { state: undefined, outcome: { kind: 'literal', mode: state.from } };
  }
  const binding = isPassThrough(table) ? bindingFor(keymap, table, key, input) : undefined;
  if (binding === undefined || !isPassThrough(table))
    return { state: undefined, outcome: { kind: 'ordinary' } };
  const waits = LEAVING.has(binding.command);
  return { state: waits ? { key, from: table, at: now } : undefined, outcome: { kind: 'command', binding } };
}

/** Commands that leave the mode. Only these wait for a second press: two quick `tab.next` move two tabs. */
const LEAVING: ReadonlySet<CommandId> = new Set(['mode.run', 'mode.toggleRaw', 'mode.unlock', 'mode.browse']);

/** Whether the second press came in time. A clock that went backwards counts as too late. */
function isWithin(at: number, now: number): boolean {
  return now >= at && now - at <= DOUBLE_PRESS_MS;
}
