import { describe, expect, test } from 'vitest';
import { submittedLine, typedLine } from '../../../src/protocol/terminal/shell-line.ts';

const plain = { bracketedPaste: false, dirty: false };

describe('submittedLine', () => {
  test('types one line and Enter', () => {
    expect(submittedLine('ls -l', plain)).toBe('ls -l\r');
  });

  test('pastes several lines as one command when the shell asked for bracketed paste', () => {
    expect(submittedLine('for a in 1 2\ndo echo $a\ndone', { ...plain, bracketedPaste: true })).toBe(
      '\x1b[200~for a in 1 2\ndo echo $a\ndone\x1b[201~\r',
    );
  });

  test('types several lines one after the other when the shell knows no bracketed paste', () => {
    expect(submittedLine('a\nb', plain)).toBe('a\rb\r');
  });

  test('empties a line that RAW left half written', () => {
    expect(submittedLine('ls', { ...plain, dirty: true })).toBe('\x05\x15ls\r');
  });

  test('lets no control character through: text is never a key press', () => {
    expect(typedLine('echo \x1b[201~\x03hi', { ...plain, bracketedPaste: true })).toBe('echo [201~hi');
  });
});
