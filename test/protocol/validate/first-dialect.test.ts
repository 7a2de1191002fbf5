import { describe, expect, it } from 'vitest';
import { parseParams } from '../../../src/protocol/messages.ts';
import { parseEnvelope } from '../../../src/protocol/validate/read-envelope.ts';

const terminal = 'agenthost-terminal:/1';
const claim = { kind: 'client', clientId: 'c1' };

describe('params of the dialect before 0.2', () => {
  it.each([
    ['subscribe', { resource: 'agenthost:/root' }, 'agenthost:/root'],
    ['subscribe', { channel: null, resource: terminal }, terminal],
    ['unsubscribe', { resource: terminal }, terminal],
    ['createTerminal', { terminal, claim }, terminal],
    ['disposeTerminal', { terminal }, terminal],
  ] as const)('%s %j is about its resource', (method, params, channel) => {
    expect(parseParams(method, params)).toMatchObject({ ok: true, params: { channel } });
  });

  it('name the terminal of an action in the action, which then carries none', () => {
    const action = { type: 'terminal/input', terminal, data: 'x' };
    expect(parseParams('dispatchAction', { clientSeq: 1, action })).toEqual({
      ok: true,
      params: { channel: terminal, clientSeq: 1, action: { type: 'terminal/input', data: 'x' } },
    });
  });

  it('need no channel for an action of the root', () => {
    const action = { type: 'root/configChanged', config: {} };
    const parsed = parseParams('dispatchAction', { clientSeq: 1, action });
    expect(parsed).toMatchObject({ ok: true, params: { channel: 'ahp-root://', action } });
  });

  it.each([
    ['a session beside the terminal', { type: 'terminal/input', terminal, session: 'copilot:/1', data: 'x' }],
    ['an action of something else', { type: 'session/titleChanged', terminal }],
    ['no terminal', { type: 'terminal/input', data: 'x' }],
    ['a terminal that is no text', { type: 'terminal/input', terminal: 7, data: 'x' }],
  ])('are refused with %s', (_what, action) => {
    expect(parseParams('dispatchAction', { clientSeq: 1, action }).ok).toBe(false);
  });

  it('do not override a channel, nor what other methods mean by these names', () => {
    const action = { type: 'terminal/input', terminal: 'ahp-terminal:/other', data: 'x' };
    const parsed = parseParams('dispatchAction', { channel: terminal, clientSeq: 1, action });
    expect(parsed).toMatchObject({ ok: true, params: { channel: terminal, action } });
    const asked = parseParams('authenticate', { resource: 'https://example.com', token: 'x' });
    expect(asked).toMatchObject({ ok: true, params: { channel: 'ahp-root://' } });
  });
});

describe('an action of a host before 0.2', () => {
  it('is of the terminal that it names', () => {
    const origin = { clientId: 'c1', clientSeq: 1 };
    const action = { type: 'terminal/data', terminal, data: 'x' };
    expect(parseEnvelope({ action, serverSeq: 4, origin })).toMatchObject({
      ok: true,
      envelope: { channel: terminal, action: { type: 'terminal/data', data: 'x' }, serverSeq: 4, origin },
    });
  });

  it('is of the root by its type, and of nothing without either', () => {
    const list = parseEnvelope({ action: { type: 'root/terminalsChanged', terminals: [] }, serverSeq: 4 });
    expect(list).toMatchObject({ ok: true, envelope: { channel: 'ahp-root://' } });
    expect(parseEnvelope({ action: { type: 'terminal/data', data: 'x' }, serverSeq: 4 }).ok).toBe(false);
  });
});
