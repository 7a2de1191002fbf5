/** The bar at the bottom: the mode chip at the left, then room for what is painted there. */

import { Box } from 'ink';
import type { Piece } from '../../model/derived/mode-chip.ts';
import type { Theme } from '../../theme/theme.ts';
import { Pieces } from './Pieces.tsx';

type Props = { readonly chip: Piece; readonly height: number; readonly cols: number; readonly theme: Theme };

export function StatusBar({ chip, height, cols, theme }: Props) {
  return (
    <Box height={height} width={cols} flexShrink={0}>
      <Pieces pieces={[chip]} theme={theme} />
    </Box>
  );
}
