/** Stretches of a log that are nothing but lines: what of them still makes the screen, without a copy of all of it. */

import { resetsPen } from '../../screen/skim/lines.ts';
import { type Keep, penBefore, skimLines } from '../../screen/skim/skim.ts';
import type { TextLog } from './text-log.ts';

/** UTF-16 units in which the last screenful is looked for first: most often it is there. */
const SCREENFUL = 16 * 1024;
/** UTF-16 units in which the last reset of the pen is looked for first. */
const PEN = 4 * 1024;
/** Longest line, in UTF-16 units, whose end is looked for. */
const LINE = 64 * 1024;

/** A stretch of lines, and the sequences that set the pen where it begins. */
export type Stretch = { readonly from: number; readonly to: number; readonly pen: string };

/** Returns text that draws the last screenful on any screen of the stretch; undefined while it is too short. */
export function lastScreenful(log: TextLog, { from, to, pen }: Stretch, keep: Keep): string | undefined {
  for (let wanted = SCREENFUL; ; wanted *= 4) {
    const start = Math.max(from, to - wanted);
    const samePen = log.isPlain(from, start);
    const short = skimLines((samePen ? pen : '') + log.read(start, to), { ...keep, scrollback: 0 });
    // The pen does not depend on what came before when the text sets all of it.
    if (short !== undefined && (samePen || resetsPen(short.slice(1)))) return short;
    if (start === from) return undefined;
  }
}

/**
 * Returns the newest lines of a stretch, at most `most` UTF-16 units. Undefined if no line begins there, if less than a screenful
 * would be left, or if its pen cannot be determined.
 */
export function newestLines(log: TextLog, stretch: Stretch, most: number, keep: Keep): Stretch | undefined {
  const { from, to } = stretch;
  const earliest = Math.max(from, to - most);
  const feed = log.read(earliest, Math.min(to, earliest + LINE)).indexOf('\r\n');
  const start = earliest + feed + 2;
  if (feed < 0 || !hasScreenful(log, start, to, keep)) return undefined;
  const pen = penAt(log, stretch, start);
  return pen === undefined ? undefined : { from: start, to, pen };
}

function hasScreenful(log: TextLog, from: number, to: number, keep: Keep): boolean {
  for (let wanted = SCREENFUL; ; wanted *= 4) {
    const start = Math.max(from, to - wanted);
    if (skimLines(log.read(start, to), { ...keep, scrollback: 0 }) !== undefined) return true;
    if (start === from) return false;
  }
}

/** Returns the sequences that set the pen at the start of a line; undefined when there are too many. */
function penAt(log: TextLog, { from, pen }: Stretch, at: number): string | undefined {
  if (log.isPlain(from, at)) return pen;
  for (let wanted = PEN; ; wanted *= 4) {
    const start = Math.max(from, at - wanted);
    const text = start === from ? pen + log.read(from, at) : log.read(start, at);
    const found = penBefore(text, text.length);
    if (start === from || (found !== undefined && resetsPen(found))) return found;
  }
}
