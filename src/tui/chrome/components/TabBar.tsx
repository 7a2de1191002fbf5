/** The tabs on top: one label for each terminal, then the plus that opens another. */

import { Box } from 'ink';
import type { StripItem } from '../../model/tab-label.ts';
import type { Theme } from '../../theme/theme.ts';
import { roleOf } from '../../view/tab-strip.ts';
import { Pieces } from './Pieces.tsx';

export function TabBar({ items, theme }: { readonly items: readonly StripItem[]; readonly theme: Theme }) {
  return (
    <Box height={1} flexShrink={0}>
      <Pieces pieces={items.map((item) => ({ text: item.text, role: roleOf(item) }))} theme={theme} />
    </Box>
  );
}
