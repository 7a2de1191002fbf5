/** What happens in a terminal while no command runs, in the order of the pty. */

export type BetweenEvent =
  | { readonly kind: 'text'; readonly text: string }
  /** Lines that were left out here: more was printed than is kept. */
  | { readonly kind: 'gap'; readonly lines: number }
  /** The shell begins to draw its prompt, and has drawn it (OSC 633 A and B). */
  | { readonly kind: 'promptStart' }
  | { readonly kind: 'promptEnd' }
  /** The user has typed: from here on the line editor draws its input. */
  | { readonly kind: 'typed' }
  | { readonly kind: 'resized'; readonly cols: number; readonly rows: number };

/** Size of a pty in cells. */
export type Size = { readonly cols: number; readonly rows: number };
