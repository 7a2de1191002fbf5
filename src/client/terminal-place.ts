/** The fragment of the page's address by which a terminal, or one of its blocks, is linked. */

/** The terminals of a cotty host; others are named by their whole URI. */
export const TERMINAL_PREFIX = 'ahp-terminal:/';

/** `block` is the number of a command in its terminal. */
export function terminalPlace(uri: string, block?: number): string {
  const terminal = `#/term/${placeId(uri)}`;
  return block === undefined ? terminal : `${terminal}/block/${block}`;
}

export function placeId(uri: string): string {
  return encodeURIComponent(uri.startsWith(TERMINAL_PREFIX) ? uri.slice(TERMINAL_PREFIX.length) : uri);
}
