import { describe, expect, it } from 'vitest';
import { asConsole, fileNameOf, withoutControls } from '../../../src/client/blocks/copied-text.ts';

describe('text for the clipboard', () => {
  it('has no control characters but tabs and line breaks', () => {
    expect(withoutControls('echo \x1b[201~\x03a\tb\r\nc\x9b')).toBe('echo [201~a\tb\nc');
  });

  it('has a prompt before each line of the command, and a fence that no output ends', () => {
    expect(asConsole('for i in 1; do\necho \x07$i; done', ['```', '1'])).toBe(
      '````console\n$ for i in 1; do\n> echo $i; done\n```\n1\n````',
    );
  });
});

it.each([
  ['make -j8 all', 'make-j8-all'],
  ['./run.sh ../x', 'run.sh-x'],
  ['  |  ', 'commands'],
])('a file for the command %j is called %s', (commandLine, name) => {
  expect(fileNameOf(commandLine)).toBe(name);
});
