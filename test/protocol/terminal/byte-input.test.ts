import { describe, expect, it } from 'vitest';
import { inputAction, isBeyondBytes } from '../../../src/protocol/terminal/byte-input.ts';

describe('input that is bytes', () => {
  it('says so, and input that is text says nothing', () => {
    expect(inputAction('ü', false)).toEqual({ type: 'terminal/input', data: 'ü' });
    expect(inputAction('\xff', true)).toEqual({
      type: 'terminal/input',
      data: '\xff',
      _meta: { 'x-cotty': { bytes: true } },
    });
  });

  it('has no character beyond a byte', () => {
    expect(isBeyondBytes(inputAction('\x1b[M \xff', true))).toBe(false);
    expect(isBeyondBytes(inputAction('漢', true))).toBe(true);
    expect(isBeyondBytes(inputAction('漢', false))).toBe(false);
  });
});
