import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readNews } from '../../../src/cli/host/follow-machines.ts';
import { newsOf } from '../../../src/host/push/news.ts';

const line = (value: unknown) => JSON.stringify(value);
const program = { state: 'blocked', kind: 'permission', app: 'ada', since: 5, msg: 'rm -r?', by: 'hook' };

describe('a line about another machine', () => {
  test('has its terminals, with the machine before their names', () => {
    const news = readNews(
      line({ machine: 'box', terminals: [{ uri: 'ahp-terminal:/1', name: 'api', program }] }),
    );
    if (news === undefined || !('terminals' in news)) throw new Error('there are terminals');
    const { by: _, ...told } = program;
    expect(news.terminals.map(newsOf)).toEqual([
      { uri: 'ahp-terminal:/1', name: 'box:api', machine: 'box', ...told },
    ]);
  });

  test('has no question that a machine does not say who has asked', () => {
    for (const by of ['report', 'screen', 'oracle', 7, undefined]) {
      const news = readNews(
        line({ machine: 'box', terminals: [{ uri: 'u', name: 'api', program: { ...program, by } }] }),
      );
      if (news === undefined || !('terminals' in news)) throw new Error('there are terminals');
      expect(news.terminals.map((info) => newsOf(info)?.msg)).toEqual([undefined]);
    }
  });

  test('has why it cannot be told of, or that it is named no longer', () => {
    expect(readNews(line({ machine: 'box', trouble: 'is away: no\u001b[2J route' }))).toEqual({
      machine: 'box',
      trouble: expect.not.stringContaining('\u001b'),
    });
    expect(readNews(line({ machine: 'box' }))).toEqual({ machine: 'box' });
  });

  test.each<[string, unknown]>([
    ['no JSON', undefined],
    ['no machine', { terminals: [] }],
    ['a machine that is no text', { machine: 7, terminals: [] }],
    ['null', null],
  ])('is not read if it has %s', (_, value) => {
    expect(readNews(value === undefined ? '{"machine"' : line(value))).toBeUndefined();
  });

  test('is read within limits, whatever a machine has sent', () => {
    fc.assert(
      fc.property(fc.array(fc.anything(), { maxLength: 30 }), fc.anything(), (terminals, field) => {
        const made = [
          ...terminals,
          {
            uri: 'u',
            name: 'x'.repeat(10_000),
            program: { ...program, msg: 'y'.repeat(100_000), kind: field },
          },
        ];
        const text = line({ machine: 'box', terminals: made });
        const news = readNews(text);
        if (news === undefined || !('terminals' in news)) throw new Error('there are terminals');
        for (const info of news.terminals) {
          const { name = '', msg = '', kind } = newsOf(info) ?? {};
          expect(name.length).toBeLessThan(300);
          expect(msg.length).toBeLessThanOrEqual(2_000);
          expect([undefined, 'permission', 'question', 'auth']).toContain(kind);
        }
      }),
    );
  });
});
