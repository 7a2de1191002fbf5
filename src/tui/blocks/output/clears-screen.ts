/** Finds out whether a command cleared the screen before it printed anything, as `clear` and `reset` do. */

import { type Csi, readCsi } from '../../../protocol/sequences/csi.ts';
import { switchOf } from '../../../protocol/sequences/screen-switch.ts';
import { sequenceEnd } from '../../../protocol/sequences/sequences.ts';

/** Limit: characters looked at. `reset` sets a tab stop every eight columns, with blanks between. */
const MAX_HEAD = 16 * 1024;

/** `bare` when nothing was printed after it. */
export type Clearing = 'bare' | 'printed';

/** Tells by the start of an output whether the command cleared the screen first; undefined when it did not. */
export function clearingOf(output: string): Clearing | undefined {
  const head = output.slice(0, MAX_HEAD);
  let cleared = false;
  let home = false;
  for (let at = 0; at < head.length; ) {
    const code = head.charCodeAt(at);
    // C1 controls, where a terminal takes them, begin sequences as well; `clear` writes none.
    if (code !== 0x1b) {
      if (code > 0x20) return cleared ? 'printed' : undefined;
      at += 1;
      continue;
    }
    const end = sequenceEnd(head, at);
    if (end === undefined) break;
    const what = effectOf(head, at, end, home);
    // A full-screen program clears its own screen.
    if (what === 'leaves') return cleared ? 'printed' : undefined;
    cleared ||= what === 'clears';
    home ||= what === 'home';
    at = end;
  }
  return cleared ? 'bare' : undefined;
}

function effectOf(
  text: string,
  start: number,
  end: number,
  home: boolean,
): 'clears' | 'home' | 'leaves' | undefined {
  if (text[start + 1] === 'c') return 'clears';
  if (text[start + 1] !== '[') return undefined;
  const csi = readCsi(text, start, end);
  if (switchOf(csi) === true) return 'leaves';
  if (isPlain(csi, 'H')) return 'home';
  if (!isPlain(csi, 'J')) return undefined;
  const [what = 0] = csi.parameters;
  return what === 2 || what === 3 || (what === 0 && home) ? 'clears' : undefined;
}

function isPlain({ prefix, intermediates, final }: Csi, letter: string): boolean {
  return prefix === '' && intermediates === '' && final === letter;
}
