import { Box, Text } from 'ink';
import { afterEach, describe, expect, test } from 'vitest';
import { rowText } from '../../../src/screen/cells/row.ts';
import { Chrome } from '../../../src/tui/chrome/chrome.ts';

describe('Chrome', () => {
  const chrome = new Chrome();
  afterEach(() => chrome.close());

  test('gives back what Ink drew, as rows of the window, at once', () => {
    const tree = (text: string) => (
      <Box width={12} height={3} flexDirection="column">
        <Text wrap="truncate">{text}</Text>
      </Box>
    );
    expect(chrome.draw(tree('漢字 tabs'), 12, 3).map(rowText)).toEqual(['漢字 tabs', '', '']);
    expect(chrome.draw(tree('other'), 12, 3).map(rowText)).toEqual(['other', '', '']);
  });

  test('drops the marks by which a title could turn the direction of what stands beside it', () => {
    const rows = chrome.draw(<Text>{'gpj.\u202eexe\u2066 ok'}</Text>, 12, 1);
    expect(rows.map((row) => row.chars.join(''))).toEqual(['gpj.exe ok  ']);
  });

  test('follows the size of the window', () => {
    const tree = (cols: number, rows: number) => (
      <Box width={cols} height={rows} justifyContent="flex-end">
        <Text>x</Text>
      </Box>
    );
    chrome.draw(tree(10, 2), 10, 2);
    const rows = chrome.draw(tree(20, 4), 20, 4);
    expect(rows).toHaveLength(4);
    expect(rows.map((row) => row.chars.length)).toEqual([20, 20, 20, 20]);
    expect(rows[0]?.chars[19]).toBe('x');
  });
});
