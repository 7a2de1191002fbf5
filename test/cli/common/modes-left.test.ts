import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ModesLeft } from '../../../src/cli/common/modes-left.ts';

function undoOf(...pieces: readonly string[]): string {
  const left = new ModesLeft();
  for (const piece of pieces) left.see(piece);
  return left.undo;
}

describe('modes left on', () => {
  it('are none after plain text, and after a program that cleaned up', () => {
    expect(undoOf('ls\r\n\x1b[31mred\x1b[0m')).toBe('');
    expect(
      undoOf(
        '\x1b[?1049h\x1b[?1000;1006h\x1b[?25l\x1b[>1u',
        'x',
        '\x1b[<u\x1b[?25h\x1b[?1006;1000l\x1b[?1049l',
      ),
    ).toBe('');
  });

  it('are switched off, what belongs to the other screen before that screen', () => {
    expect(undoOf('\x1b[?1049h\x1b[?2004h\x1b[?25l\x1b[>5u')).toBe(
      '\x1b[<1u\x1b[?25h\x1b[?2004l\x1b[?1049l\x1b[0m',
    );
  });

  it('leaves modes alone that a shell expects, such as wraparound', () => {
    expect(undoOf('\x1b[?7h\x1b[?12h')).toBe('');
  });

  it('are the same wherever the stream is cut', () => {
    const piece = fc.constantFrom(
      '\x1b[?1049h',
      '\x1b[?1049l',
      '\x1b[?1000;1006h',
      '\x1b[?25l',
      '\x1b[>1u',
      '\x1b[<u',
      'text',
      '\x1b[1m',
      '\x1b',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.nat(80), (pieces, at) => {
        const stream = pieces.join('');
        expect(undoOf(stream.slice(0, at), stream.slice(at))).toBe(undoOf(stream));
      }),
    );
  });
});
