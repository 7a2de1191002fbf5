import { describe, expect, it } from 'vitest';
import { MAX_SEQUENCE, nextSequence, sequenceEnd } from '../../../src/protocol/sequences/sequences.ts';

describe('the next sequence of a text', () => {
  it.each(['\x1b', '\x90', '\x98', '\x9b', '\x9d', '\x9e', '\x9f'])('begins with %j', (introducer) => {
    expect(nextSequence(`ab${introducer}`, 0)).toBe(2);
    expect(nextSequence(`ab${introducer}`, 2)).toBe(2);
    expect(nextSequence(`ab${introducer}`, 0, 1)).toBe(1);
  });

  it('is behind the text where there is none', () => {
    expect(nextSequence('ab\x07\x80\x9c', 0)).toBe(5);
  });
});

describe('the end of a sequence', () => {
  const st = '\x1b\\';
  it.each<[string, number | undefined]>([
    ['\x1b[1mx', 4],
    ['\x9b1mx', 3],
    ['\x1b7x', 2],
    ['\x1b(Bx', 3],
    ['\x1b]0;t\x07x', 6],
    [`\x1b]0;t${st}x`, 7],
    [`\x9d0;t${st}x`, 6],
    ['\x1b]0;t\x9cx', 6],
    ['\x1b]0;t\x18x', 6],
    [`\x1bPq#0${st}x`, 7],
    [`\x1b_G${st}x`, 5],
    ['\x1b[1\x1b[2m', 3],
    ['\x1b\x1b', 1],
    ['\x1b]0;t\x1b[1m', 5],
    ['\x1b]0;t\x9b1m', 5],
    ['\x1b]0;t\x9b\\', 5],
    ['\x1b]0;t\x9b', 5],
    [`\x1b[1${st}`, 3],
    ['\x1b]0;t\x1b', undefined],
    ['\x1b]0;t', undefined],
    ['\x1b[1', undefined],
    ['\x1b', undefined],
    [`\x1b]${'x'.repeat(MAX_SEQUENCE - 3)}\x07x`, MAX_SEQUENCE],
    [`\x1b]${'x'.repeat(MAX_SEQUENCE - 2)}`, undefined],
    [`\x1b]${'x'.repeat(MAX_SEQUENCE - 2)}\x07x`, 1],
  ])('%.24j', (text, end) => {
    expect(sequenceEnd(text, 0)).toBe(end);
    expect(sequenceEnd(`ab${text}`, 2)).toBe(end === undefined ? undefined : end + 2);
  });
});
