import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drain, split, splitStart } from '../../src/shell/split.ts';
import { NONCE, splitChunks, textOf } from '../support/split-stream.ts';

const mark = (body: string, end = '\x07') => `\x1b]633;${body};${NONCE}${end}`;

/** Everything the splitter knows and everything it must leave alone, side by side. */
const pieces = [
  'plain text\r\n',
  'ünïcödé 漢字 🙂',
  '\x1b[1;38;2;10;20;30mcolour\x1b[0m',
  '\x1b]0;a title\x07',
  '\x1b]8;;https://example.org\x1b\\link\x1b]8;;\x1b\\',
  '\x1b]1337;File=name=YQ==:AAAA\x07',
  '\x1b]52;c;aGVsbG8=\x07',
  '\x1bP0;1q"1;1;1;1#0!10~\x1b\\',
  '\x1b_Ga=t;AAAA\x1b\\',
  '\x1b(B\x1b=\x1b7\x1b8\x1bM\x1b\\',
  '\x1b\x1b\x1b[2J',
  '\x07\x18\x1a\x9b6n\x90',
  mark('A'),
  mark('B', '\x1b\\'),
  mark('E;echo a\\x3b b\\\\c\\x0ad', '\x1b\\'),
  mark('C'),
  mark('D;130'),
  mark('P;Cwd=/tmp/a b'),
  '\x1b]633;A;wrong\x07',
  '\x1b]633\x07',
  '\x1b]633;D;0\x1b[0m',
  '\x1b]633;A\x18',
  '\x1b]633;E;x\x80',
  '\x1b]133;A\x9c',
  '\x1b]6;x\x07',
  '\x1b]6333;x\x07',
  '\x1b]133;A\x07',
  '\x1b]133;C;cmdline_url=ls%20-l\x1b\\',
  '\x1b]133;D;1;aid=3\x07',
  '\x1b]133;Q\x07',
  '\x1b[3b',
  '\x1b[c',
  '\x1b[>0c',
  '\x1b[=c',
  '\x1b[>q',
  '\x1b[6n',
  '\x1b[?6n',
  '\x1b[?2026$p',
  '\x1b[4$p',
  '\x1b[14t',
  '\x1b[22;0t',
  '\x1b[?u',
  '\x1b[>1u',
  '\x1bP$qm\x1b\\',
  '\x1bP+q544e;524742\x1b\\',
  '\x1bP$q\x1b[6n',
  '\x1b]11;?\x07',
  '\x1b]10;?;?\x1b\\',
  '\x1b]4;1;?;2;#fff;3;?\x07',
  '\x1b]11;#000000\x07',
  '\x1b]4;1;#123456\x1b\\',
  '\x1b]12\x07',
  '\x1b[',
  '\x1b]',
  '\x1bP',
  '\x1b',
];

