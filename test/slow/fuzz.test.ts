import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { streams } from '../screen/random-stream.ts';
import { bare, type Pieces, Through } from './fuzz-screens.ts';

const fixtures = fileURLToPath(new URL('../../fixtures', import.meta.url));

/** What real programs printed. */
const corpus = ['recordings', 'screen', 'streams/bash', 'streams/fish', 'streams/zsh'].flatMap((folder) =>
  readdirSync(`${fixtures}/${folder}`)
    .filter((name) => /\.(raw|in)$/.test(name))
    .map((name) => readFileSync(`${fixtures}/${folder}/${name}`)),
);

/** Longest part of a recording that a stream has. */
const MAX_SLICE = 400;

const slice: fc.Arbitrary<Uint8Array> = fc
  .record({
    of: fc.constantFrom(...corpus),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.nat(MAX_SLICE),
  })
  .map(({ of, at, length }) => of.subarray(Math.floor(at * of.length), Math.floor(at * of.length) + length));
const random = streams(24).map((text) => Buffer.from(text));
const noise = fc.uint8Array({ maxLength: 6 });

/** Bytes changed, left out and put in, here and there. */
type Change = { readonly at: number; readonly byte: number; readonly kind: 'put' | 'set' | 'drop' };
const changes: fc.Arbitrary<readonly Change[]> = fc.array(
  fc.record({
    at: fc.nat(2000),
    byte: fc.oneof(fc.nat(255), fc.constantFrom(0x1b, 0x5b, 0x3b, 0x08, 0x0d, 0x0a, 0x9b, 0xe2, 0xf0)),
    kind: fc.constantFrom('put', 'set', 'drop'),
  }),
  { maxLength: 6 },
);

function mutated(bytes: Uint8Array, all: readonly Change[]): Uint8Array {
  const out = [...bytes];
  for (const { at, byte, kind } of all) {
    const here = at % (out.length + 1);
    if (kind === 'put') out.splice(here, 0, byte);
    else if (kind === 'drop') out.splice(here, 1);
    else if (here < out.length) out[here] = byte;
  }
  return Uint8Array.from(out);
}

