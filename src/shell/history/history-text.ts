/** Reads the text of a history file: which shells have one, and the command lines in it, oldest first. */

import { bashHistory } from './bash-history.ts';
import { fishHistory } from './fish-history.ts';
import type { HistoryLine } from './history-line.ts';
import { unmetafied, zshHistory } from './zsh-history.ts';

const READERS = { bash: bashHistory, zsh: zshHistory, fish: fishHistory };

export type HistoryShell = keyof typeof READERS;

export function hasHistory(shell: string): shell is HistoryShell {
  return Object.hasOwn(READERS, shell);
}

/** Returns the command lines lazily, so that a long file can be read in slices. */
export function historyLines(shell: HistoryShell, bytes: Uint8Array): Iterable<HistoryLine> {
  const plain = shell === 'zsh' ? unmetafied(bytes) : bytes;
  // Bytes that are no UTF-8 become U+FFFD: shells keep what was typed in whatever encoding it was.
  return READERS[shell](new TextDecoder().decode(plain));
}
