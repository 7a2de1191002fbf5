/**
 * Profile of a client's outer terminal, as programs query it: colours (OSC 10, 11, 12), cell size (CSI 14 t, 16 t) and abilities.
 */

export type OuterProfile = {
  /** Colours as `rgb:rrrr/gggg/bbbb` or `#rrggbb`. */
  readonly foreground?: string;
  readonly background?: string;
  readonly cursor?: string;
  /** Pixels of a cell. */
  readonly cell?: { readonly width: number; readonly height: number };
  /** Whether it draws a grapheme cluster in the cells of one character (mode 2027). */
  readonly clusters?: boolean;
  /** Whether it shows images. */
  readonly pictures?: boolean;
  /** Whether to set up shell integration in inner shells, if the window has a configuration of its own. */
  readonly nestedShells?: boolean;
};
