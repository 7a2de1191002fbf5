/** Traces of full-screen programs (alternate screen) in an output. */

const SWITCH = /\x1b\[\?(?:[\d;]*;)?(?:1049|1047|47)(?:;[\d;]*)?([hl])/;

/** A program had the whole screen while this was printed. */
export function usedFullScreen(output: string): boolean {
  return SWITCH.test(output);
}

/**
 * What to write first so that the output starts on the screen it was printed to: when its head was cut away inside a
 * full-screen program, the first switch found is the one back, and what comes before it is that program's drawing.
 */
export function screenBefore(output: string): string {
  return SWITCH.exec(output)?.[1] === 'l' ? '\x1b[?1049h' : '';
}

export const LEAVE_FULL_SCREEN = '\x1b[?1049l';
