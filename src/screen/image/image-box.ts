/**
 * The box of an image on the screen, with its name and size as text. An image takes cells of text, so that all screens of a
 * terminal have the same columns and lines, whether their outer terminal can draw images or not.
 */
import { cells } from '../cells/text-width.ts';
import type { PixelSize } from './image-size.ts';

export type ImageBox = {
  readonly name: string;
  /** Undefined if it is not known. */
  readonly pixels: PixelSize | undefined;
  readonly cols: number;
  readonly rows: number;
};

/** Default size of a cell in pixels, until the host announces one. */
export const CELL = { width: 10, height: 20 } as const;

/** Returns the rows of the box, each `cols` cells wide. */
export function boxRows({ name, pixels, cols, rows }: ImageBox): readonly string[] {
  const size = pixels === undefined ? '' : `${pixels.width}×${pixels.height}`;
  if (rows < 3 || cols < 4) {
    const first = padded(`[${[name, size].filter(Boolean).join(' ')}]`, cols);
    return [first, ...new Array<string>(rows - 1).fill(' '.repeat(cols))];
  }
  const labels = rows === 3 ? [`${name} ${size}`] : [name, size];
  const inner = Array.from({ length: rows - 2 }, (_, at) => `│${padded(` ${labels[at] ?? ''}`, cols - 2)}│`);
  const line = '─'.repeat(cols - 2);
  return [`┌${line}┐`, ...inner, `└${line}┘`];
}

/** Cuts or fills a text to a number of cells, never through a wide character. */
function padded(text: string, width: number): string {
  let fitting = '';
  let used = 0;
  for (const cell of cells(text)) {
    if (used + cell.width > width) break;
    fitting += cell.text;
    used += cell.width;
  }
  return fitting + ' '.repeat(width - used);
}
