/** Frames that no decent client sends: valid ones damaged in ways that a seed decides, so that a failure comes back. */

const strange = [
  null,
  -1,
  0,
  1.5,
  Number.MAX_SAFE_INTEGER,
  '',
  '\u0000',
  '\ud800',
  'x'.repeat(5000),
  [],
  {},
  [[[[[[]]]]]],
  true,
  '__proto__',
  'ahp-root://',
  'ahp-terminal:/',
  { kind: 'client' },
  { kind: 'session', session: 'ahp-session:/s' },
];

const claim = { kind: 'client', clientId: 'hostile' };
const own = 'ahp-terminal:/hostile';
const action = (type: string, rest: object = {}) => ({
  method: 'dispatchAction',
  params: { channel: own, clientSeq: 1, action: { type, ...rest } },
});

const templates: readonly object[] = [
  { id: 1, method: 'initialize', params: { protocolVersions: ['1.0.0'], clientId: 'hostile' } },
  { id: 2, method: 'reconnect', params: { clientId: 'hostile', lastSeenServerSeq: 0, subscriptions: [own] } },
  { id: 3, method: 'ping' },
  { id: 4, method: 'subscribe', params: { channel: own, delivery: { maxLatencyMs: 1 } } },
  { id: 5, method: 'createTerminal', params: { channel: own, claim, cols: 80, rows: 24, name: 'n' } },
  { id: 6, method: 'disposeTerminal', params: { channel: own } },
  { id: 7, method: 'listSessions', params: { channel: 'ahp-root://', limit: 1 } },
  { id: 8, method: 'authenticate', params: { channel: 'ahp-root://', resource: 'r', token: 't' } },
  { id: 9, method: 'x-cotty/parkTerminal', params: { channel: own } },
  { id: 10, method: 'x-cotty/status' },
  { method: 'unsubscribe', params: { channel: own } },
  { method: 'x-cotty/colors', params: { foreground: '#ffffff' } },
  action('terminal/input', { data: 'x' }),
  action('terminal/resized', { cols: 10, rows: 10 }),
  action('terminal/claimed', { claim }),
  action('terminal/titleChanged', { title: 't' }),
  action('terminal/cleared'),
  action('terminal/data', { data: 'forged' }),
  action('root/terminalsChanged', { terminals: [] }),
  { id: 1, result: null },
  { id: 1, error: { code: 1, message: 'm' } },
];

export type Random = (below: number) => number;

/** Mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

export function hostileFrame(random: Random): string {
  const template = templates[random(templates.length)];
  const message: unknown = structuredClone({ jsonrpc: '2.0', ...template });
  switch (random(4)) {
    case 0:
      return JSON.stringify(message);
    case 1:
      return noise(random);
    case 2:
      return JSON.stringify(replaced(message, random));
    default:
      return damaged(JSON.stringify(message), random);
  }
}

/** One of its values, somewhere, is another. */
function replaced(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random(4) === 0) return strange[random(strange.length)];
  const keys = Object.keys(value);
  const key = keys[random(Math.max(1, keys.length))];
  if (key === undefined) return strange[random(strange.length)];
  const entries = Object.entries(value).map(([name, old]) => [
    name,
    name === key ? replaced(old, random) : old,
  ]);
  return Array.isArray(value) ? entries.map(([, entry]) => entry) : Object.fromEntries(entries);
}

function damaged(text: string, random: Random): string {
  const from = random(text.length);
  const to = from + random(20);
  switch (random(4)) {
    case 0:
      return text.slice(0, from);
    case 1:
      return text.slice(0, from) + text.slice(to);
    case 2:
      return text.slice(0, to) + text.slice(from);
    default:
      return text.slice(0, from) + String.fromCharCode(random(0x10000)) + text.slice(from + 1);
  }
}

function noise(random: Random): string {
  return Array.from({ length: random(60) }, () =>
    String.fromCharCode(random(random(2) === 0 ? 128 : 0x10000)),
  ).join('');
}
