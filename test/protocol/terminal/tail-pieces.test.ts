import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Action, dataIn } from '../../../src/protocol/envelope.ts';
import { terminalReducer } from '../../../src/protocol/terminal/reducer.ts';
import type { TerminalState } from '../../../src/protocol/terminal/state.ts';
import { TailPieces } from '../../../src/protocol/terminal/tail-pieces.ts';
import { trimContent } from '../../../src/protocol/terminal/trim.ts';

const KI = 1024;
const LIMIT = 96 * KI;
const KEPT = 64 * KI;

const empty: TerminalState = {
  title: 't',
  content: [],
  lifecycle: { status: 'running' },
  claim: { kind: 'client', clientId: 'me' },
};

/** Lines, one endless line, half sequences, a string that never ends, halves of pairs: repeated to some size. */
const text = fc
  .tuple(
    fc.constantFrom(
      'line\r\n',
      'x',
      '\x1b[31mred\x1b[m\r\n',
      '\x1b]2;title',
      '😀',
      '\x1b[3',
      '1m\n',
      'a\x1b',
    ),
    fc.integer({ min: 1, max: 40 * KI }),
  )
  .map(([unit, length]) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length));

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 12, arbitrary: text.map((data): Action => ({ type: 'terminal/data', data })) },
  { weight: 2, arbitrary: fc.constant<Action>({ type: 'terminal/data', data: '$' }) },
  ...[
    { type: 'terminal/commandExecuted', commandId: 'c', commandLine: 'ls', timestamp: 1 } as const,
    { type: 'terminal/commandFinished', commandId: 'c', exitCode: 0 } as const,
    { type: 'terminal/cleared' } as const,
    { type: 'terminal/titleChanged', title: 'u' } as const,
  ].map((one) => ({ weight: 1, arbitrary: fc.constant<Action>(one) })),
);

test('content is cut where it would be cut without, whatever came and in whatever pieces', () => {
  let spared = 0;
  fc.assert(
    fc.property(fc.array(action, { minLength: 10, maxLength: 40 }), (actions) => {
      const tailPieces = new TailPieces();
      let state = empty;
      let plain = empty;
      for (const each of actions) {
        const next = terminalReducer(state, each);
        tailPieces.note(state.content, next.content, dataIn(each));
        plain = terminalReducer(plain, each);
        const before = next.content.at(-1);
        state = { ...next, content: trimContent(next.content, LIMIT, KEPT, tailPieces).content };
        plain = { ...plain, content: trimContent(plain.content, LIMIT, KEPT).content };
        expect(state).toEqual(plain);
        if (state.content.at(-1) !== before) spared++;
      }
    }),
    { numRuns: 60 },
  );
  expect(spared).toBeGreaterThan(60);
});

test('pieces that do not reach back to the cut are of no use', () => {
  const tailPieces = new TailPieces();
  const before = [{ type: 'unclassified', value: 'x'.repeat(100 * KI) }] as const;
  const after = [{ type: 'unclassified', value: `${before[0].value}end\r\n` }] as const;
  tailPieces.note(before, after, { data: 'end\r\n' });
  expect(tailPieces.cutHead(after[0].value, 10 * KI)).toBeUndefined();
});
