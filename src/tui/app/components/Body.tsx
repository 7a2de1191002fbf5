/** The lines of the body that are chrome; terminal rows are holes, painted later. */

import { Box } from 'ink';
import type { Theme } from '../../theme/theme.ts';
import type { Piece } from '../bar-view.ts';
import { Pieces } from './Pieces.tsx';

/** A line of the body; undefined is a hole. */
export type DrawnLine = readonly Piece[] | undefined;

export function Body({ lines, theme }: { readonly lines: readonly DrawnLine[]; readonly theme: Theme }) {
  return (
    <Box flexDirection="column" height={lines.length} flexShrink={0}>
      {runs(lines).map(({ from, line, height }) => (
        <Box key={from} height={height} flexShrink={0}>
          {line === undefined ? undefined : <Pieces pieces={line} theme={theme} />}
        </Box>
      ))}
    </Box>
  );
}

type Run = { readonly from: number; readonly line: DrawnLine; readonly height: number };

/** Neighbouring holes are one box: what Ink need not lay out costs nothing. */
function runs(lines: readonly DrawnLine[]): readonly Run[] {
  const found: Run[] = [];
  for (const [from, line] of lines.entries()) {
    const last = found.at(-1);
    if (line === undefined && last !== undefined && last.line === undefined) {
      found[found.length - 1] = { ...last, height: last.height + 1 };
    } else found.push({ from, line, height: 1 });
  }
  return found;
}
