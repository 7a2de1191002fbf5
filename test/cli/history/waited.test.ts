import { expect, test } from 'vitest';
import { formatWaits } from '../../../src/cli/history/waited.ts';
import type { CommandWait } from '../../../src/protocol/cotty/program.ts';

const AT = new Date(2026, 0, 31, 9, 5, 7).getTime();

const wait = (rest: Partial<CommandWait>): CommandWait => ({
  terminal: 'ahp-terminal:/1',
  name: 'build',
  askedAt: AT,
  answeredAt: AT + 65_000,
  seq: 4,
  app: 'codex',
  msg: 'Run rm?',
  ...rest,
});

test('the table tells how long each waited, who answered, and how the command ended', () => {
  const waits = [
    wait({ told: 'hook', how: 'answer', by: 'user:mara', finishedAt: AT + 70_000, exitCode: 3 }),
    wait({ how: 'typed', by: 'agent:ci', finishedAt: AT + 70_000 }),
    wait({ how: 'went-on' }),
    wait({ how: 'ended', exitCode: 130, finishedAt: AT }),
    wait({ answeredAt: null, msg: 'Wh\x1bich\u202e one?' }),
  ];
  expect(formatWaits(waits, AT + 90_000)).toBe(
    [
      'ASKED                TERMINAL  APP    WAITED  BY       EXIT  QUESTION',
      '2026-01-31 09:05:07  build     codex  1m5s    mara     3     Run rm?',
      '2026-01-31 09:05:07  build     codex  1m5s    @ci      ?     "Run rm?"',
      '2026-01-31 09:05:07  build     codex  1m5s    went on  open  "Run rm?"',
      '2026-01-31 09:05:07  build     codex  1m5s    ended    130   "Run rm?"',
      '2026-01-31 09:05:07  build     codex  1m30s   open     open  "Which one?"',
      '',
    ].join('\n'),
  );
});

test('the question is cut where the terminal is narrow, and its kind is told without words', () => {
  const { msg: _msg, seq: _seq, app: _app, ...bare } = wait({ kind: 'question' });
  const [, cut, kind] = formatWaits([wait({ msg: 'x'.repeat(80) }), bare], AT, 80).split('\n');
  expect(cut?.length).toBeLessThanOrEqual(80);
  expect(kind).toMatch(/build +- +1m5s +went on +- +question$/);
});
