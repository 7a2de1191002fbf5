import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ClientMethod, isClientMethod, parseParams } from '../../../src/protocol/messages.ts';

const claim = { kind: 'client', clientId: 'c1' };
const terminal = 'ahp-terminal:/1';

const valid: [ClientMethod, unknown][] = [
  [
    'initialize',
    { channel: 'ahp-root://', protocolVersions: ['1.0.0'], clientId: 'c1', initialSubscriptions: [] },
  ],
  ['ping', {}],
  ['reconnect', { channel: 'ahp-root://', clientId: 'c1', lastSeenServerSeq: 4, subscriptions: [terminal] }],
  ['reconnect', { clientId: 'c1', subscriptions: [{ channel: terminal, lastSeenServerSeq: 3 }] }],
  ['subscribe', { channel: terminal, delivery: { maxLatencyMs: 0 } }],
  ['createTerminal', { channel: terminal, claim, name: 'build', cwd: 'file:///tmp', cols: 80, rows: 24 }],
  ['createTerminal', { channel: 'agenthost-terminal:/x', claim }],
  ['disposeTerminal', { channel: terminal }],
  ['listSessions', { channel: 'ahp-root://', limit: 10 }],
  ['authenticate', { channel: 'ahp-root://', resource: 'https://example.com', token: 'x', expiresIn: 5 }],
  ['dispatchAction', { channel: terminal, clientSeq: 1, action: { type: 'x-other/thing', more: [1] } }],
  ['unsubscribe', { channel: terminal }],
  ['x-cotty/colors', { foreground: 'rgb:ffff/ffff/ffff', background: '#000000' }],
  ['x-cotty/status', {}],
  ['x-cotty/commands', { channel: terminal, beforeSeq: 12, limit: 1000 }],
  ['x-cotty/output', { channel: terminal, seq: 1, fromLine: 150_000, lines: 3, maxChars: 1024 * 1024 }],
  [
    'x-cotty/outputSearch',
    { channel: terminal, text: 'a.b', ignoreCase: true, seq: 3, fromLine: 2, limit: 5 },
  ],
];

const invalid: [string, ClientMethod, unknown][] = [
  ['no params at all', 'subscribe', undefined],
  ['a list', 'subscribe', [terminal]],
  ['text', 'subscribe', terminal],
  ['a URI with a control character', 'subscribe', { channel: 'ahp-terminal:/\x1b]0;x\x07' }],
  ['a URI longer than 1 KiB', 'subscribe', { channel: `ahp-terminal:/${'x'.repeat(1024)}` }],
  ['an empty URI', 'subscribe', { channel: '' }],
  ['no versions', 'initialize', { clientId: 'c1' }],
  ['an empty client id', 'initialize', { protocolVersions: ['1.0.0'], clientId: '' }],
  [
    'an escape sequence in the name of a client',
    'initialize',
    { protocolVersions: ['1.0.0'], clientId: 'c1', clientInfo: { name: 'me\x1b]52;c;eA==\x07' } },
  ],
  [
    'an 8-bit control in the title of a client',
    'initialize',
    { protocolVersions: ['1.0.0'], clientId: 'c1', clientInfo: { name: 'me', title: 'a\x9b2J' } },
  ],
  ['too many versions', 'initialize', { protocolVersions: Array(65).fill('1.0.0'), clientId: 'c1' }],
  ['too many subscriptions', 'reconnect', { clientId: 'c1', subscriptions: Array(1025).fill(terminal) }],
  ['no claim', 'createTerminal', { channel: terminal }],
  ['a claim of an unknown kind', 'createTerminal', { channel: terminal, claim: { kind: 'group' } }],
  ['the root as a new terminal', 'createTerminal', { channel: 'ahp-root://', claim }],
  ['a session as a new terminal', 'createTerminal', { channel: 'ahp-session:/1', claim }],
  ['no URI as a new terminal', 'createTerminal', { channel: 'terminal one', claim }],
  ['zero columns', 'createTerminal', { channel: terminal, claim, cols: 0, rows: 24 }],
  ['half a row', 'createTerminal', { channel: terminal, claim, cols: 80, rows: 24.5 }],
  ['too many columns', 'createTerminal', { channel: terminal, claim, cols: 65536, rows: 24 }],
  ['a clientSeq below zero', 'dispatchAction', { channel: terminal, clientSeq: -1, action: { type: 'x' } }],
  ['an action without a type', 'dispatchAction', { channel: terminal, clientSeq: 1, action: {} }],
  ['an action that is null', 'dispatchAction', { channel: terminal, clientSeq: 1, action: null }],
  ['line zero', 'x-cotty/output', { channel: terminal, seq: 1, fromLine: 0 }],
  [
    'more output than one answer holds',
    'x-cotty/output',
    { channel: terminal, seq: 1, maxChars: 1024 * 1024 + 1 },
  ],
  ['more commands than one answer holds', 'x-cotty/commands', { channel: terminal, limit: 1001 }],
  ['a search for nothing', 'x-cotty/outputSearch', { channel: terminal, text: '' }],
  ['a colour that carries an escape sequence', 'x-cotty/colors', { foreground: 'rgb:0/0/0\x1b[c' }],
];

describe('parseParams', () => {
  it.each(valid)('accepts %s with %j', (method, params) => {
    expect(parseParams(method, params)).toMatchObject({ ok: true, params: params as object });
  });

  it.each(invalid)('refuses %s', (_what, method, params) => {
    const result = parseParams(method, params);
    expect(result).toEqual({ ok: false, error: expect.stringMatching(/\S/) });
  });

  it('names the field that is wrong', () => {
    const result = parseParams('createTerminal', { channel: terminal, claim, cols: 0 });
    expect(result).toMatchObject({ error: expect.stringMatching(/^cols: /) });
  });

  it('fills in the root channel where only that makes sense', () => {
    expect(parseParams('ping', undefined)).toMatchObject({ ok: true, params: { channel: 'ahp-root://' } });
  });

  it('takes null for absent, also inside', () => {
    const params = {
      channel: terminal,
      name: null,
      cols: null,
      claim: { kind: 'session', session: 's:/1', turnId: null },
    };
    const result = parseParams('createTerminal', params);
    expect(result).toStrictEqual({
      ok: true,
      params: { channel: terminal, claim: { kind: 'session', session: 's:/1' } },
    });
  });

  it('keeps keys it does not know', () => {
    const params = {
      channel: terminal,
      flowControl: { receive: { windowBytes: 1 } },
      claim: { ...claim, later: 1 },
    };
    expect(parseParams('createTerminal', params)).toEqual({ ok: true, params });
  });

  it('never throws, whatever comes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...valid.map(([method]) => method)), fc.jsonValue(), (method, params) => {
        expect(parseParams(method, params).ok).toBeTypeOf('boolean');
      }),
    );
  });
});

it('knows a method from a name of the object prototype', () => {
  expect(isClientMethod('initialize')).toBe(true);
  expect(isClientMethod('toString')).toBe(false);
});
