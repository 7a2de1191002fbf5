/**
 * Skimming what full-screen programs draw — of many frames over each other only the last can still be seen.
 *
 * When the waiting text is nothing but narrow characters, colours, cursor addressing, erasing and switches of which only
 * the last setting counts, and nothing in it scrolls or wraps, each row shows what it was given since it was last written
 * from its first column to its end. The text from the earliest of those places gives the same screen, provided it starts
 * there with the right pen and switches, and provided rows that lost the mark of a wrapped line on the way lose it still.
 */
import { type Drawn, type Grid, readDrawn } from './read-drawn.ts';
import { penBefore } from './skim.ts';

/** What is left out must be worth the search for it. */
const LEAST_SKIPPED = 1024;

/** A shorter text with the same effect; nothing where there is none, or where that cannot be told. */
export function skimDrawn(text: string, grid: Grid): string | undefined {
  const drawn = readDrawn(text, grid);
  if (drawn === undefined) return undefined;
  const start = keptFrom(drawn);
  if (start === undefined || start.at < LEAST_SKIPPED) return undefined;
  const pen = penBefore(text, start.at, 'all');
  if (pen === undefined) return undefined;
  const head = `${unwrapped(drawn, start.at)}${switches(drawn, start.at)}${pen}\x1b[${start.y + 1};${start.x + 1}H`;
  return head.length < start.at ? head + text.slice(start.at) : undefined;
}

/** The earliest place from which a row that was touched is written as it stays. */
function keptFrom({
  rows,
}: Drawn): { readonly at: number; readonly x: number; readonly y: number } | undefined {
  let earliest: { readonly at: number; readonly x: number; readonly y: number } | undefined;
  for (const { touched, whole } of rows) {
    const place = whole ?? touched;
    if (place !== undefined && (earliest === undefined || place.at < earliest.at)) earliest = place;
  }
  return earliest;
}

/** All of these rows are written whole from `start` on: to erase them first changes nothing else. */
function unwrapped({ rows, cleared }: Drawn, start: number): string {
  if (cleared !== undefined && cleared < start) return '\x1b[2J';
  return rows
    .map(({ unwrappedAt }, y) =>
      unwrappedAt !== undefined && unwrappedAt < start ? `\x1b[${y + 1}H\x1b[K` : '',
    )
    .join('');
}

function switches({ switched }: Drawn, start: number): string {
  return [...switched.values()]
    .map((settings) => settings.findLast(({ at }) => at < start)?.text ?? '')
    .join('');
}
