import { expect, it } from 'vitest';
import { suggestedRest } from '../../../../src/screen/editor/recall.ts';
import { editorAt } from '../../../screen/editor/sample-text.ts';

const restOf = (typed: string, line: string) =>
  suggestedRest({ editor: editorAt(typed), suggestion: { text: 'l', line } });

it('suggests the rest of a line behind the cursor', () => {
  expect(restOf('ls|', 'ls -la')).toBe(' -la');
  expect(restOf('l|s', 'ls -la')).toBe('');
  expect(restOf('ls|', 'for x in a\ndo b')).toBe('');
  expect(restOf('for|', 'for x in a\ndo b')).toBe(' x in a\ndo b');
});

it('suggests nothing that would not be seen: what is accepted may run', () => {
  for (const hidden of ['\x1b[8m', '\x9b8m', '\u202e', '\u2066', '\u200f', '\x07', '\r']) {
    expect(restOf('ls|', `ls ${hidden}; rm -rf x`)).toBe('');
  }
});
