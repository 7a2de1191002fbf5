import { expect, test } from 'vitest';
import { heldBy, lossesIn, workIn } from '../../src/client/closing.ts';
import { META_KEY } from '../../src/protocol/common/meta.ts';
import type { TerminalInfo } from '../../src/protocol/terminal/state.ts';

const me = { clientId: 'page', writer: 'user:me' };

function terminal(name: string, meta: object = {}, clientId = 'page'): TerminalInfo {
  return {
    resource: `ahp-terminal:/${name}`,
    title: name,
    claim: { kind: 'client', clientId },
    lifecycle: { status: 'running' },
    _meta: { [META_KEY]: meta },
  };
}

const running = (commandLine: string) => ({ running: { commandLine, startedAt: 0 } });
const ada = { holder: { name: 'ada', connected: true } };

test('a running terminal that somebody else holds is lost by that holder, an exited one by nobody', () => {
  const held = terminal('prod', ada, 'other');
  expect(heldBy(held, me)).toEqual(['ada holds it.']);
  expect(heldBy({ ...held, lifecycle: { status: 'exited' } }, me)).toEqual([]);
  expect(heldBy(terminal('prod'), me)).toEqual([]);
});

test('the running command and the jobs are named, of many jobs the first', () => {
  expect(workIn({ running: null, jobs: [] })).toEqual([]);
  expect(workIn({ running: 'make \x1b[2J', jobs: ['sleep'] })).toEqual([
    'make [2J runs there.',
    'Its shell has a job: sleep.',
  ]);
  expect(workIn({ running: null, jobs: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] })).toEqual([
    'Its shell has 7 jobs: a, b, c, d, e and 2 more.',
  ]);
});

test('of terminals that are closed together, who holds them comes first, then what runs there', () => {
  const busy = Array.from({ length: 8 }, (_, n) => terminal(`t${n}`, running(`job ${n}`)));
  const losses = lossesIn([...busy, terminal('prod', ada, 'other')], me);
  expect(losses.slice(0, 2)).toEqual(['ada holds prod.', 'job 0 runs in t0.']);
  expect([losses.length, losses.at(-1)]).toEqual([8, 'and 2 more']);
  expect(lossesIn([terminal('idle')], me)).toEqual([]);
});
