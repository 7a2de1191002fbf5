/** The whole chrome: tabs, room for the body, the bar, and the open dialog. */

import { Box, Text } from 'ink';
import { nameText } from '../../protocol/common/name-text.ts';
import { textWidth } from '../../screen/cells/text-width.ts';
import type { Piece } from '../model/derived/mode-chip.ts';
import type { StripItem } from '../model/tab-label.ts';
import type { Layout } from '../model/window-layout.ts';
import type { Theme } from '../theme/theme.ts';
import type { DialogView } from '../view/dialog-view.ts';
import { roleOf } from '../view/tab-strip.ts';

export type AppProps = {
  readonly layout: Layout;
  readonly theme: Theme;
  readonly ascii: boolean;
  readonly tabs: readonly StripItem[];
  readonly chip: Piece;
  readonly dialog: DialogView | undefined;
};

export function App({ layout, theme, ascii, tabs, chip, dialog }: AppProps) {
  const { size } = layout;
  return (
    <Box flexDirection="column" width={size.cols} height={size.rows}>
      {layout.tabs.height > 0 ? <TabBar items={tabs} theme={theme} /> : undefined}
      <Box height={Math.max(0, size.rows - layout.tabs.height - layout.bar.height)} flexShrink={0} />
      <StatusBar chip={chip} height={layout.bar.height} cols={size.cols} theme={theme} />
      {dialog === undefined ? undefined : <DialogBox view={dialog} ascii={ascii} theme={theme} />}
    </Box>
  );
}

/** The tabs on top: one label for each terminal, then the plus that opens another. */
export function TabBar({ items, theme }: { readonly items: readonly StripItem[]; readonly theme: Theme }) {
  return (
    <Box height={1} flexShrink={0}>
      <Pieces pieces={items.map((item) => ({ text: item.text, role: roleOf(item) }))} theme={theme} />
    </Box>
  );
}

// The status bar: the mode chip at the left, then blank cells for the notes and hints painted there.

type BarProps = {
  readonly chip: Piece;
  readonly height: number;
  readonly cols: number;
  readonly theme: Theme;
};

export function StatusBar({ chip, height, cols, theme }: BarProps) {
  return (
    <Box height={height} width={cols} flexShrink={0}>
      <Pieces pieces={[chip]} theme={theme} />
    </Box>
  );
}

// A dialog in a box, which lies over the pane.

type DialogProps = { readonly view: DialogView; readonly ascii: boolean; readonly theme: Theme };

export function DialogBox({ view, ascii, theme }: DialogProps) {
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

/** Pieces of text side by side, each in the style of its role. Ink would act on a line break in one of them. */
function Pieces({ pieces, theme }: { readonly pieces: readonly Piece[]; readonly theme: Theme }) {
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
