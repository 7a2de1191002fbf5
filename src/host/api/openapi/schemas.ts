/** What the HTTP API answers, as JSON Schema. A test holds each against the answers of a host. */

const text = { type: 'string' } as const;
const whole = { type: 'integer', minimum: 0 } as const;
const yes = { type: 'boolean' } as const;
const time = { type: 'string', format: 'date-time' } as const;
const millis = { ...whole, description: 'Unix milliseconds' } as const;

/** An object that has these fields and no others; names with `?` may be absent. */
function object(fields: Readonly<Record<string, object>>) {
  const names = Object.keys(fields);
  const required = names.filter((name) => !name.endsWith('?'));
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name.replace('?', ''), fields[name]])),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

const list = (items: object) => ({ type: 'array', items });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const running = object({ commandLine: text, timestamp: millis, 'writer?': text });
const last = object({ commandLine: text, 'exitCode?': { type: 'integer' }, finishedAt: millis });
const holder = object({ name: text, connected: yes, 'via?': text });

const terminal = {
  id: text,
  uri: text,
  title: text,
  'purpose?': text,
  'command?': text,
  'shell?': text,
  'running?': running,
  'last?': last,
  status: { enum: ['running', 'exited'] },
  'exitCode?': { type: 'integer' },
  'pid?': whole,
  'cwd?': text,
  'cols?': whole,
  'rows?': whole,
  'createdBy?': { ...text, description: 'user:NAME or agent:HANDLE' },
  'holder?': holder,
  'askedBy?': text,
  'createdAt?': time,
  'uptime?': { ...whole, description: 'milliseconds' },
};

const done = { success: { const: true } };

export const answerSchemas: Readonly<Record<string, object>> = {
  Error: object({ error: { ...text, description: 'one sentence' } }),
  Terminal: object({ ...terminal, 'closed?': { const: true }, 'closedUntil?': time }),
  TerminalList: object({ terminals: list(ref('Terminal')) }),
  OneTerminal: object({ terminal: ref('Terminal') }),
  MadeTerminal: object({
    terminalId: text,
    ...terminal,
    'notRun?': { ...text, description: 'why the command did not begin' },
  }),
  Lines: object({ lines: list(text) }),
  Done: object(done),
  Renamed: object({ ...done, title: text }),
  Ended: object({ ...done, ended: list(object({ id: text, uri: text, title: text })) }),
  Description: { type: 'object', required: ['openapi'] },
  SignedIn: object({
    id: text,
    key: { ...text, description: 'sent as X-Cotty-Key; kept for this origin alone' },
  }),
  WebSession: object({
    id: text,
    access: { enum: ['full', 'watch'] },
    writer: text,
    host: text,
    version: text,
    expires: millis,
  }),
  Ticket: object({ ticket: text }),
};
