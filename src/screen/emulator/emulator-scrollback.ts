/** Moves lines into the scrollback of an emulator, from another one that has them. */

import type { Core } from '../core/emulator-core.ts';

/** Lines moved by one call: as arguments of one, a hundred thousand would overflow the stack. */
const AT_ONCE = 10_000;

/**
 * Puts the first `end` lines of the normal buffer of `older` above that of `core`, as many of the last ones as fit. They are
 * moved, so `older` must not be used any more. They lose their hyperlinks, whose numbers belong to `older`.
 */
export function putAbove(core: Core, older: Core, end: number): void {
  const { normal } = core.buffers;
  const room = normal.lines.maxLength - normal.lines.length;
  const first = Math.max(0, end - room);
  const lines = Array.from({ length: end - first }, (_, at) =>
    older.buffers.normal.lines.get(first + at),
  ).filter((line) => line !== undefined);
  for (const { _extendedAttrs } of lines) {
    for (const attributes of Object.values(_extendedAttrs))
      if (attributes !== undefined) attributes.urlId = 0;
  }
  for (let to = lines.length; to > 0; to -= AT_ONCE) {
    normal.lines.splice(0, 0, ...lines.slice(Math.max(0, to - AT_ONCE), to));
  }
  normal.ybase += lines.length;
  normal.ydisp += lines.length;
  normal.savedY += lines.length;
}