describe('split', () => {
  it('gives a chunk without ESC back as it is', () => {
    const chunk = 'just text\r\n'.repeat(10);
    expect(split(splitStart, chunk, NONCE)).toEqual({
      state: splitStart,
      segments: [{ kind: 'text', text: chunk }],
    });
    expect(split(splitStart, '', NONCE).segments).toEqual([]);
  });

  it('keeps text, marks and queries in stream order', () => {
    const stream = `$ ${mark('B')}ls\r\n${mark('E;ls')}${mark('C')}\x1b[31ma\x1b[6nb${mark('D;0')}$ `;
    expect(splitChunks([stream])).toEqual([
      { kind: 'text', text: '$ ' },
      { kind: 'mark', mark: { kind: 'promptEnd' } },
      { kind: 'text', text: 'ls\r\n' },
      { kind: 'mark', mark: { kind: 'commandLine', line: 'ls' } },
      { kind: 'mark', mark: { kind: 'executed' } },
      { kind: 'text', text: '\x1b[31ma' },
      { kind: 'query', query: { kind: 'emulator' }, raw: '\x1b[6n' },
      { kind: 'text', text: 'b' },
      { kind: 'mark', mark: { kind: 'finished', exitCode: 0 } },
      { kind: 'text', text: '$ ' },
    ]);
  });

  it('says the same wherever the stream is cut once, and cut into single units', () => {
    const stream = pieces.join('|');
    const whole = splitChunks([stream]);
    for (let cut = 0; cut <= stream.length; cut++) {
      expect(splitChunks([stream.slice(0, cut), stream.slice(cut)])).toEqual(whole);
    }
    expect(splitChunks(stream.split(''))).toEqual(whole);
  });

  it('says the same for each pair of pieces at each cut', () => {
    for (const first of pieces) {
      for (const second of pieces) {
        const stream = `${first}${second}.`;
        const whole = splitChunks([stream]);
        expect(splitChunks(stream.split(''))).toEqual(whole);
        for (let cut = 1; cut < stream.length; cut += 3) {
          expect(splitChunks([stream.slice(0, cut), stream.slice(cut)])).toEqual(whole);
        }
      }
    }
  });

  it('says the same for any stream and any cuts', () => {
    const alphabet = fc.constantFrom(...pieces, ...'\x1b[]P\\;?$+qcn630123\x07\x18a');
    const streams = fc.array(alphabet, { maxLength: 30 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(streams, fc.array(fc.nat(200), { maxLength: 12 }), (stream, cuts) => {
        const sorted = [0, ...cuts.map((cut) => cut % (stream.length + 1)), stream.length].sort(
          (a, b) => a - b,
        );
        const chunks = sorted.slice(1).map((end, at) => stream.slice(sorted[at], end));
        expect(splitChunks(chunks)).toEqual(splitChunks([stream]));
      }),
      { numRuns: 2000 },
    );
  });

  it('loses and invents nothing: text and queries together are the stream without its marks', () => {
    const others = pieces
      .slice(0, pieces.indexOf('\x1b]12\x07'))
      .filter((piece) => !/\x1b\](?:133|633|4;1;\?;2)|\$q\x1b\[/.test(piece));
    expect(others.length).toBeGreaterThan(20);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...others), { maxLength: 20 }), (parts) => {
        const stream = parts.join('.');
        const again = splitChunks([stream]).map((segment) => {
          if (segment.kind === 'mark' || segment.kind === 'status') return '';
          return segment.kind === 'text' ? segment.text : segment.raw;
        });
        expect(again.join('')).toBe(stream);
      }),
    );
  });

  it('leaves nothing to take the second time', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 20 }), (parts) => {
        const once = splitChunks([mark('A'), ...parts]);
        expect(splitChunks([mark('A'), textOf(once)]).filter(({ kind }) => kind !== 'text')).toEqual([
          { kind: 'mark', mark: { kind: 'promptStart' } },
        ]);
      }),
    );
  });

  it.each([
    ['a colour', '\x1b[38;5'],
    ['a title', '\x1b]0;half a ti'],
    ['a picture', '\x1bPq#0;2'],
    ['a charset', '\x1b('],
    ['an ESC', '\x1b'],
  ])('cancels %s that was left unfinished where a mark was taken out', (_, half) => {
    const whole = splitChunks([`a${half}${mark('D;137')}1m`]);
    expect(whole).toEqual([
      { kind: 'text', text: `a${half}\x18` },
      { kind: 'mark', mark: { kind: 'finished', exitCode: 137 } },
      { kind: 'text', text: '1m' },
    ]);
    expect(splitChunks(['a', half, 'x\x18', mark('A')]).at(0)).toEqual({
      kind: 'text',
      text: `a${half}x\x18`,
    });
  });

  it('strips every OSC 633, believed or not', () => {
    const forged = '\x1b]633;C\x07\x1b]633;D;0;guess\x1b\\\x1b]633\x07\x1b]633;Z;x;\x07';
    const texts = (chunk: string, nonce?: string) =>
      splitChunks([chunk], nonce).map((segment) =>
        segment.kind === 'mark' ? segment.mark.unverified === true : segment.kind === 'text' && segment.text,
      );
    expect(texts(`a${forged}b`)).toEqual(['a', true, true, 'b']);
    expect(texts(`a${mark('C')}b`, '')).toEqual(['a', true, 'b']);
  });

  it('takes a C1 control for the end of a string, as xterm does', () => {
    expect(textOf(splitChunks(['a\x1b]633;E;x\x80 b']))).toBe('a\x80 b');
    expect(textOf(splitChunks(['a\x1b]11;?\x9c b']))).toBe('a\x1b]11;?\x9c b');
    expect(split(splitStart, '\x1b]633\x80 ', NONCE).state.held).toBe('');
  });

  it('keeps what an OSC 133 leaves in the text when nobody takes its mark', () => {
    const foreign = '\x1b]133;A\x07';
    expect(splitChunks([`${foreign}$ ${mark('A')}`])).toEqual([
      { kind: 'mark', mark: { kind: 'promptStart', unverified: true }, raw: foreign },
      { kind: 'text', text: '$ ' },
      { kind: 'mark', mark: { kind: 'promptStart' } },
    ]);
  });

  it('keeps a repeat behind a removed sequence from repeating what stands before that, as in a terminal', () => {
    for (const gone of [mark('A'), '\x1b[6n', '\x1b]633']) {
      const stream = `x${gone}\x1b[2b`;
      expect(textOf(splitChunks([stream]))).toBe('x\x18\x1b[2b');
      expect(textOf(splitChunks(stream.split('')))).toBe('x\x18\x1b[2b');
    }
    expect(textOf(splitChunks([`${mark('A')}x\x1b[2b`]))).toBe('x\x1b[2b');
  });

  it('keeps what may join from joining what stands before a removed sequence, as in a terminal', () => {
    for (const joining of [
      '\u0300',
      '\u0301',
      '\ufe0f',
      '\u{1f3fd}',
      '\u200d',
      '\u{1f1ea}',
      '\u1161',
      '\x1b\u2764\ufe0f',
      '\x1b[1\u2764',
      '\x1b[1\u0300',
    ]) {
      for (const gone of [mark('A'), '\x1b[6n']) {
        expect(textOf(splitChunks([`e${gone}${joining}`]))).toBe(`e\x18${joining}`);
        expect(textOf(splitChunks([...`e${gone}${joining}`]))).toBe(`e\x18${joining}`);
      }
      expect(textOf(splitChunks([mark('A'), `e${joining}`]))).toBe(`e${joining}`);
    }
    for (const apart of ['e', '\u4e2d', '\u00e9', '\u00a9', '\x1bb', '\x1b[1m\u0301']) {
      expect(textOf(splitChunks([`e${mark('A')}${apart}`]))).toBe(`e${apart}`);
    }
    expect(textOf(splitChunks([`e${mark('A')}`, '', '\u0301']))).toBe('e\x18\u0301');
    expect(textOf(splitChunks([`e${mark('A')}`, 'x', '\u0301']))).toBe('ex\u0301');
  });

  it('takes an ESC inside a string for its end, as xterm does, and reads on from there', () => {
    expect(splitChunks([`\x1b]633;E;half\x1b[31mred\x1b]11;?\x1b[6n`])).toEqual([
      { kind: 'text', text: '\x1b[31mred\x1b]11;?\x18' },
      { kind: 'query', query: { kind: 'emulator' }, raw: '\x1b[6n' },
    ]);
  });
});

