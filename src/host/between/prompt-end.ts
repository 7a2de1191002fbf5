/** Finds the end of a prompt for which the shell prints no mark. */

import { CharFinder } from '../../protocol/sequences/char-finder.ts';
import type { BetweenEvent } from './between-event.ts';

const RETURNS = new CharFinder([0x0d]);
/** No window has wider rows. */
const MAX_DIGITS = 5;

/**
 * fish has no mark for the end of its prompt. When it has drawn one, it goes to the column where the input begins: `CR CSI n C`.
 * Returns the events with a `promptEnd` behind the first such move; the same ones where a mark is there, or no such move.
 */
export function withPromptEnd(events: readonly BetweenEvent[]): readonly BetweenEvent[] {
  if (events.some(({ kind }) => kind === 'promptEnd')) return events;
  for (const [index, event] of events.entries()) {
    const end = event.kind === 'text' ? moveEnd(event.text) : undefined;
    if (event.kind !== 'text' || end === undefined) continue;
    return [
      ...events.slice(0, index),
      { kind: 'text', text: event.text.slice(0, end) },
      { kind: 'promptEnd' },
      { kind: 'text', text: event.text.slice(end) },
      ...events.slice(index + 1),
    ];
  }
  return events;
}

/** Returns the end of the first `CR CSI n C`. */
function moveEnd(text: string): number | undefined {
  for (let at = RETURNS.find(text, 0); at < text.length; at = RETURNS.find(text, at + 1)) {
    if (!text.startsWith('\x1b[', at + 1)) continue;
    let end = at + 3;
    while (end - at - 3 < MAX_DIGITS && isDigit(text.charCodeAt(end))) end += 1;
    if (end > at + 3 && text[end] === 'C') return end + 1;
  }
  return undefined;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
