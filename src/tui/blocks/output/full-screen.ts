/** Finds out whether full-screen programs (alternate screen) took part in an output. */

import { firstScreenSwitch } from '../../../protocol/sequences/screen-switch.ts';

/** Whether the output switches to or from the alternate screen. */
export function usedFullScreen(output: string): boolean {
  return firstScreenSwitch(output) !== undefined;
}

/**
 * Returns the sequence to write before the output, so that it starts on the screen it was printed to. If the start
 * of the output was cut off inside a full-screen program, its first switch leaves the alternate screen, and the
 * text before that switch is the program's drawing.
 */
export function startScreenSequence(output: string): string {
  return firstScreenSwitch(output)?.on === false ? '\x1b[?1049h' : '';
}

export const LEAVE_FULL_SCREEN = '\x1b[?1049l';
