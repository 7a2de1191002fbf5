/** Everything a peer or program could make grow without end: the number, its unit, and what happens at it. */

type Limit = {
  readonly value: number;
  readonly unit: string;
  readonly rule: string;
  /** What it may be set to. */
  readonly least: number;
  readonly most: number;
};

const KI = 1024;
const MI = 1024 * 1024;

export const limitTable = {
  frameBytes: {
    value: 8 * MI,
    unit: 'bytes in one message to the host',
    rule: 'the connection is closed with 1009',
    least: 64 * KI,
    most: 64 * MI,
  },
  jsonDepth: {
    value: 64,
    unit: 'levels in one message',
    rule: 'the message is answered with an error, unparsed',
    least: 8,
    most: 1000,
  },
  connections: {
    value: 512,
    unit: 'connections at each door',
    rule: 'further ones are hung up on',
    least: 1,
    most: 10_000,
  },
  requests: {
    value: 256,
    unit: 'requests of a connection under way',
    rule: 'further ones are answered with an error',
    least: 1,
    most: 10_000,
  },
  subscriptions: {
    value: 1024,
    unit: 'subscriptions of a connection',
    rule: 'further ones are answered with an error',
    least: 1,
    most: 1024,
  },
  terminals: {
    value: 256,
    unit: 'terminals in all',
    rule: 'no further one is created',
    least: 1,
    most: 10_000,
  },
  clientTerminals: {
    value: 128,
    unit: 'terminals that one client holds',
    rule: 'no further one is created for it',
    least: 1,
    most: 10_000,
  },
  sessionTerminals: {
    value: 10,
    unit: 'terminals that one session holds',
    rule: 'no further one is created for it',
    least: 1,
    most: 10_000,
  },
  exitedSeconds: {
    value: 5 * 60,
    unit: 'seconds that an exited terminal stays on the list',
    rule: 'it is closed; for five more minutes it can be brought back',
    least: 1,
    most: 7 * 24 * 60 * 60,
  },
  inputChars: {
    value: MI,
    unit: 'UTF-16 units in one input',
    rule: 'the input is rejected whole',
    least: KI,
    most: MI,
  },
  actionChars: {
    value: 64 * KI,
    unit: 'UTF-16 units in one action or claim, the text of an input aside',
    rule: 'it is rejected, and not repeated in the rejection',
    least: KI,
    most: 8 * MI,
  },
  contentChars: {
    value: 256 * KI,
    unit: 'UTF-16 units of content of a terminal',
    rule: 'it is cut from the front to three quarters, at a line',
    least: 4 * KI,
    most: 16 * MI,
  },
  scrollbackLines: {
    value: 2000,
    unit: 'lines above the screen of a terminal',
    rule: 'the oldest go',
    least: 0,
    most: 100_000,
  },
  replayEnvelopes: {
    value: 4096,
    unit: 'envelopes kept for clients that come back',
    rule: 'the oldest go; who has missed those gets snapshots',
    least: 1,
    most: 1_000_000,
  },
  replayChars: {
    value: 8 * MI,
    unit: 'UTF-16 units in those envelopes',
    rule: 'the oldest go; who has missed those gets snapshots',
    least: 64 * KI,
    most: 1024 * MI,
  },
  pendingBytes: {
    value: 4 * MI,
    unit: 'bytes on their way to one connection',
    rule: 'it is not read meanwhile; a viewer this far behind is closed with 4008, for a snapshot',
    least: 512 * KI,
    most: 256 * MI,
  },
  failedTokens: {
    value: 10,
    unit: 'wrong tokens from one address in a minute',
    rule: 'the address is answered 429 until the minute is over',
    least: 1,
    most: 1000,
  },
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitName = keyof typeof limitTable;
export type Limits = { readonly [N in LimitName]: number };

export const limitNames = Object.keys(limitTable) as readonly LimitName[];

/** All of them, those given instead of those of the table. */
export function withLimits(own: Partial<Limits> = {}): Limits {
  const standard = Object.fromEntries(limitNames.map((name) => [name, limitTable[name].value]));
  return { ...(standard as Limits), ...own };
}

export type ReadLimits =
  | { readonly ok: true; readonly limits: Partial<Limits> }
  | { readonly ok: false; readonly error: string };

/** Reads `NAME=NUMBER,NAME=NUMBER`. */
export function readLimits(text: string): ReadLimits {
  const limits: Partial<Record<LimitName, number>> = {};
  for (const entry of text.split(/[\s,]+/).filter((part) => part !== '')) {
    const [name = '', digits = ''] = entry.split('=', 2);
    if (!isLimit(name))
      return { ok: false, error: `there is no limit "${name}"; there are: ${limitNames.join(', ')}` };
    const { least, most } = limitTable[name];
    const value = /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
    if (!(value >= least && value <= most)) {
      return { ok: false, error: `the limit ${name} is a number from ${least} to ${most}, not "${digits}"` };
    }
    limits[name] = value;
  }
  return { ok: true, limits };
}

function isLimit(name: string): name is LimitName {
  return Object.hasOwn(limitTable, name);
}
