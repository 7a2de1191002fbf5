import { expect, test } from 'vitest';
import { type Actor, released } from '../../../src/host/clients/claims.ts';
import { META_KEY } from '../../../src/protocol/common/meta.ts';
import type { TerminalAction } from '../../../src/protocol/terminal/actions.ts';
import type { TerminalClaim } from '../../../src/protocol/terminal/state.ts';

const session = 'ahp-session:/ada';
const held: TerminalClaim = { kind: 'session', session, toolCallId: 'claim-1' };
const background: TerminalClaim = { kind: 'session', session };
const lender: TerminalClaim = { kind: 'client', clientId: 'window-1' };
const agent: Actor = { clientId: 'mcp-1', agent: 'ada', sessions: new Set([session]) };
const person: Actor = { clientId: 'window-2', sessions: new Set() };
const holder: Actor = { clientId: 'window-1', sessions: new Set() };
const gives = { [META_KEY]: { release: true } };
const release: TerminalAction = { type: 'terminal/claimed', claim: background, _meta: gives };

test('a session that releases a terminal gives it back to the client that had it', () => {
  expect(released(agent, held, release, lender)).toEqual({ type: 'terminal/claimed', claim: lender });
});

test.each<[string, Actor, TerminalClaim, TerminalAction, TerminalClaim | undefined]>([
  ['no client ever had it', agent, held, release, undefined],
  ['it is a claim like others', agent, held, { type: 'terminal/claimed', claim: background }, lender],
  ['a person narrows the claim of a session', person, held, release, lender],
  ['a client holds it', agent, lender, release, lender],
  ['a client that holds it hands it over', holder, lender, release, { kind: 'client', clientId: 'window-2' }],
  ['it is no claim', agent, held, { type: 'terminal/commandFinished', commandId: 'c', _meta: gives }, lender],
])('an action takes effect as it was sent where %s', (_why, actor, claim, action, from) => {
  expect(released(actor, claim, action, from)).toBe(action);
});
