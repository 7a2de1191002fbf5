/** Dense screens: from a screenful with colours of its own in each cell to the last of it on the outer terminal. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { MARKS } from './outer.mjs';
import { within } from './subjects.mjs';

/** Rows of the frame around a pane, and one for the mark. */
const FRAME = 3;
const SETTLE_MS = 700;

/** Milliseconds of each screen in turn; the first meets code that has not run before. */
export function dense(subject, size, screens) {
  return within(subject, size, async ({ outer, place }) => {
    const times = [];
    for (let turn = 1; turn <= screens; turn += 1) {
      const path = join(place.folder, `ramp-${turn}`);
      const mark = MARKS[turn % 2];
      writeFileSync(path, `${ramp(turn, size.cols, size.rows - FRAME)}${mark}`);
      const seen = outer.seen(mark);
      const from = performance.now();
      outer.write(`cat ${path}\r`);
      times.push((await seen) - from);
      await sleep(SETTLE_MS);
    }
    return times;
  });
}

function ramp(turn, cols, rows) {
  let text = '\x1b[H';
  for (let y = 0; y < rows; y += 1) {
    text += `\x1b[${y + 1};1H`;
    for (let x = 0; x < cols; x += 1) {
      const [red, green, blue] = [((x * 255) / cols) | 0, ((y * 255) / rows) | 0, (turn * 37) & 255];
      text += `\x1b[38;2;${blue};${red};${green};48;2;${red};${green};${blue}mx`;
    }
  }
  return `${text}\x1b[0m\x1b[${rows + 1};1H`;
}
