import { expect, test } from 'vitest';
import { editorCommand } from '../../../src/tui/window/open-file.ts';

const place = { path: "/tmp/it's.ts", line: 12, column: 5 };

test.each([
  ['vim', "vim +12 '/tmp/it'\\''s.ts'"],
  ['code --wait', "code --wait -g '/tmp/it'\\''s.ts':12:5"],
  ['/usr/bin/hx', "/usr/bin/hx '/tmp/it'\\''s.ts':12:5"],
  ['emacs +{line}:{column} {file}', "emacs +12:5 '/tmp/it'\\''s.ts'"],
])('%s opens a file at its line', (editor, command) => {
  expect(editorCommand(editor, place)).toBe(command);
});

test('a file without a line is opened as it is', () => {
  expect(editorCommand('vi', { path: 'a', line: undefined, column: undefined })).toBe("vi 'a'");
});
