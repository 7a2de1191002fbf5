/** Every operation of the HTTP API and of the web door, in words. A test holds the list against the routes. */

export type Operation = {
  /** With `{id}` for the id of a terminal. */
  readonly path: string;
  readonly method: 'get' | 'post' | 'delete';
  readonly id: string;
  readonly summary: string;
  readonly query?: readonly Parameter[];
  /** Name of the schema of the body; undefined when it has none. */
  readonly body?: string;
  /** Whether the body can be left out. */
  readonly bodyOptional?: true;
  /** Status and name of the schema of its JSON; `stream` for server-sent events, null for no body. */
  readonly answer: readonly [status: number, schema: string | null];
  /** Statuses of refusals. */
  readonly refusals: readonly number[];
  /** Of the web door alone; and whether a session is needed there. */
  readonly web?: 'session' | 'none';
};

type Parameter = { readonly name: string; readonly schema: object; readonly description: string };

const ALWAYS = [400, 401, 403, 405, 503];
const BODY = [408, 413, 415];
const terminals = '/api/terminals';
const one = `${terminals}/{id}`;

const closed: Parameter = {
  name: 'closed',
  schema: { enum: ['1'] },
  description: 'those that were closed in the last five minutes instead',
};
const last: Parameter = {
  name: 'last',
  schema: { type: 'integer', minimum: 1, maximum: 10_000, default: 100 },
  description: 'how many lines',
};
const lines: Parameter = {
  name: 'lines',
  schema: { enum: ['1'] },
  description: 'messages are whole lines',
};
const lastEventId: Parameter = {
  name: 'lastEventId',
  schema: { type: 'string' },
  description: 'goes on behind this event, as the header Last-Event-ID',
};

const api = (operation: Operation): Operation => ({
  ...operation,
  refusals: [
    ...ALWAYS,
    ...(operation.path === one || operation.path.startsWith(`${one}/`) ? [404] : []),
    ...operation.refusals,
  ],
});

export const operations: readonly Operation[] = [
  api({
    path: terminals,
    method: 'get',
    id: 'listTerminals',
    summary: 'List the terminals',
    query: [closed],
    answer: [200, 'TerminalList'],
    refusals: [],
  }),
  api({
    path: terminals,
    method: 'post',
    id: 'makeTerminal',
    summary: 'Make a terminal, and run a command in its shell',
    body: 'NewTerminal',
    bodyOptional: true,
    answer: [201, 'MadeTerminal'],
    refusals: [...BODY, 409],
  }),
  api({
    path: terminals,
    method: 'delete',
    id: 'endTerminals',
    summary: 'End all terminals',
    answer: [200, 'Ended'],
    refusals: [],
  }),
  api({
    path: one,
    method: 'get',
    id: 'showTerminal',
    summary: 'Show one terminal',
    answer: [200, 'OneTerminal'],
    refusals: [],
  }),
  api({
    path: one,
    method: 'delete',
    id: 'endTerminal',
    summary: 'End one terminal',
    answer: [200, 'Done'],
    refusals: [],
  }),
  api({
    path: `${one}/output`,
    method: 'get',
    id: 'streamOutput',
    summary: 'Follow the output as server-sent events: snapshot, messages, resize, clear, title, gap, exit',
    query: [lines, lastEventId],
    answer: [200, 'stream'],
    refusals: [],
  }),
  api({
    path: `${one}/lines`,
    method: 'get',
    id: 'lastLines',
    summary: 'Read the last lines of scrollback and screen',
    query: [last],
    answer: [200, 'Lines'],
    refusals: [],
  }),
  api({
    path: `${one}/input`,
    method: 'post',
    id: 'type',
    summary: 'Type into a terminal',
    body: 'Input',
    answer: [200, 'Done'],
    refusals: BODY,
  }),
  api({
    path: `${one}/resize`,
    method: 'post',
    id: 'resize',
    summary: 'Set the size; in a terminal whose holder is gone the caller becomes the holder',
    body: 'Size',
    answer: [200, 'Done'],
    refusals: BODY,
  }),
  api({
    path: `${one}/rename`,
    method: 'post',
    id: 'rename',
    summary: 'Give a terminal another name',
    body: 'Rename',
    answer: [200, 'Renamed'],
    refusals: BODY,
  }),
  api({
    path: `${one}/kill`,
    method: 'post',
    id: 'killTerminal',
    summary: 'End one terminal, as DELETE does',
    answer: [200, 'Done'],
    refusals: [],
  }),
  api({
    path: '/api/openapi.json',
    method: 'get',
    id: 'describe',
    summary: 'This description',
    answer: [200, 'Description'],
    refusals: [],
  }),
  {
    path: '/web/sign-in',
    method: 'post',
    id: 'signIn',
    summary: 'Make a session of a link, which is used up by that; the cookie comes with the answer',
    body: 'SignIn',
    answer: [200, 'SignedIn'],
    refusals: [400, 401, 403, 405, ...BODY],
    web: 'none',
  },
  {
    path: '/web/session',
    method: 'get',
    id: 'session',
    summary: 'Show the own session',
    answer: [200, 'WebSession'],
    refusals: [401, 403, 405],
    web: 'session',
  },
  {
    path: '/web/ticket',
    method: 'post',
    id: 'ticket',
    summary: 'Get a ticket for one WebSocket at /web/ahp?ticket=…, which speaks the Agent Host Protocol',
    body: 'Empty',
    answer: [200, 'Ticket'],
    refusals: [400, 401, 403, 405, ...BODY],
    web: 'session',
  },
  {
    path: '/web/sign-out',
    method: 'post',
    id: 'signOut',
    summary: 'End the own session with its WebSockets',
    body: 'Empty',
    answer: [204, null],
    refusals: [400, 401, 403, 405, ...BODY],
    web: 'session',
  },
];
