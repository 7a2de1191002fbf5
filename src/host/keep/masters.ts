/** The masters that a host is given at its start: which terminal each descriptor belongs to. */

/** A terminal and the descriptor of its master. */
export type Held = { readonly uri: string; readonly fd: number };

/** The first descriptor that a keeper hands on; those before are its own. */
export const FIRST = 4;
const FLAG = '--adopt';

/** Returns the arguments that tell a host what it is given. */
export function handedArgs(held: readonly Held[]): readonly string[] {
  return held.length === 0 ? [] : [FLAG, held.map(({ uri }) => encodeURIComponent(uri)).join(',')];
}

/** Returns what the value of that argument says. */
export function handed(value: string): readonly Held[] {
  if (value === '') return [];
  return value.split(',').map((uri, index) => ({ uri: decodeURIComponent(uri), fd: FIRST + index }));
}
