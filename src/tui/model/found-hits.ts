/** What a search over all terminals has found, as a list to choose from. */

import type { FoundCommand, FoundLine } from '../../protocol/cotty/find.ts';

/** A line of an output, or the command alone where only its command line or the filter fits. */
export type FoundHit = { readonly command: FoundCommand; readonly line: FoundLine | undefined };

export function foundHits(found: readonly FoundCommand[]): readonly FoundHit[] {
  return found.flatMap((command): readonly FoundHit[] =>
    command.lines.length === 0
      ? [{ command, line: undefined }]
      : command.lines.map((line) => ({ command, line })),
  );
}
