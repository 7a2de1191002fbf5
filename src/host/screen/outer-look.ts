/** Appearance of an outer terminal, which programs ask for: its colours by OSC 10, 11 and 12, its cell size by CSI 14 t and 16 t. */

export type OuterLook = {
  /** Colours as `rgb:rrrr/gggg/bbbb` or `#rrggbb`. */
  readonly foreground?: string;
  readonly background?: string;
  readonly cursor?: string;
  /** Pixels of a cell. */
  readonly cell?: { readonly width: number; readonly height: number };
  /** Whether it draws code points that make one character in the cells of one. */
  readonly clusters?: boolean;
  /** Whether it shows pictures. */
  readonly pictures?: boolean;
  /** Whether shells that are entered there are given marks, where its window has a configuration of its own. */
  readonly nestedShells?: boolean;
};
