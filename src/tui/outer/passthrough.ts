/** Sequences for the terminal behind a multiplexer: wrapped so that the multiplexer hands them on unread. */

/** With `allow-passthrough on`; without it tmux drops them. */
export function throughTmux(bytes: string): string {
  return `\x1bPtmux;${bytes.replaceAll('\x1b', '\x1b\x1b')}\x1b\\`;
}

/** GNU screen hands strings through in pieces of at most 768 bytes. */
export function throughScreen(bytes: string): string {
  const pieces = bytes.match(/.{1,256}/gs) ?? [];
  return pieces.map((piece) => `\x1bP${piece}\x1b\\`).join('');
}
