import { expect, test } from 'vitest';
import { rowText } from '../../../../src/screen/cells/row.ts';
import { blockLine } from '../../../../src/tui/blocks/header/header-row.ts';
import { bodyText } from '../../../../src/tui/blocks/select/body-text.ts';
import { bodyOf } from '../sample.ts';

test('the text of a header stands in the columns in which it is painted', () => {
  const body = bodyOf(['one\r\n']);
  const text = bodyText(body);
  const header = text.line(text.first);
  const row = text.row(text.first);
  if (header.kind !== 'header' || row === undefined) throw new Error('no header');
  const painted = blockLine(header, { cols: body.cols, now: 0, ascii: false }).map((span) => span.text);
  expect(rowText(row).trim()).toBe('run 0');
  expect(rowText(row).indexOf('run 0')).toBe(painted.join('').indexOf('run 0'));
});
