import { describe, expect, it } from 'vitest';
import { drain, release, split, splitStart } from '../../src/shell/split.ts';
import { NONCE, textOf } from '../support/split-stream.ts';

describe('release', () => {
  it('gives away a lone ESC once, and nothing longer', () => {
    const { state } = split(splitStart, 'a\x1b', NONCE);
    const first = release(state);
    expect(first.text).toBe('\x1b');
    expect(release(first.state).text).toBe('');
    expect(drain(first.state).text).toBe('');
    expect(release(split(splitStart, '\x1b]', NONCE).state).text).toBe('');
    expect(release(splitStart)).toEqual({ state: splitStart, text: '' });
  });

  it('does not double the ESC when the sequence goes on as text', () => {
    const { state } = release(split(splitStart, 'a\x1b', NONCE).state);
    expect(textOf(split(state, '[31mred', NONCE).segments)).toBe('[31mred');
    expect(textOf(split(state, 'OA', NONCE).segments)).toBe('OA');
  });

  it('keeps what follows from joining what stands before a removed sequence', () => {
    const { state } = release(split(splitStart, 'e\x1b[6n\x1b', NONCE).state);
    expect(textOf(split(state, '\u0301', NONCE).segments)).toBe('\x18\u0301');
  });

  it('is over when the sequence after it is held back', () => {
    const { state } = release(split(splitStart, '\x1b', NONCE).state);
    const next = split(state, '7a\x1b', NONCE).state;
    expect(next.released).toBe(false);
    expect(release(next).text).toBe('\x1b');
    expect(drain(split(state, '[3', NONCE).state).text).toBe('[3');
  });

  it('still recognises a mark whose ESC was given away, and cancels that ESC', () => {
    const { state } = release(split(splitStart, 'a\x1b', NONCE).state);
    const begun = split(state, ']633;A;', NONCE);
    expect(begun.segments).toEqual([]);
    const ended = split(begun.state, `${NONCE}\x07b`, NONCE);
    expect(ended.segments).toEqual([
      { kind: 'text', text: '\x18' },
      { kind: 'mark', mark: { kind: 'promptStart' } },
      { kind: 'text', text: 'b' },
    ]);
    expect(ended.state.released).toBe(false);
  });
});
