/** Which blocks a screen clear has left in sight, whether a key or a command cleared it; the others are above, to be scrolled back to. */

import { type Csi, readCsi } from '../../protocol/sequences/csi.ts';
import { switchOf } from '../../protocol/sequences/screen-switch.ts';
import { sequenceEnd } from '../../protocol/sequences/sequences.ts';
import { ESC } from '../../protocol/sequences/states.ts';
import type { CommandPart } from '../../protocol/terminal/state.ts';
import type { Block } from './block.ts';

export type ClearedBlocks = {
  /** The blocks shown, oldest first. */
  readonly blocks: readonly Block[];
  readonly running: Block | undefined;
  /** Time (Unix ms) of the last clear by a key. */
  readonly clearedAt: number | undefined;
  /** Any object that stands for the terminal: ids are its own. */
  readonly terminal: object;
};

/** Returns the index of the first block that was not cleared off the screen; blocks before `from` do not matter. */
export function firstNotCleared(
  { blocks, running, clearedAt, terminal }: ClearedBlocks,
  from: number,
): number {
  if (running !== undefined && clearingOf(running.part, terminal) !== undefined) return blocks.length;
  for (let item = blocks.length - 1; item >= from; item--) {
    const block = blocks[item];
    if (block === undefined) continue;
    if (clearedAt !== undefined && block.timestamp < clearedAt) return item + 1;
    const clearing = clearingOf(block.part, terminal);
    // The block of `clear` itself goes with those it has cleared.
    if (clearing !== undefined) return clearing === 'bare' ? item + 1 : item;
  }
  return 0;
}

// Finds out whether a command cleared the screen before it printed anything, as `clear` and `reset` do.

/** Limit: characters looked at. `reset` sets a tab stop every eight columns, with blanks between. */
const MAX_HEAD = 16 * 1024;

/** `bare` when nothing was printed after it. */
type Clearing = 'bare' | 'printed';

type Kept = Map<string, Clearing | undefined>;

/** Limit: commands of a terminal whose answer is kept; the oldest goes. Few are on a screen, and only those are asked for. */
const MAX_KEPT = 100;
const keptOf = new WeakMap<object, Kept>();

/**
 * Tells by the start of an output whether the command cleared the screen first; undefined when it did not. Once the command
 * has printed, what follows changes nothing: the output, which grows with each frame of a flood and which a look at its
 * start would copy, is not looked at again.
 */
export function clearingOf(part: CommandPart, terminal: object): Clearing | undefined {
  const kept = keptOf.get(terminal) ?? new Map();
  keptOf.set(terminal, kept);
  const key = `${part.timestamp} ${part.commandId}`;
  if (kept.has(key)) return kept.get(key);
  const { clearing, hasPrinted } = readStart(part.output);
  if (hasPrinted) keep(kept, key, clearing);
  return clearing;
}

function keep(kept: Kept, key: string, clearing: Clearing | undefined): void {
  kept.set(key, clearing);
  if (kept.size <= MAX_KEPT) return;
  for (const oldest of kept.keys()) {
    kept.delete(oldest);
    return;
  }
}

type Start = { readonly clearing: Clearing | undefined; readonly hasPrinted: boolean };

function readStart(output: string): Start {
  const head = output.slice(0, MAX_HEAD);
  let seen: Seen = { cleared: false, home: false };
  for (let at = firstCharacter(head, 0); at < head.length; at = firstCharacter(head, at)) {
    // C1 controls, where a terminal takes them, begin sequences as well; `clear` writes none.
    const end = head.charCodeAt(at) === ESC ? (sequenceEnd(head, at) ?? head.length) : undefined;
    const what = end === undefined ? 'ends' : effectOf(head, at, end, seen.home);
    if (end === undefined || what === 'ends')
      return { clearing: seen.cleared ? 'printed' : undefined, hasPrinted: true };
    seen = { cleared: seen.cleared || what === 'clears', home: seen.home || what === 'home' };
    at = end;
  }
  return { clearing: seen.cleared ? 'bare' : undefined, hasPrinted: output.length >= MAX_HEAD };
}

type Seen = { readonly cleared: boolean; readonly home: boolean };

/** Returns the index of the next character that is neither blank nor a control character, or of the next sequence. */
function firstCharacter(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 0x20 && text.charCodeAt(at) !== ESC) at += 1;
  return at;
}

function effectOf(
  text: string,
  start: number,
  end: number,
  home: boolean,
): 'clears' | 'home' | 'ends' | undefined {
  if (text[start + 1] === 'c') return 'clears';
  if (text[start + 1] !== '[') return undefined;
  const csi = readCsi(text, start, end);
  // A full-screen program clears its own screen.
  if (switchOf(csi) === true) return 'ends';
  if (isPlain(csi, 'H')) return 'home';
  if (!isPlain(csi, 'J')) return undefined;
  const [what = 0] = csi.parameters;
  return what === 2 || what === 3 || (what === 0 && home) ? 'clears' : undefined;
}

function isPlain({ prefix, intermediates, final }: Csi, letter: string): boolean {
  return prefix === '' && intermediates === '' && final === letter;
}
