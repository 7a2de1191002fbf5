/**
 * Chords: two keys, one after the other, that run a command together. The first key waits for the second; when the second
 * is none that follows it, or none comes in time, the first is the key that it is without chords, and nothing is lost.
 *
 * Three things wait in the same way. The first key of a chord waits for `chordTime`. The prefix of the tmux preset waits
 * without limit, as in tmux: pressed twice it is sent, and a key that nothing is bound to is told and dropped. A key that has
 * left RAW or LOCK has acted at once, but pressed again within half a second it goes to the program after all.
 */

import type { CommandId } from '../../../client/commands/commands.ts';
import { IDLE, type InputContext } from '../../../client/commands/conditions.ts';
import { isPassThrough, type KeyTable, type PassThroughMode } from '../../../client/commands/key-table.ts';
import { type Binding, bindingFor, chordsOf, type Keymap, keyId } from '../../../client/commands/keymap.ts';
import type { KeyToken } from '../../input/token.ts';

/** Longest time between two presses of a key that leaves a mode: enough for a deliberate double press, too short for switching back and forth. */
export const DOUBLE_PRESS_MS = 500;

/** Time after a command behind the prefix in which a key that repeats needs no prefix again, as in tmux. */
export const REPEAT_MS = 500;

/** The key tables of the modes. */
type ModeTable = Exclude<KeyTable, 'page' | 'history' | 'dialog'>;

/** A key after which another one may have a meaning of its own. */
export type Waiting = {
  readonly key: KeyToken;
  /** The terminal that was in front, and the mode that it was in. */
  readonly uri: string | undefined;
  readonly from: ModeTable;
  /** When the key was pressed, and when waiting ends (Unix ms); a prefix waits without end. */
  readonly at: number;
  readonly until: number | undefined;
  /** What the key has done so far: nothing, left its mode, or run a command with the key behind it. */
  readonly did: 'nothing' | 'left' | 'command';
};

export type KeyPress = {
  readonly table: ModeTable;
  readonly key: KeyToken;
  readonly uri: string | undefined;
  /** Unix time in milliseconds. */
  readonly now: number;
  /** Longest time between two keys of a chord (ms). */
  readonly chordTime: number;
  readonly input?: InputContext;
  /** A running program takes the keys of the line in RUN: chords that only edit do not begin. */
  readonly passes?: boolean;
  /** The key begins no chord: it has waited for one already. */
  readonly alone?: boolean;
};

export type PressOutcome =
  /** The key has no part in a chord: look it up alone, or send it to the program. */
  | { readonly kind: 'ordinary' }
  | { readonly kind: 'waits' }
  | { readonly kind: 'command'; readonly binding: Binding }
  /** Pressed twice: the key itself goes to the program, after a return to `mode` if the first press has left it. */
  | { readonly kind: 'literal'; readonly mode: PassThroughMode | undefined }
  /** The first key is to act alone; then this key is pressed anew. */
  | { readonly kind: 'released'; readonly first: KeyToken }
  /** Nothing is bound to this key behind the prefix. */
  | { readonly kind: 'unbound' };

export type Pressed = { readonly waiting: Waiting | undefined; readonly outcome: PressOutcome };

/** Decides what a key is in a mode of the window. In RAW and LOCK every bound key is kept from the program. */
export function press(waiting: Waiting | undefined, pressed: KeyPress, keymap: Keymap): Pressed {
  return (waiting && followUp(waiting, pressed, keymap)) ?? first(pressed, keymap);
}