const stream = fc
  .tuple(
    fc.array(
      fc.oneof(
        { weight: 4, arbitrary: slice },
        { weight: 4, arbitrary: random },
        { weight: 1, arbitrary: noise },
      ),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
    changes,
  )
  .map(([parts, all]) => mutated(Buffer.concat(parts), all));
/** A flood, of which neither host nor window parse what nobody sees. */
const flood = fc
  .tuple(stream, fc.integer({ min: 30, max: 120 }))
  .map(([bytes, times]) => Buffer.concat(Array.from({ length: times }, () => bytes)));

const cut: fc.Arbitrary<Pieces> = fc
  .tuple(
    fc.oneof({ weight: 30, arbitrary: stream }, { weight: 1, arbitrary: flood }),
    fc.array(fc.nat({ max: 300 }), { maxLength: 5 }),
  )
  .map(([bytes, lengths]) => {
    const pieces: Uint8Array[] = [];
    let at = 0;
    for (const length of lengths) {
      pieces.push(bytes.subarray(at, at + length));
      at += length;
    }
    return [...pieces, bytes.subarray(at)].filter((piece) => piece.length > 0);
  });

/** As continuous integration runs it, in bounded time; `npm run fuzz` sets more. */
const RUNS = Number(process.env['COTTY_FUZZ'] ?? 2000);
const SECONDS = Number(process.env['COTTY_FUZZ_SECONDS'] ?? 60);

/** Counts streams; a run of hours says every thousand of them how far it is. */
function progress(): () => void {
  let count = 0;
  const start = performance.now();
  return () => {
    count += 1;
    if (!process.env['COTTY_FUZZ'] || count % 1000 !== 0) return;
    const each = (performance.now() - start) / count;
    const rss = Math.round(process.memoryUsage.rss() / (1024 * 1024));
    process.stderr.write(`${count} streams right, ${each.toFixed(1)} ms each, ${rss} MiB\n`);
  };
}

const bytes = (...values: readonly number[]) => Uint8Array.from(values);

/** Streams that differed once, or of which it was said. */
const known: readonly (readonly [what: string, pieces: Pieces, line: string])[] = [
  ['a cut character before a backspace', [bytes(0x66, 0xe2, 0xae, 0x08, 0x35)], 'f5'],
  ['the same, each byte by itself', [0x66, 0xe2, 0xae, 0x08, 0x35].map((byte) => bytes(byte)), 'f5'],
  ['a byte that begins nothing', [bytes(0x66, 0xff, 0x35)], 'f\ufffd5'],
  ['a cut character at the end', [bytes(0x66, 0xf0, 0x9f)], 'f\ufffd'],
];

/** The same of texts whose cells are not one character each: `bare` says what is right. */
const joined: readonly (readonly [what: string, text: string])[] = [
  ['a sign of presentation behind a query', '\u25bd\x1b[6n\ufe0f'],
  ['one behind a query and half an escape sequence', '\u25bd\x1b[6n\x1b\u2764\ufe0f'],
  ['an accent behind a query', 'e\x1b[6n\u0301'],
  ['a skin tone behind a query', '\u{1f44d}\x1b[6n\u{1f3fd}'],
  ['half a flag behind a query', '\u{1f1e9}\x1b[6n\u{1f1ea}'],
  ['a couple that is torn apart', '\u{1f468}\u200d\x1b[6n\u{1f469}'],
];

describe('a screen', () => {
  let through: Through;
  beforeAll(async () => {
    through = await Through.start();
  });
  afterAll(() => through.close());

  test.each(known)('shows %s, in a window and without', async (_what, pieces, line) => {
    const cells = [...line].map((char, x) => `0,${x} ${JSON.stringify(char)} `);
    const wanted = [`cursor 0,${line.length}`, ...cells];
    expect(bare(pieces)).toEqual(wanted);
    expect(await through.show(pieces, 'live')).toEqual(wanted);
    expect(await through.show(pieces, 'late')).toEqual(wanted);
  });

  test.each(joined)('shows %s as a bare emulator does', async (_what, text) => {
    const pieces = [Buffer.from(text)];
    const wanted = bare(pieces);
    expect(await through.show(pieces, 'live')).toEqual(wanted);
    expect(await through.show(pieces, 'late')).toEqual(wanted);
    const each = [...text].map((char) => Buffer.from(char));
    expect(await through.show(each, 'live')).toEqual(wanted);
  });

  test(
    'is in a window what it is in a bare emulator, whatever is printed',
    async () => {
      const told = progress();
      await fc.assert(
        fc.asyncProperty(cut, fc.constantFrom('live', 'live', 'live', 'late'), async (pieces, when) => {
          const wanted = bare(pieces);
          const shown = await through.show(pieces, when);
          if (wanted !== undefined) expect(shown).toEqual(wanted);
          told();
        }),
        {
          seed: Number(process.env['COTTY_SEED'] ?? 1),
          numRuns: RUNS,
          interruptAfterTimeLimit: SECONDS * 1000,
          markInterruptAsFailure: false,
          reporter: (out) => {
            // Of an interrupted run as well, how far it came.
            if (process.env['COTTY_FUZZ']) process.stdout.write(`${out.numRuns} streams\n`);
            if (!out.failed) return;
            const [pieces, when] = out.counterexample ?? [];
            const text = (pieces ?? []).map((piece) => JSON.stringify(Buffer.from(piece).toString('latin1')));
            throw new Error(
              `after ${out.numRuns} streams, seed ${out.seed}, ${when}: ${text.join(' | ')}\n${out.errorInstance}`,
            );
          },
        },
      );
    },
    24 * 60 * 60 * 1000,
  );
});
