/**
 * Skims visits to the alternate screen: what a program has drawn there is gone once it has left it again.
 *
 * A visit begins with `?1049h`, which saves the cursor, and ends with `?1049l`, which restores it. If it has nothing but text,
 * cursor movements, colours and erasing, all that lasts are the saved cursor, those attributes of the pen that are not saved
 * with it, and whether the cursor is visible. So these alone take its place.
 */
import { CharFinder, codes } from '../../protocol/sequences/char-finder.ts';
import { type Csi, readCsi } from '../../protocol/sequences/csi.ts';
import { switchOf } from '../../protocol/sequences/screen-switch.ts';
import { nextSequence, sequenceEnd } from '../../protocol/sequences/sequences.ts';
import { penSequence } from './lines.ts';
import { penBefore } from './skim.ts';

const ENTER = '\x1b[?1049h';
const LEAVE = '\x1b[?1049l';
const CSI = '\x1b[';
const SAVE = '\x1b7';
const RESTORE = '\x1b8';

/** Final letters of what moves the cursor, erases, inserts, deletes, repeats, scrolls, and sets the part that scrolls. */
const DRAWING: ReadonlySet<string> = new Set('@ABCDEFGHIJKLMPSTXZ`abdefr');
/** Index, next line and reverse index, which have no parameters. */
const MOVING: ReadonlySet<string> = new Set(['\x1bD', '\x1bE', '\x1bM']);
/** Visibility and blinking of the cursor. */
const LASTING: readonly number[] = [12, 25];
/** Controls that do more than to move the cursor: the bell and the character sets among them. */
const EFFECTIVE = new CharFinder([...codes(0x00, 0x07), ...codes(0x0e, 0x1f), ...codes(0x7f, 0x9f)]);

/**
 * Returns a shorter text with the same effect, if there is one. `isNormal`: it begins on the normal screen, outside of any
 * sequence; otherwise nothing is left out before the alternate screen is left.
 */
export function skimVisits(text: string, isNormal: boolean): string | undefined {
  let short = '';
  let copied = 0;
  let from = isNormal ? 0 : afterLeaving(text);
  if (!text.includes(ENTER, from)) return undefined;
  for (let at = nextSequence(text, from); at < text.length; at = nextSequence(text, from)) {
    const end = sequenceEnd(text, at);
    if (end === undefined) break;
    from = end;
    if (switchOf(readCsi(text, at, end)) !== true) continue;
    const visit = text.slice(at, end) === ENTER ? visitFrom(text, end) : undefined;
    // On the alternate screen a further one is another matter.
    if (visit === undefined) break;
    short += text.slice(copied, at) + visit.remains;
    copied = visit.end;
    from = copied;
  }
  short += text.slice(copied);
  return short.length < text.length ? short : undefined;
}

function afterLeaving(text: string): number {
  const at = text.indexOf(LEAVE);
  return at < 0 ? text.length : at + LEAVE.length;
}

/** What remains of a visit behind its begin, and where it ends; undefined when it has not ended, or does more than draw. */
function visitFrom(
  text: string,
  start: number,
): { readonly remains: string; readonly end: number } | undefined {
  const settings = new Map<number, string>();
  for (let from = start; ; ) {
    const at = nextSequence(text, from);
    const end = sequenceEnd(text, at);
    if (end === undefined || EFFECTIVE.find(text, from, at) < at) return undefined;
    const raw = text.slice(at, end);
    if (raw === LEAVE) {
      const pen = penBefore(text.slice(start, at), at - start, 'all');
      return pen === undefined ? undefined : { remains: remains(pen, settings), end };
    }
    const effect = effectOf(raw);
    if (effect === undefined) return undefined;
    if (typeof effect === 'number') settings.set(effect, raw);
    from = end;
  }
}

function remains(pen: string, settings: ReadonlyMap<number, string>): string {
  return SAVE + pen + [...settings.values()].join('') + RESTORE;
}

/** Whether a sequence only draws, or the number of the setting that it changes; undefined for everything else. */
function effectOf(raw: string): 'draws' | number | undefined {
  if (MOVING.has(raw)) return 'draws';
  if (!raw.startsWith(CSI)) return undefined;
  const csi = readCsi(raw, 0, raw.length);
  if (penSequence(raw, 0) === raw && csi.final === 'm') return 'draws';
  return isDrawing(csi) ? 'draws' : settingOf(csi);
}

function isDrawing({ prefix, intermediates, final }: Csi): boolean {
  return prefix === '' && intermediates === '' && DRAWING.has(final);
}

function settingOf({ prefix, parameters, intermediates, final }: Csi): number | undefined {
  const [mode = 0, ...more] = parameters;
  const isSetting = prefix === '?' && intermediates === '' && (final === 'h' || final === 'l');
  return isSetting && more.length === 0 && LASTING.includes(mode) ? mode : undefined;
}
