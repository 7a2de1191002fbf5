/** Tells which output has to be parsed soon, because it changes more than the rows of the screen. */

import { firstScreenSwitch } from '../../protocol/sequences/screen-switch.ts';

/** A bell or an 8-bit ST or OSC; the start (`ESC ]`) or end (`ESC \\`) of a title; a reset. */
const URGENT: readonly string[] = ['\x07', '\x9c', '\x9d', '\x1b]', '\x1b\\', '\x1bc'];

/** Whether the output may change the title, ring the bell, switch the screen or reset the terminal. */
function isUrgent(text: string): boolean {
  return URGENT.some((each) => text.includes(each)) || firstScreenSwitch(text) !== undefined;
}

/** UTF-16 units kept of the last output, to find an urgent sequence that was cut by a read. */
export const URGENT_LENGTH = 32;

/** Finds urgent output also where it was cut by a read. */
export class UrgentWatch {
  /** The last characters of the output, because an urgent sequence may begin in them. */
  #last = '';

  /** Must be called with each text; with `onlyLines`, when it is known that nothing in it is urgent. */
  takes(text: string, onlyLines: boolean): boolean {
    const urgent = !onlyLines && isUrgent(this.#last + text);
    // Long texts are not joined with the last characters: that would copy every chunk of a burst.
    this.#last =
      text.length < URGENT_LENGTH ? (this.#last + text).slice(-URGENT_LENGTH) : text.slice(-URGENT_LENGTH);
    return urgent;
  }
}
