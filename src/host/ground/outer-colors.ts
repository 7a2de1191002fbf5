/** The colours of an outer terminal, which programs ask for with OSC 10, 11 and 12. */

/** Colours of the holder's outer terminal, as `rgb:rrrr/gggg/bbbb` or `#rrggbb`. */
export type Colors = { readonly foreground?: string; readonly background?: string; readonly cursor?: string };