/** Returns what a key means after the one that waits; undefined where it means nothing more than without it. */
function followUp(waiting: Waiting, pressed: KeyPress, keymap: Keymap): Pressed | undefined {
  const { key, table, now, input = IDLE } = pressed;
  const isPrefix = keymap.prefix === waiting.key.name;
  // What was in front is gone: the key that waits was meant for nothing else.
  if (waiting.uri !== pressed.uri && !isPrefix) return undefined;
  const isLate = now < waiting.at || (waiting.until !== undefined && now > waiting.until);
  const isAgain = waiting.key.name === key.name;
  if (waiting.did === 'left') {
    if (isLate || !isAgain || !isPassThrough(waiting.from)) return undefined;
    return done({ kind: 'literal', mode: waiting.from });
  }
  const both = `${waiting.key.name} ${key.name}`;
  const binding = isLate ? undefined : bindingFor(keymap, table, both, input);
  const repeats = binding !== undefined && isPrefix && REPEATING.has(binding.command);
  if (repeats) return repeating(waiting, binding, now);
  if (waiting.did === 'command') return undefined;
  if (binding !== undefined) return done({ kind: 'command', binding });
  if (!isPrefix) return done({ kind: 'released', first: waiting.key });
  return done(isAgain ? { kind: 'literal', mode: undefined } : { kind: 'unbound' });
}

function first(
  { key, table, uri, now, chordTime, input = IDLE, passes, alone }: KeyPress,
  keymap: Keymap,
): Pressed {
  const chords = alone ? [] : chordsOf(keymap, table, key.name, input);
  const begins = chords.filter(({ command }) => !(passes && isTyping(command)));
  const binding = bindingFor(keymap, table, key.name, input);
  if (begins[0] !== undefined && !isException(keymap, binding, begins[0])) {
    const until = keymap.prefix === key.name ? undefined : now + chordTime;
    return { waiting: { key, uri, from: table, at: now, until, did: 'nothing' }, outcome: { kind: 'waits' } };
  }
  if (binding === undefined || !isPassThrough(table)) return done({ kind: 'ordinary' });
  const left: Waiting = { key, uri, from: table, at: now, until: now + DOUBLE_PRESS_MS, did: 'left' };
  return { waiting: LEAVING.has(binding.command) ? left : undefined, outcome: { kind: 'command', binding } };
}

/** Whether a binding of the first key alone goes before the chord: one with a condition that holds, and that stands before it. */
function isException(keymap: Keymap, alone: Binding | undefined, chord: Binding): boolean {
  if (alone?.when === undefined) return false;
  return keymap.bindings.indexOf(alone) < keymap.bindings.indexOf(chord);
}

function done(outcome: PressOutcome): Pressed {
  return { waiting: undefined, outcome };
}

function repeating(waiting: Waiting, binding: Binding, now: number): Pressed {
  const next: Waiting = { ...waiting, at: now, until: now + REPEAT_MS, did: 'command' };
  return { waiting: next, outcome: { kind: 'command', binding } };
}

/** Whether a command types or edits: a program that runs takes such keys before the line of RUN does. */
export function isTyping(command: CommandId): boolean {
  return /^(input|edit)\./.test(command);
}

/** Commands that leave the mode. Only these wait for a second press: two quick `tab.next` move two tabs. */
const LEAVING: ReadonlySet<CommandId> = new Set(['mode.run', 'mode.toggleRaw', 'mode.unlock', 'mode.browse']);

/** Commands whose key behind the prefix may be pressed again without it: those that tmux binds with `-r`. */
const REPEATING: ReadonlySet<CommandId> = new Set([
  ...(['pane.left', 'pane.right', 'pane.up', 'pane.down'] as const),
  ...(['pane.wider', 'pane.narrower', 'pane.taller', 'pane.shorter'] as const),
  ...(['pane.resizeLeft', 'pane.resizeRight', 'pane.resizeUp', 'pane.resizeDown'] as const),
]);

/** Returns when a key that waits is to act alone (Unix ms); undefined where it waits without limit, or has acted. */
export function releasedAt(waiting: Waiting | undefined): number | undefined {
  return waiting?.did === 'nothing' ? waiting.until : undefined;
}

/** Returns the bindings that can follow the key that waits, in the order of the keymap, each key once. */
export function followers(
  { key, did }: Waiting,
  keymap: Keymap,
  table: KeyTable,
  input: InputContext,
): readonly Binding[] {
  if (did !== 'nothing') return [];
  const found = new Map<string, Binding>();
  for (const binding of chordsOf(keymap, table, key.name, input))
    if (!found.has(keyId(binding))) found.set(keyId(binding), binding);
  return [...found.values()];
}
