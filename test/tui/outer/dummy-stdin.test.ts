import { describe, expect, test } from 'vitest';
import { dummyStdin } from '../../../src/tui/chrome/chrome.ts';

describe('dummyStdin', () => {
  test('passes for a terminal that can be put into raw mode, and never says anything', () => {
    const stdin = dummyStdin();
    expect(stdin.isTTY).toBe(true);
    expect(stdin.setRawMode(true)).toBe(stdin);
    expect(stdin.ref()).toBe(stdin);
    expect(stdin.unref()).toBe(stdin);
    expect(stdin.read()).toBeNull();
  });
});
