/** Pieces of text side by side, each in the style of its role. */

import { Text } from 'ink';
import type { Piece } from '../../model/derived/mode-chip.ts';
import type { Theme } from '../../theme/theme.ts';

export function Pieces({ pieces, theme }: { readonly pieces: readonly Piece[]; readonly theme: Theme }) {
  return (
    <Text wrap="truncate">
      {pieces.map(({ text, role }, index) => (
        // Pieces have no identity beyond their place.
        // biome-ignore lint/suspicious/noArrayIndexKey: order is the identity
        <Text key={index} {...theme.ink[role]}>
          {text}
        </Text>
      ))}
    </Text>
  );
}
