/** Everything of an emulator one can see, as a value two of which can be compared. */

import { sgr } from '../../src/screen/cells/style.ts';
import type { Emulator } from '../../src/screen/emulator/emulator.ts';

export type Look = {
  readonly lines: readonly string[];
  readonly base: number;
  readonly cursor: Emulator['cursor'];
  readonly alternate: boolean;
  readonly modes: Emulator['modes'];
  readonly title: string;
  /** By index or OSC number. */
  readonly colors: readonly (readonly [number, number])[];
};

/** `from`: lines above it are left out. A line tells its wrapping, and style and link where they change. */
export function look(emulator: Emulator, from = 0): Look {
  const lines: string[] = [];
  for (let line = from; line < emulator.length; line++) lines.push(lineLook(emulator, line));
  const { base, cursor, alternate, modes } = emulator;
  const { title, colors } = emulator.reports;
  const { indexed = [], dynamic = [] } = colors.current ?? {};
  return {
    lines,
    base: base - from,
    cursor,
    alternate,
    modes,
    title,
    colors: [...indexed, ...dynamic].sort(([a], [b]) => a - b),
  };
}

function lineLook(emulator: Emulator, line: number): string {
  const row = emulator.row(line);
  let text = row.wrapped ? '+' : '-';
  let before = '';
  row.chars.forEach((char, x) => {
    const style = sgr(row.styles[x] ?? 0).slice(1) + (emulator.link(line, x) ?? '');
    if (style !== before) text += `{${style}}`;
    before = style;
    text += char === '' ? '>' : char;
  });
  return text;
}
