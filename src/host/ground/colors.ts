/** The colours of an outer terminal, as programs ask for them. */

/** As `rgb:rrrr/gggg/bbbb` or `#rrggbb`: those of the holder's outer terminal. */
export type Colors = { readonly foreground?: string; readonly background?: string; readonly cursor?: string };
