import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatWaitRow, parseWaits, rowsOfWait } from '../../../src/ledger/files/wait-row.ts';
import { hasText, type Wait } from '../../../src/ledger/records/wait.ts';
import { AUTHORITIES, BLOCKED_KINDS } from '../../../src/protocol/terminal/program-status.ts';

const FULL: Wait = {
  n: 1,
  askedAt: 5,
  app: 'codex',
  kind: 'permission',
  msg: 'Run rm?',
  told: 'report',
  command: { seq: 3, id: 'cmd-3', line: 'codex' },
  answer: { at: 7, by: 'user:ada', words: 'Yes' },
  over: { at: 8, how: 'answer', by: 'user:ada' },
  end: { at: 9, exitCode: 0 },
};

const written = (waits: readonly Wait[]) => waits.flatMap(rowsOfWait).map(formatWaitRow).join('');

describe('the rows of waits', () => {
  test('give the waits back, in their order', () => {
    const at = fc.nat();
    const optional = { requiredKeys: ['at'] } as const;
    const wait = fc.record(
      {
        askedAt: at,
        app: fc.string(),
        kind: fc.constantFrom(...BLOCKED_KINDS),
        msg: fc.string(),
        told: fc.constantFrom(...AUTHORITIES),
        command: fc.record({ seq: fc.nat(), id: fc.string(), line: fc.string() }),
        answer: fc.record({ at, by: fc.string(), words: fc.string() }, optional as never),
        over: fc.record(
          { at, how: fc.constantFrom('answer', 'typed', 'went-on', 'ended'), by: fc.string() },
          { requiredKeys: ['at', 'how'] } as never,
        ),
        end: fc.record({ at, exitCode: fc.integer() }, optional as never),
      },
      { requiredKeys: ['askedAt', 'told'] },
    );
    fc.assert(
      fc.property(fc.array(wait), (some) => {
        const waits = some.map((each, index) => ({ n: index + 1, ...each })) as unknown as readonly Wait[];
        expect(parseWaits(written(waits))).toEqual(waits);
      }),
    );
  });

  test('are read past damaged lines, other versions and rows about waits that are not there', () => {
    const lines = [
      '{"v":1,"row":"asked","n":0,"askedAt":',
      'junk',
      '[]',
      '{"v":2,"row":"asked","n":7,"askedAt":1,"told":"report"}',
      '{"v":1,"row":"asked","n":7,"askedAt":1,"told":"nobody"}',
      '{"v":1,"row":"asked","n":-1,"askedAt":1,"told":"report"}',
      '{"v":1,"row":"over","n":9,"at":3,"how":"typed"}',
      '{"v":1,"row":"asked","n":2,"askedAt":1,"told":"hook","app":4,"kind":"coffee","command":{"seq":"x"}}',
      '{"v":1,"row":"over","n":2,"at":3,"how":"magic"}',
      '{"v":1,"row":"end","n":2,"at":3,"exitCode":"0"}',
      '{"v":1,"row":"answer","n":2,"at":"3"}',
    ];
    expect(parseWaits(lines.join('\n'))).toEqual([{ n: 2, askedAt: 1, told: 'hook', end: { at: 3 } }]);
  });

  test('of earlier versions, which named what a rule had read, are those of rules', () => {
    for (const told of ['title', 'notice', 'screen', 'shell'])
      expect(parseWaits(`{"v":1,"row":"asked","n":1,"askedAt":1,"told":"${told}"}`)).toEqual([
        { n: 1, askedAt: 1, told: 'rules' },
      ]);
  });

  test('tell later words of a question', () => {
    const { msg: _msg, ...wordless } = FULL;
    expect(parseWaits(written([wordless, FULL]))).toEqual([FULL]);
  });
});

test('a wait is found by a text in its question, its program or its command line', () => {
  for (const text of ['run RM', 'Codex', 'code']) expect(hasText(FULL, text)).toBe(true);
  expect(hasText(FULL, 'yes')).toBe(false);
});
