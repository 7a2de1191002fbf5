/** A question in a box; it lies over the pane, painted last. */

import { Box, Text } from 'ink';
import type { Theme } from '../../theme/theme.ts';
import type { DialogView } from '../dialog-view.ts';
import { Pieces } from './Pieces.tsx';

type Props = { readonly view: DialogView; readonly ascii: boolean; readonly theme: Theme };

export function DialogBox({ view, ascii, theme }: Props) {
  const { rect, title, lines, footer } = view;
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
      paddingX={1}
    >
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: order is the identity
        <Box key={index} height={1} flexShrink={0}>
          <Pieces pieces={line} theme={theme} />
        </Box>
      ))}
      <Box flexGrow={1} />
      <Text wrap="truncate" {...theme.ink.muted}>
        {footer}
      </Text>
      <Box position="absolute" marginLeft={1} marginTop={-1}>
        <Text {...theme.ink.title}>{` ${title} `}</Text>
      </Box>
    </Box>
  );
}
