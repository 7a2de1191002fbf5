import { Box } from 'ink';
import { render } from 'ink-testing-library';
import { describe, expect, test } from 'vitest';
import { DialogBox, StatusBar, TabBar } from '../../../src/tui/chrome/App.tsx';
import { themeFor } from '../../../src/tui/theme/theme.ts';
import { tabStrip } from '../../../src/tui/view/tab-strip.ts';
import { STRIP_GLYPHS } from '../../support/strip-glyphs.ts';

const theme = themeFor({ setting: 'dark', noColor: false });
function lines(frame: string | undefined): string[] {
  return (frame ?? '').replaceAll(/\x1b\[[0-9;]*m/g, '').split('\n');
}

describe('TabBar', () => {
  test('is one line with a label a terminal and the plus', () => {
    const tab = {
      uri: 'a',
      title: 'build',
      state: 'running',
      detail: undefined,
      holder: '@ada',
    } as const;
    const { lastFrame } = render(<TabBar items={tabStrip([tab], 'a', 80, STRIP_GLYPHS)} theme={theme} />);
    expect(lines(lastFrame())).toEqual([' ● build @ada ×  + ']);
  });
});

describe('StatusBar', () => {
  test('shows the word of the mode at the left and leaves the rest to be painted', () => {
    const chip = { text: ' RAW ', role: 'modeRaw' } as const;
    const { lastFrame } = render(<StatusBar chip={chip} height={1} cols={40} theme={theme} />);
    expect(lines(lastFrame())).toEqual([' RAW ']);
  });
});

describe('DialogBox', () => {
  test('draws a box of the given size with title, lines and footer', () => {
    const view = {
      rect: { x: 0, y: 0, width: 24, height: 5 },
      title: 'Name',
      lines: [[{ text: 'build', role: 'input' }]],
      field: undefined,
      footer: 'Enter opens',
    } as const;
    const { lastFrame } = render(
      <Box width={24} height={5}>
        <DialogBox view={view} ascii={true} theme={theme} />
      </Box>,
    );
    const drawn = lines(lastFrame());
    expect(drawn).toHaveLength(5);
    expect(drawn[0]).toContain(' Name ');
    expect(drawn[1]).toContain('build');
    expect(drawn[3]).toContain('Enter opens');
  });
});
