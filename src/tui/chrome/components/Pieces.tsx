/** Pieces of text side by side, each in the style of its role. Ink would act on a line break in one of them. */

import { Text } from 'ink';
import { nameText } from '../../../protocol/common/name-text.ts';
import type { Piece } from '../../model/derived/mode-chip.ts';
import type { Theme } from '../../theme/theme.ts';

export function Pieces({ pieces, theme }: { readonly pieces: readonly Piece[]; readonly theme: Theme }) {
  return (
    <Text wrap="truncate">
      {pieces.map(({ text, role }, index) => (
        // Pieces have no identity beyond their place.
        // biome-ignore lint/suspicious/noArrayIndexKey: order is the identity
        <Text key={index} {...theme.ink[role]}>
          {nameText(text)}
        </Text>
      ))}
    </Text>
  );
}
