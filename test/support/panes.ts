/** Panes on cotty's screen: a window that two terminals divide into equal columns. */

import type { Cell, OuterScreen } from './outer-screen.ts';
import type { OuterTerminal } from './outer-terminal.ts';

/** Two columns of 60 cells, and the border between them. */
export const SIZE = { cols: 121, rows: 30 };
/** Alt+Shift and Alt with arrow keys. */
export const split = { right: '\x1b[1;4C', below: '\x1b[1;4B' };
export const go = { left: '\x1b[1;3D', right: '\x1b[1;3C', up: '\x1b[1;3A', down: '\x1b[1;3B' };
export const zoom = '\x1b[23~';

/** Text of a part of the window, below the row of titles. */
function part(screen: OuterScreen, x: number, width: number): string {
  const rows = Array.from({ length: screen.rows - 3 }, (_, y) => cellsOf(screen, y + 2, x, width));
  return rows
    .map((cells) =>
      cells
        .map(({ text }) => text || ' ')
        .join('')
        .trimEnd(),
    )
    .join('\n');
}

export function cellsOf(screen: OuterScreen, y: number, x: number, width: number): readonly Cell[] {
  return screen.cells(y).slice(x, x + width);
}

export const left = (screen: OuterScreen) => part(screen, 0, 60);
export const right = (screen: OuterScreen) => part(screen, 61, 60);
export const hasPrompt = (text: string) => /\$\s*$/m.test(text.trimEnd());

/** Divides the pane in front, whose shell stands at its prompt, into two columns. */
export async function splitInTwo(window: OuterTerminal): Promise<OuterTerminal> {
  window.send(split.right);
  await window.waitFor(
    'two panes with prompts',
    (screen) => hasPrompt(left(screen)) && hasPrompt(right(screen)),
  );
  return window;
}
