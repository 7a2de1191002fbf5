/** Sequences for the terminal behind a multiplexer, wrapped so that the multiplexer passes them on unread. */

/** Wraps bytes for tmux, which passes them on with `allow-passthrough on` and drops them without. */
export function throughTmux(bytes: string): string {
  return `\x1bPtmux;${bytes.replaceAll('\x1b', '\x1b\x1b')}\x1b\\`;
}

/** Wraps bytes for GNU screen, which passes strings on in pieces of at most 768 bytes. */
export function throughScreen(bytes: string): string {
  const pieces = bytes.match(/.{1,256}/gs) ?? [];
  return pieces.map((piece) => `\x1bP${piece}\x1b\\`).join('');
}
