/** The NATS subjects and streams of a fleet, all below one prefix. */

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

/** What an event tells, the last word of its subject. A command that has left its inner shell ends a second time. */
export type EventKind = 'began' | 'ended' | 'forgot';

export type Subjects = {
  readonly event: (host: string, terminal: string, kind: EventKind) => string;
  /** What a host says of itself every half minute. */
  readonly hello: (host: string) => string;
  /** Requests to all hosts. */
  readonly askAll: string;
  /** Requests to one host. */
  readonly ask: (host: string) => string;
  /** The stream that keeps the events, and the subjects that it takes. */
  readonly events: { readonly stream: string; readonly all: readonly string[] };
  /** The stream that keeps the last hello of each host. */
  readonly hosts: { readonly stream: string; readonly all: readonly string[] };
};

export function subjectsOf(prefix: string): Subjects {
  // Names of streams have no dots.
  const stream = prefix.replaceAll('.', '-');
  return {
    event: (host, terminal, kind) => `${prefix}.${host}.${terminal}.${kind}`,
    hello: (host) => `${prefix}.${host}.hello`,
    askAll: `${prefix}.ask.list`,
    ask: (host) => `${prefix}.ask.${host}`,
    events: {
      stream: `${stream}-events`,
      all: [`${prefix}.*.*.began`, `${prefix}.*.*.ended`, `${prefix}.*.*.forgot`],
    },
    hosts: { stream: `${stream}-hosts`, all: [`${prefix}.*.hello`] },
  };
}
