/** Finished outputs as lines of styled text, read by the emulator. */

import { clusterSequence } from '../cells/cluster-mode.ts';
import type { StyledLine } from '../cells/styled-line.ts';
import { withoutMissingNewlineMark } from './missing-newline.ts';
import { OutputRenderer } from './output-renderer.ts';
import { isRowLocal, withCarriageReturns } from './row-local.ts';
import { styledLineOf } from './styled-row.ts';

/** Returns the lines that an output has left on a screen of this width. */
export function styledOutput(output: string, cols: number): readonly StyledLine[] {
  const renderer = new OutputRenderer(() => clusterSequence(true));
  try {
    const whole = withoutMissingNewlineMark(output);
    // Lines of a record, and of a program that has switched ONLCR off, end with a line feed alone.
    const isBare = isRowLocal(whole) || !whole.includes('\r\n');
    const { lines } = renderer.render(isBare ? withCarriageReturns(whole) : whole, cols);
    return lines.map(styledLineOf);
  } finally {
    renderer.close();
  }
}
