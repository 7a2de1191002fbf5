/**
 * Skims the output of full-screen programs: of many frames drawn over each other only the last remains visible.
 *
 * When the waiting text contains only narrow characters, colours, cursor addressing, erasing and settings of which only
 * the last value counts, and nothing in it scrolls or wraps, there is a last place for each row at which it was begun at its
 * first column and then written to its end: what came before is not seen. The text from the earliest of those places on
 * gives the same screen, if it starts there with the same pen and settings, and if rows that lost their wrapped flag before
 * lose it again.
 */
import { lastReturn } from './last-return.ts';
import { type Drawn, type Grid, type Place, readDrawn } from './read-drawn.ts';
import { penBefore } from './skim.ts';

/** Characters; leaving out fewer is not worth it. */
const MIN_SKIPPED = 1024;

/** Begin and end of synchronised output. Combined with other modes they are not skimmed. */
const BEGIN = '\x1b[?2026h';
const END = '\x1b[?2026l';

/** Returns a shorter text with the same effect; undefined when there is none, or when this is uncertain. */
export function skimDrawn(text: string, grid: Grid): string | undefined {
  // Nothing is shown between a begin and its end. Where the end has not come, what was drawn before the begin is still seen.
  const begin = text.indexOf(BEGIN, text.lastIndexOf(END));
  if (begin < 0) return skimSeen(text, grid);
  const seen = skimSeen(text.slice(0, begin), grid);
  return seen === undefined ? undefined : seen + text.slice(begin);
}

/** A text with the same effect, and where the whole of it ends. */
export type Frames = { readonly text: string; readonly end: Place };

/** Like `skimDrawn`, for a reader that goes on where the text ends; undefined when that cannot be told. */
export function skimFrames(text: string, grid: Grid): Frames | undefined {
  const begin = text.indexOf(BEGIN, text.lastIndexOf(END));
  const seen = begin < 0 ? text : text.slice(0, begin);
  const drawn = readDrawn(seen, grid);
  if (drawn === undefined) return undefined;
  const short = shortened(seen, drawn) ?? seen;
  if (begin < 0) return { text: short, end: drawn.end };
  const { x, y, at } = drawn.end;
  const rest = at < begin ? undefined : readDrawn(text.slice(begin), { ...grid, x, y })?.end;
  return rest && { text: short + text.slice(begin), end: { ...rest, at: begin + rest.at } };
}

function skimSeen(text: string, grid: Grid): string | undefined {
  if (lastReturn(text) < MIN_SKIPPED) return undefined;
  const drawn = readDrawn(text, grid);
  return drawn && shortened(text, drawn);
}

function shortened(text: string, drawn: Drawn): string | undefined {
  const start = keptFrom(drawn);
  if (start === undefined || start.at < MIN_SKIPPED) return undefined;
  const pen = penBefore(text, start.at, 'all');
  if (pen === undefined) return undefined;
  const head = `${unwrapped(drawn, start.at)}${switches(drawn, start.at)}${pen}\x1b[${start.y + 1};${start.x + 1}H`;
  return head.length < start.at ? head + text.slice(start.at) : undefined;
}

/** Returns the earliest place from which a changed row is final. */
function keptFrom({ rows }: Drawn): Place | undefined {
  let earliest: Place | undefined;
  for (const { touched, whole } of rows) {
    const place = whole ?? touched;
    if (place !== undefined && (earliest === undefined || place.at < earliest.at)) earliest = place;
  }
  return earliest;
}

/**
 * Returns sequences that clear the wrapped flag of rows. The rows are written completely from `start` on, so erasing them
 * first changes nothing else.
 */
function unwrapped({ rows, cleared }: Drawn, start: number): string {
  if (cleared !== undefined && cleared < start) return '\x1b[2J';
  return rows
    .map(({ unwrappedAt }, y) =>
      unwrappedAt !== undefined && unwrappedAt < start ? `\x1b[${y + 1}H\x1b[K` : '',
    )
    .join('');
}

/** Returns the last value of each setting before `start`. */
function switches({ switched }: Drawn, start: number): string {
  return [...switched.values()]
    .map((settings) => settings.findLast(({ at }) => at < start)?.text ?? '')
    .join('');
}
