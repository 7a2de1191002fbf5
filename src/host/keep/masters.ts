/** The masters that a host inherits from an fd holder at its start, and the argument that says which terminal each belongs to. */

import type { TerminalFacts } from '../../ledger/files/meta-file.ts';

/** A terminal and the descriptor of its master. */
export type Held = {
  readonly uri: string;
  readonly fd: number;
  /** The description of the terminal, if it is known. */
  readonly facts?: TerminalFacts | undefined;
};

/** The first descriptor that a host inherits; the fd holder needs those before. */
export const FIRST = 4;
const FLAG = '--adopt';
/** The value of the argument for a host that has no terminals and is restarted. */
const NONE = '-';

/** Returns the arguments that list the inherited masters. */
export function inheritArgs(held: readonly Held[]): readonly string[] {
  return [FLAG, held.length === 0 ? NONE : held.map(({ uri }) => encodeURIComponent(uri)).join(',')];
}

/** Parses the value of that argument. Undefined if no fd holder has started this host. */
export function inherited(value: string | undefined): readonly Held[] | undefined {
  if (value === undefined || value === '') return undefined;
  if (value === NONE) return [];
  return value.split(',').map((uri, index) => ({ uri: decodeURIComponent(uri), fd: FIRST + index }));
}
