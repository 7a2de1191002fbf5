/** Finds the end of a prompt for which the shell prints no mark. */

import { CharFinder } from '../../protocol/sequences/char-finder.ts';
import type { BetweenEvent } from './between-event.ts';

const RETURNS = new CharFinder([0x0d]);
/**
 * fish prints no mark for the end of its prompt. After drawing it, fish moves the cursor to the column where the input begins: CR
 * and `CSI n C`, once or several times. With a right prompt, it first moves to the column of that, draws it, and then moves to
 * the input. Returns the events with a `promptEnd` after that move; the same events if they have a `promptEnd` or there is no
 * move.
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

/** Returns the end of the first move to the input. */
function moveEnd(text: string): number | undefined {
  for (let at = RETURNS.find(text, 0); at < text.length; at = RETURNS.find(text, at + 1)) {
    const move = moveAt(text, at);
    if (move !== undefined) return rightPromptEnd(text, move) ?? move.end;
  }
  return undefined;
}

/** Returns the end of the move to the input that follows a right prompt; undefined if none was drawn. */
function rightPromptEnd(text: string, first: Move): number | undefined {
  const back = RETURNS.find(text, first.end);
  const again = moveAt(text, back);
  if (again?.columns !== first.columns || text.slice(first.end, back).includes('\n')) return undefined;
  return moveAt(text, again.end)?.end;
}

type Move = { readonly columns: number; readonly end: number };

/** Parses a CR and the moves to the right (`CSI n C`) after it. */
function moveAt(text: string, at: number): Move | undefined {
  if (text[at] !== '\r') return undefined;
  let columns = 0;
  let end = at + 1;
  while (text.startsWith('\x1b[', end)) {
    let final = end + 2;
    while (isDigit(text.charCodeAt(final))) final += 1;
    if (text[final] !== 'C') break;
    columns += Number(text.slice(end + 2, final) || 1);
    end = final + 1;
  }
  return columns === 0 ? undefined : { columns, end };
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
