/** The whole chrome: tabs, room for the body, the bar, and the open dialog. */

import { Box } from 'ink';
import type { Piece } from '../../model/derived/mode-chip.ts';
import type { StripItem } from '../../model/tab-label.ts';
import type { Layout } from '../../model/window-layout.ts';
import type { Theme } from '../../theme/theme.ts';
import type { DialogView } from '../../view/dialog-view.ts';
import { DialogBox } from './DialogBox.tsx';
import { StatusBar } from './StatusBar.tsx';
import { TabBar } from './TabBar.tsx';

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
