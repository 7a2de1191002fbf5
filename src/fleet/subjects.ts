/**
 * The NATS subjects and streams of a fleet, all below one prefix. A host may publish below its own id alone, which the server
 * checks: the subject of a message tells whose it is, and nothing in the message does.
 */

export const DEFAULT_PREFIX = 'cotty';

/** Whether a text can be the prefix: up to five words of letters, digits, `_` and `-`, with dots between them. */
export function isPrefix(text: string): boolean {
  const words = text.split('.');
  return words.length <= 5 && words.every((word) => /^[A-Za-z0-9_-]{1,32}$/.test(word));
}

/** Whether a text can be the id of a host: 16 hexadecimal digits. */
export function isHostId(text: string): boolean {
  return /^[0-9a-f]{16}$/.test(text);
}

/** Whether a text can be the id of a terminal: one word of a subject. */
export function isTerminalId(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,80}$/.test(text);
}

/** Whether a text can name a request in the subject of its answers: 32 hexadecimal digits. */
export function isToken(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

const KINDS = ['began', 'ended', 'forgot'] as const;

/** What an event tells, the last word of its subject. A command that has left its inner shell ends a second time. */
export type EventKind = (typeof KINDS)[number];

/** The host that has published an event, the terminal, and what the event tells. */
export type EventSubject = { readonly host: string; readonly terminal: string; readonly kind: EventKind };

export type Subjects = {
  readonly event: (of: EventSubject) => string;
  /** Reads the subject of an event; undefined for another one. */
  readonly eventOf: (subject: string) => EventSubject | undefined;
  /** What a host says of itself every half minute. */
  readonly hello: (host: string) => string;
  /** Requests to all hosts. */
  readonly askAll: string;
  /** Requests to one host. */
  readonly ask: (host: string) => string;
  /** Answers of a host, or of any (`*`), to the request with this token. */
  readonly answer: (host: string, token: string) => string;
  /** The first word behind the prefix: the id of the host that has published the message, if it is one of a host. */
  readonly hostOf: (subject: string) => string;
  /** The stream that keeps the events, and the subjects that it takes. */
  readonly events: { readonly stream: string; readonly all: readonly string[]; readonly ended: string };
  /** The stream that keeps the last hello of each host. */
  readonly hosts: { readonly stream: string; readonly all: readonly string[] };
};

export function subjectsOf(prefix: string): Subjects {
  // Names of streams have no dots.
  const stream = prefix.replaceAll('.', '-');
  const wordsOf = (subject: string) =>
    subject.startsWith(`${prefix}.`) ? subject.slice(prefix.length + 1).split('.') : [];
  return {
    event: ({ host, terminal, kind }) => `${prefix}.${host}.${terminal}.${kind}`,
    eventOf: (subject) => {
      const [host = '', terminal = '', last, ...more] = wordsOf(subject);
      const kind = KINDS.find((known) => known === last);
      return kind !== undefined && more.length === 0 && isHostId(host) && isTerminalId(terminal)
        ? { host, terminal, kind }
        : undefined;
    },
    hello: (host) => `${prefix}.${host}.hello`,
    askAll: `${prefix}.ask.list`,
    ask: (host) => `${prefix}.ask.${host}`,
    answer: (host, token) => `${prefix}.${host}.answer.${token}`,
    hostOf: (subject) => wordsOf(subject)[0] ?? '',
    events: {
      stream: `${stream}-events`,
      all: KINDS.map((kind) => `${prefix}.*.*.${kind}`),
      ended: `${prefix}.*.*.ended`,
    },
    hosts: { stream: `${stream}-hosts`, all: [`${prefix}.*.hello`] },
  };
}
