/** What happens in a terminal while no command runs, in the order of the pty. */

export type BetweenEvent =
  | { readonly kind: 'text'; readonly text: string }
  /** Lines that were left out here: more was printed than is kept. */
  | { readonly kind: 'gap'; readonly lines: number }
  /** The shell begins to draw its prompt, and has drawn it (marks A and B). */
  | { readonly kind: 'promptStart' }
  | { readonly kind: 'promptEnd' }
  /** Somebody has typed: from here on the line editor draws what it reads. */
  | { readonly kind: 'typed' }
  | { readonly kind: 'resized'; readonly cols: number; readonly rows: number };

/** Size of a pty in cells. */
export type Size = { readonly cols: number; readonly rows: number };
