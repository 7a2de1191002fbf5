import { describe, expect, it } from 'vitest';
import { inputAction, isBeyondBytes, typedInput } from '../../../src/protocol/terminal/byte-input.ts';

describe('input that is bytes', () => {
  it('says so, and input that is text says nothing', () => {
    expect(inputAction('ü', false)).toEqual({ type: 'terminal/input', data: 'ü' });
    expect(inputAction('\xff', true)).toEqual({
      type: 'terminal/input',
      data: '\xff',
      _meta: { 'x-cotty': { bytes: true } },
    });
  });

  it('reaches a pty one byte a character, and text as text', () => {
    expect(typedInput(inputAction('\x1b[M \xff\x80', true))).toEqual(
      Uint8Array.from([0x1b, 0x5b, 0x4d, 0x20, 0xff, 0x80]),
    );
    expect(typedInput(inputAction('\xff漢', false))).toBe('\xff漢');
  });

  it('has no character beyond a byte', () => {
    expect(isBeyondBytes(inputAction('\x1b[M \xff', true))).toBe(false);
    expect(isBeyondBytes(inputAction('漢', true))).toBe(true);
    expect(isBeyondBytes(inputAction('漢', false))).toBe(false);
  });
});
