/** The masters that a host is given at its start: which terminal each descriptor belongs to. */

import type { TerminalFacts } from '../../ledger/files/meta-file.ts';

/** A terminal and the descriptor of its master. */
export type Held = {
  readonly uri: string;
  readonly fd: number;
  /** What is recorded of the terminal, as far as it is known. */
  readonly facts?: TerminalFacts | undefined;
};

/** The first descriptor that a keeper hands on; those before are its own. */
export const FIRST = 4;
const FLAG = '--adopt';
/** Says that a host without terminals has left: the next one is started by its keeper all the same. */
const NONE = '-';

/** Returns the arguments that tell a host what it is given. */
export function handedArgs(held: readonly Held[]): readonly string[] {
  return [FLAG, held.length === 0 ? NONE : held.map(({ uri }) => encodeURIComponent(uri)).join(',')];
}

/** Returns what the value of that argument says; undefined when no keeper has started this host. */
export function handed(value: string | undefined): readonly Held[] | undefined {
  if (value === undefined || value === '') return undefined;
  if (value === NONE) return [];
  return value.split(',').map((uri, index) => ({ uri: decodeURIComponent(uri), fd: FIRST + index }));
}
