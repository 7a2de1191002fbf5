/** How much text the editor takes. */

/**
 * UTF-16 units in the text. An insertion that would go beyond is refused whole (the state's `refused` says so): half a
 * command must never be run. Longer commands are not kept in the history either.
 */
export const MAX_TEXT = 65_536;
