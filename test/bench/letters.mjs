/** Keys that are typed, and letters that nothing else prints: one of them on the wire is one on the screen. */

/** They end no escape sequence. */
export const KEYS = 'vwxyz';

/** One for each of the keys. */
export const ANSWERS = 'ЖФЦЩЮ';
