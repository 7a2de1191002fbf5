/** Limits for everything that a peer or a program could make grow without end: number, unit, and what happens at it. */

const KI = 1024;
const MI = 1024 * 1024;

const webLimits = {
  webLinks: {
    value: 32,
    unit: 'links to the web server that wait for their use',
    rule: 'the oldest of them ends',
    least: 1,
    most: 1000,
  },
  webLinkSeconds: {
    value: 10 * 60,
    unit: 'seconds that a link to the web server waits for its use',
    rule: 'the link ends',
    least: 1,
    most: 24 * 60 * 60,
  },
  webSessions: {
    value: 64,
    unit: 'sessions of browsers at the web server',
    rule: 'the one that was not seen longest ends, with its connections',
    least: 1,
    most: 1000,
  },
  webSessionDays: {
    value: 30,
    unit: 'days that a session at the web server lasts without being seen',
    rule: 'the session ends: the browser needs a new link',
    least: 1,
    most: 400,
  },
  webConnections: {
    value: 32,
    unit: 'WebSockets and HTTP requests that one session has open at the web server',
    rule: 'further ones are refused with 503',
    least: 1,
    most: 1000,
  },
  webTickets: {
    value: 256,
    unit: 'tickets for WebSockets that wait for their use',
    rule: 'the oldest of them ends',
    least: 1,
    most: 10_000,
  },
  webTicketSeconds: {
    value: 30,
    unit: 'seconds that a ticket for a WebSocket waits for its use',
    rule: 'the ticket ends',
    least: 1,
    most: 600,
  },
  webBodyBytes: {
    value: 4 * KI,
    unit: 'bytes in one body to the web server itself',
    rule: 'the request is answered with 413',
    least: KI,
    most: 64 * KI,
  },
  webPageMiB: {
    value: 32,
    unit: 'MiB of files of the page that the web server serves',
    rule: 'no page is served: the server answers 503',
    least: 1,
    most: KI,
  },
} as const;

export type Limit = {
  readonly value: number;
  readonly unit: string;
  readonly rule: string;
  /** Smallest and largest value that can be set. */
  readonly least: number;
  readonly most: number;
};

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
    unit: 'connections to each listener that have signed in',
    rule: 'further ones are refused with 503',
    least: 1,
    most: 10_000,
  },
  waitingConnections: {
    value: 64,
    unit: 'connections to each listener that have not signed in',
    rule: 'the oldest of them gives way to a new one',
    least: 1,
    most: 10_000,
  },
  requests: {
    value: 256,
    unit: 'unanswered requests of one connection',
    rule: 'further requests are answered with an error',
    least: 1,
    most: 10_000,
  },
  subscriptions: {
    value: 1024,
    unit: 'subscriptions of one connection',
    rule: 'further subscriptions are answered with an error',
    least: 1,
    most: 1024,
  },
  terminals: {
    value: 256,
    unit: 'terminals in all',
    rule: 'no further terminal is created',
    least: 1,
    most: 10_000,
  },
  clientTerminals: {
    value: 128,
    unit: 'terminals that one client holds',
    rule: 'no further terminal is created for it',
    least: 1,
    most: 10_000,
  },
  sessionTerminals: {
    value: 10,
    unit: 'terminals that one session holds',
    rule: 'no further terminal is created for it',
    least: 1,
    most: 10_000,
  },
  exitedSeconds: {
    value: 5 * 60,
    unit: 'seconds that an exited terminal stays on the list',
    rule: 'the terminal is closed; it can be restored for five more minutes',
    least: 1,
    most: 7 * 24 * 60 * 60,
  },
  endedTerminals: {
    value: 32,
    unit: 'terminals that have ended and can be read for five minutes',
    rule: 'the one that ended first is kept no longer',
    least: 0,
    most: 1000,
  },
  waitingRuns: {
    value: 32,
    unit: 'commands that wait for their turn in one terminal',
    rule: 'further ones are refused',
    least: 1,
    most: 1000,
  },
  inputChars: {
    value: MI,
    unit: 'UTF-16 units in one input',
    rule: 'the whole input is rejected',
    least: KI,
    most: MI,
  },
  actionChars: {
    value: 64 * KI,
    unit: 'UTF-16 units in one action or claim, without the text of an input',
    rule: 'the action is rejected, and the rejection does not repeat it',
    least: KI,
    most: 8 * MI,
  },
  contentChars: {
    value: 256 * KI,
    unit: 'UTF-16 units of content of one terminal',
    rule: 'outputs are shortened to head and tail, oldest first, then the oldest parts dropped, down to three quarters',
    least: 4 * KI,
    most: 16 * MI,
  },
  outputMiB: {
    value: 16,
    unit: 'MiB of output kept of one command',
    rule: 'its first half stays, and of its end half as much, at most 4 Mi characters; it says what is missing',
    least: 1,
    most: 64 * KI,
  },
  outputsMiB: {
    value: KI,
    unit: 'MiB of outputs kept of one terminal',
    rule: 'the oldest outputs are deleted down to head and tail; the commands stay in the list',
    least: 1,
    most: MI,
  },
  scrollbackLines: {
    value: 2000,
    unit: 'lines of scrollback of one terminal',
    rule: 'the oldest lines are dropped',
    least: 0,
    most: 100_000,
  },
  replayEnvelopes: {
    value: 4096,
    unit: 'envelopes kept for clients that reconnect',
    rule: 'the oldest are dropped; a client that missed those gets snapshots',
    least: 1,
    most: 1_000_000,
  },
  replayChars: {
    value: 8 * MI,
    unit: 'UTF-16 units in the envelopes kept for clients that reconnect, half of them of one terminal',
    rule: 'the oldest are dropped; a client that missed those gets snapshots',
    least: 64 * KI,
    most: 1024 * MI,
  },
  pendingBytes: {
    value: 4 * MI,
    unit: 'unsent bytes to one connection',
    rule: 'the host reads nothing more from it; a viewer this far behind is closed with 4008, to get a snapshot',
    least: 512 * KI,
    most: 256 * MI,
  },
  failedTokens: {
    value: 10,
    unit: 'wrong tokens from one address in a minute',
    rule: 'answers to further wrong ones come a second late; a right one is never held up',
    least: 1,
    most: 1000,
  },
  ...webLimits,
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitName = keyof typeof limitTable;
export type Limits = { readonly [N in LimitName]: number };

export const limitNames = Object.keys(limitTable) as readonly LimitName[];

/** Returns all limits: the given ones, and the values of the table for the rest. */
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
      return { ok: false, error: `there is no limit "${name}"; the limits are: ${limitNames.join(', ')}` };
    const { least, most } = limitTable[name];
    const value = /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
    if (!(value >= least && value <= most)) {
      return {
        ok: false,
        error: `the limit ${name} must be a number from ${least} to ${most}, not "${digits}"`,
      };
    }
    limits[name] = value;
  }
  return { ok: true, limits };
}

function isLimit(name: string): name is LimitName {
  return Object.hasOwn(limitTable, name);
}
