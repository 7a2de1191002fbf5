/**
 * The size of a cell in pixels, as the host announces it to all screens of a terminal: in the form of a terminal's report (CSI 6
 * t).
 */

export type Cell = { readonly width: number; readonly height: number };

const CELL_SIZE = 6;
/** Limit: pixels. */
const MOST = 1000;

export function cellSequence({ width, height }: Cell): string {
  return `\x1b[${CELL_SIZE};${height};${width}t`;
}

/** Reads the parameters of `CSI t`; undefined when they do not say the size of a cell. */
export function cellOf(params: Int32Array, length: number): Cell | undefined {
  const [what, height = 0, width = 0] = params;
  const isSize =
    what === CELL_SIZE && length === 3 && Math.min(width, height) > 0 && Math.max(width, height) <= MOST;
  return isSize ? { width, height } : undefined;
}
