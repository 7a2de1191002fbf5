/**
 * How often each of four panes in a grid is painted with something new, told from what the outer terminal has read.
 *
 * While it is measured nothing is parsed. Afterwards the bytes are given to an emulator in the order and at the times of
 * their coming, and the screen is looked at 120 times a second, twice as often as a display shows it. In each pane a
 * program prints rising numbers, one a row; the newest of a look is the last row that follows the row above it, so that
 * a number of which half has come is none. Looks that find a number which the look before did not find are frames.
 */

import headless from '@xterm/headless';

const LOOKS_PER_SECOND = 120;

/** For each pane how many frames and how many lines there were a second, and the longest time in ms without a frame. */
export async function paintedNumbers(pieces, { cols, rows }, { from, until }) {
  const terminal = new headless.Terminal({ cols, rows, scrollback: 0, allowProposedApi: true });
  const panes = quarters({ cols, rows }).map((area) => ({ area, frames: 0, longestMs: 0, lastAt: from }));
  let at = 0;
  const step = 1000 / LOOKS_PER_SECOND;
  for (let time = from; time <= until; time += step) {
    while (at < pieces.length && pieces[at].at <= time) {
      await new Promise((resolve) => terminal.write(pieces[at].bytes, resolve));
      at += 1;
    }
    for (const pane of panes) look(terminal.buffer.active, pane, time);
  }
  terminal.dispose();
  const seconds = (until - from) / 1000;
  return panes.map(({ frames, longestMs, lastAt, first, newest }) => {
    if (newest === undefined) throw new Error('one of four panes showed no rising numbers');
    return {
      framesPerSecond: frames / seconds,
      linesPerSecond: (newest - first) / seconds,
      longestMs: Math.max(longestMs, until - lastAt),
    };
  });
}

function look(buffer, pane, time) {
  const number = newestNumber(buffer, pane.area);
  if (number === undefined || number === pane.newest) return;
  pane.first ??= number;
  pane.newest = number;
  pane.frames += 1;
  pane.longestMs = Math.max(pane.longestMs, time - pane.lastAt);
  pane.lastAt = time;
}

function newestNumber(buffer, { left, right, top, bottom }) {
  let below;
  for (let y = bottom - 1; y >= top; y -= 1) {
    const text = buffer
      .getLine(buffer.baseY + y)
      .translateToString(true, left, right)
      .trim();
    const number = /^\d+$/.test(text) ? Number(text) : undefined;
    if (number !== undefined && below === number + 1) return below;
    below = number;
  }
  return undefined;
}

/** The borders are somewhere about the middle; what they take away from a pane counts for nothing here. */
function quarters({ cols, rows }) {
  const [x, y] = [Math.floor(cols / 2), Math.floor(rows / 2)];
  const spans = [
    [
      { left: 0, right: x - 1 },
      { left: x + 1, right: cols },
    ],
    [
      { top: 0, bottom: y - 1 },
      { top: y + 1, bottom: rows },
    ],
  ];
  return spans[0].flatMap((across) => spans[1].map((down) => ({ ...across, ...down })));
}
