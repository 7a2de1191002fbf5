/** A dialog in a box, which lies over the pane. */

import { Box, Text } from 'ink';
import { nameText } from '../../../protocol/common/name-text.ts';
import { textWidth } from '../../../screen/cells/text-width.ts';
import type { Piece } from '../../model/derived/mode-chip.ts';
import type { Theme } from '../../theme/theme.ts';
import type { DialogView } from '../../view/dialog-view.ts';
import { Pieces } from './Pieces.tsx';

type Props = { readonly view: DialogView; readonly ascii: boolean; readonly theme: Theme };

export function DialogBox({ view, ascii, theme }: Props) {
  const { rect, title, footer } = view;
  const lines = filled(view);
  return (
    <Box
      position="absolute"
      marginLeft={rect.x}
      marginTop={rect.y}
      width={rect.width}
      height={rect.height}
      flexDirection="column"
      borderStyle={ascii ? 'classic' : 'round'}
      borderColor={theme.ink.border.color}
    >
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: order is the identity
        <Box key={index} height={1} flexShrink={0}>
          <Pieces pieces={line} theme={theme} />
        </Box>
      ))}
      <Text wrap="truncate" {...theme.ink.muted}>
        {` ${nameText(footer)}`.padEnd(rect.width - 2)}
      </Text>
      <Box position="absolute" marginLeft={1} marginTop={-1}>
        <Text {...theme.ink.title}>{` ${nameText(title)} `}</Text>
      </Box>
    </Box>
  );
}

/** Fills every line up to the inner width of the box: Ink draws no blanks, and the pane would show through. */
function filled({ rect, lines }: DialogView): readonly (readonly Piece[])[] {
  const width = rect.width - 2;
  const blank: readonly Piece[] = [];
  return Array.from({ length: Math.max(0, rect.height - FRAME_AND_FOOTER) }, (_, index) => {
    const pieces = lines[index] ?? blank;
    const used = pieces.reduce((sum, { text }) => sum + textWidth(text), 1);
    return [
      { text: ' ', role: 'text' },
      ...pieces,
      { text: ' '.repeat(Math.max(0, width - used)), role: 'text' },
    ];
  });
}

/** Rows of the box that are not its lines. */
const FRAME_AND_FOOTER = 3;
