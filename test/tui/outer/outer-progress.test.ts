import { describe, expect, test } from 'vitest';
import { progressBytes, showsProgress } from '../../../src/tui/outer/outer-modes.ts';

describe('progress at the outer terminal', () => {
  test('is written as OSC 9;4, and taken away', () => {
    expect(progressBytes({ state: 'error', percent: 42 })).toBe('\x1b]9;4;2;42\x1b\\');
    expect(progressBytes(undefined)).toBe('\x1b]9;4;0\x1b\\');
  });

  test('is shown only where the terminal is known to read it', () => {
    const outer = { program: 'ghostty', version: undefined, tmux: false, screen: false };
    expect(showsProgress(outer)).toBe(true);
    expect(showsProgress({ ...outer, tmux: true })).toBe(false);
    expect(showsProgress({ ...outer, program: 'Apple_Terminal' })).toBe(false);
  });
});
