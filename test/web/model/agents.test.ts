import { describe, expect, it } from 'vitest';
import { META_KEY } from '../../../src/protocol/common/meta.ts';
import { agentSession } from '../../../src/protocol/common/uri.ts';
import type { TerminalInfo } from '../../../src/protocol/terminal/state.ts';
import { agentRows } from '../../../src/web/model/agents.ts';

const me = { clientId: 'page', writer: 'user:tom' };

function terminal(uri: string, claim: TerminalInfo['claim'], meta: object = {}): TerminalInfo {
  return { resource: uri, title: uri, claim, lifecycle: { status: 'running' }, _meta: { [META_KEY]: meta } };
}

const mine = { kind: 'client', clientId: 'page' } as const;
const ofAda = { kind: 'session', session: agentSession('ada') } as const;

describe('agentRows', () => {
  it('tells what a connected agent holds, and what it waits for from whom', () => {
    const connected = [{ handle: 'ada', since: 5, holds: ['a'] }];
    const terminals = [
      terminal('a', ofAda),
      terminal('b', mine, { askedBy: 'agent:ada' }),
      terminal(
        'c',
        { kind: 'client', clientId: 'other' },
        {
          askedBy: 'agent:ada',
          holder: { name: 'eve', connected: true },
        },
      ),
    ];
    expect(agentRows(connected, terminals, me)).toEqual([
      {
        handle: 'ada',
        since: 5,
        holds: ['a'],
        asksFor: [
          { uri: 'b', of: undefined },
          { uri: 'c', of: 'eve' },
        ],
      },
    ]);
  });

  it('lists agents that have gone and still hold terminals', () => {
    expect(agentRows([], [terminal('a', ofAda), terminal('b', mine), terminal('c', ofAda)], me)).toEqual([
      { handle: 'ada', since: undefined, holds: ['a', 'c'], asksFor: [] },
    ]);
  });
});