describe('what is held back', () => {
  const held = (text: string) => split(splitStart, text, NONCE).state.held;

  it('is only what may yet be a mark or a query', () => {
    expect(held('a\x1b')).toBe('\x1b');
    expect(held('a\x1b[3')).toBe('\x1b[3');
    expect(held('a\x1b]63')).toBe('\x1b]63');
    expect(held('a\x1b]0;title')).toBe('');
    expect(held('a\x1b]1337;File=AAAA')).toBe('');
    expect(held('a\x1bPq#0')).toBe('');
    expect(held('a\x1b_Gdata')).toBe('\x1b_Gdata');
    expect(held('a\x1b_data')).toBe('');
  });

  it.each([
    ['a CSI', '\x1b[', '1', 32],
    ['a colour query', '\x1b]11', ';', 4096],
    ['a DCS query', '\x1bP$q', ';', 4096 - 2],
    ['a mark', '\x1b]633', 'x', 262_144],
  ])('is bounded for %s: at the limit it goes on as text', (_, start, filler, limit) => {
    const most = start + filler.repeat(limit);
    expect(held(most)).toBe(most);
    expect(held(`${most}${filler}`)).toBe('');
    expect(splitChunks([most, filler, 'n\x07rest'])).toEqual(splitChunks([`${most}${filler}n\x07rest`]));
    expect(textOf(splitChunks([most, filler, '\x07rest']))).toBe(`${most}${filler}\x07rest`);
  });

  it('never delays what comes after an unterminated string and a new sequence', () => {
    const { segments, state } = split(splitStart, `\x1b]633;E;never ended\r\n${mark('A')}$ `, NONCE);
    expect(state.held).toBe('');
    expect(segments).toEqual([
      { kind: 'mark', mark: { kind: 'promptStart' } },
      { kind: 'text', text: '$ ' },
    ]);
  });

  it('is given away when the stream ends', () => {
    const { state } = split(splitStart, '\x1b]633;A', NONCE);
    expect(drain(state)).toEqual({ state: splitStart, text: '\x1b]633;A' });
  });
});
