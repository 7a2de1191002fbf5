/** Limit on the text in the editor. */

/**
 * UTF-16 units in the text. An insertion beyond the limit is refused as a whole (and `refused` is set in the state),
 * because half a shell command must never run. The history does not keep longer commands either.
 */
export const MAX_TEXT = 65_536;
