/** The bar at the bottom: the mode's word always at the left, keys that help at the right. */

import { Box } from 'ink';
import type { Theme } from '../../theme/theme.ts';
import type { BarView } from '../bar-view.ts';
import { Pieces } from './Pieces.tsx';

type Props = { readonly bar: BarView; readonly height: number; readonly cols: number; readonly theme: Theme };

export function StatusBar({ bar, height, cols, theme }: Props) {
  return (
    <Box height={height} width={cols} flexShrink={0}>
      <Box width={bar.x} flexShrink={0}>
        <Pieces pieces={[bar.chip]} theme={theme} />
      </Box>
      <Box width={bar.width} flexShrink={0}>
        <Pieces pieces={[bar.middle]} theme={theme} />
      </Box>
      <Pieces pieces={[bar.hints]} theme={theme} />
    </Box>
  );
}
