/** The keys RAW and LOCK keep: the first press leaves at once, the same key again in time means "I meant the key itself". */

import type { Binding } from '../binding.ts';
import type { CommandId } from '../command-ids.ts';
import { IDLE } from '../conditions.ts';
import { isPassThrough, type Mode, type PassThroughMode } from '../mode.ts';
import { bindingFor, type Keymap } from './keymap.ts';

/** Long enough for a deliberate double press, short enough that switching back and forth is not mistaken for one. */
export const DOUBLE_PRESS_MS = 500;

/** The press that left RAW or LOCK a moment ago. */
export type ReservedState =
  | { readonly key: string; readonly from: PassThroughMode; readonly at: number }
  | undefined;

export type ReservedOutcome =
  /** Not a reserved key: look it up as usual, or send it on. */
  | { readonly kind: 'ordinary' }
  | { readonly kind: 'command'; readonly binding: Binding }
  /** Go back to this mode and send the key's own bytes to the program. */
  | { readonly kind: 'literal'; readonly mode: PassThroughMode };

export type KeyPress = { readonly mode: Mode; readonly key: string; readonly now: number };

/** Every key goes through here first, in every mode, since any other key ends the wait for the second press. */
export function pressReserved(
  state: ReservedState,
  press: KeyPress,
  keymap: Keymap,
): { readonly state: ReservedState; readonly outcome: ReservedOutcome } {
  const { mode, key, now } = press;
  if (state && state.key === key && isWithin(state.at, now)) {
    return { state: undefined, outcome: { kind: 'literal', mode: state.from } };
  }
  const binding = isPassThrough(mode) ? bindingFor(keymap, mode, key, IDLE) : undefined;
  if (binding === undefined || !isPassThrough(mode))
    return { state: undefined, outcome: { kind: 'ordinary' } };
  const waits = LEAVING.has(binding.command);
  return { state: waits ? { key, from: mode, at: now } : undefined, outcome: { kind: 'command', binding } };
}

/** Only what leaves the mode waits for a second press: two quick `tab.next` are two tabs. */
const LEAVING: ReadonlySet<CommandId> = new Set(['mode.run', 'mode.toggleRaw', 'mode.unlock', 'mode.browse']);

/** A clock that went backwards is no double press. */
function isWithin(at: number, now: number): boolean {
  return now >= at && now - at <= DOUBLE_PRESS_MS;
}
