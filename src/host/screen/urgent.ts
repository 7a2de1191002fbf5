/** Tells which output has to be parsed soon, because it changes more than the rows of the screen. */

import { firstScreenSwitch } from '../../protocol/sequences/screen-switch.ts';

/** A bell or an 8-bit ST or OSC; the start (`ESC ]`) or end (`ESC \\`) of a title; a reset. */
const URGENT: readonly string[] = ['\x07', '\x9c', '\x9d', '\x1b]', '\x1b\\', '\x1bc'];

/** Whether the output may change the title, ring the bell, switch the screen or reset the terminal. */
export function isUrgent(text: string): boolean {
  return URGENT.some((each) => text.includes(each)) || firstScreenSwitch(text) !== undefined;
}
