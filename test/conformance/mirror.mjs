/** The reducers of the root and of terminals, written from the specification alone, in the shape of either generation. */

import { Failed, ok, show } from './expect.mjs';

/** A state kept from one snapshot and every action after it. */
export class Mirror {
  snapshot;
  #client;
  #uri;
  #from;

  /** `from`: how many envelopes had come when the snapshot did. */
  constructor(client, uri, snapshot, from) {
    this.#client = client;
    this.#uri = uri;
    this.#from = from;
    this.snapshot = snapshot;
  }

  static async open(client, uri, params) {
    const snapshot = await client.subscribe(uri, params);
    const at = client.frames.findIndex(({ result }) => result?.snapshot === snapshot);
    const from = client.frames.slice(0, at).filter(({ method }) => method === 'action').length;
    return new Mirror(client, uri, snapshot, from);
  }

  get envelopes() {
    return this.#client.envelopes.slice(this.#from).filter(({ channel }) => channel === this.#uri);
  }

  /** With everything that has come, or only up to a number. */
  state(upTo = Number.POSITIVE_INFINITY) {
    const seen = this.envelopes.filter(
      ({ serverSeq, rejectionReason }) => serverSeq <= upTo && rejectionReason === undefined,
    );
    const overlap = seen.find(({ serverSeq }) => serverSeq <= this.snapshot.fromSeq);
    ok(overlap === undefined, `an action that the snapshot contains was sent after it: ${show(overlap)}`);
    return seen.reduce((state, { action }) => reduce(state, action), this.snapshot.state);
  }

  text(upTo) {
    return textOf(this.state(upTo));
  }

  /** Waits for an action after which it holds. */
  until(what, holds, timeoutMs) {
    return this.#client
      .until(
        what,
        () => {
          const state = this.state();
          return holds(state) ? state : undefined;
        },
        timeoutMs,
      )
      .catch((error) => {
        const tail = textOf(this.state()).slice(-200);
        throw error instanceof Failed ? new Failed(`${error.message}; the text ends ${show(tail)}`) : error;
      });
  }

  untilText(text, timeoutMs) {
    return this.until(`the text ${show(text)}`, (state) => textOf(state).includes(text), timeoutMs);
  }
}

/** The terminal stream that a state holds. */
export function textOf({ content = [] }) {
  return content.map((part) => part.value ?? part.output ?? '').join('');
}

export function reduce(state, action) {
  const run = reducers[action.type];
  return run === undefined ? state : run(state, action);
}

const reducers = {
  'root/agentsChanged': (state, { agents }) => ({ ...state, agents }),
  'root/activeSessionsChanged': (state, { activeSessions }) => ({ ...state, activeSessions }),
  'root/terminalsChanged': (state, { terminals }) => ({ ...state, terminals }),
  'terminal/data': (state, { data }) => ({ ...state, content: append(state.content, data) }),
  'terminal/resized': (state, { cols, rows }) => ({ ...state, cols, rows }),
  'terminal/claimed': (state, { claim }) => ({ ...state, claim }),
  'terminal/titleChanged': (state, { title }) => ({ ...state, title }),
  'terminal/cwdChanged': (state, { cwd }) => ({ ...state, cwd }),
  'terminal/cleared': (state) => ({ ...state, content: [] }),
  'terminal/commandDetectionAvailable': (state) => ({ ...state, supportsCommandDetection: true }),
  'terminal/exited': (state, { exitCode }) =>
    'lifecycle' in state
      ? { ...state, lifecycle: { status: 'exited', ...(exitCode === undefined ? {} : { exitCode }) } }
      : { ...state, exitCode },
  'terminal/commandExecuted': (state, { commandId, commandLine, timestamp }) => ({
    ...state,
    supportsCommandDetection: true,
    content: [
      ...state.content,
      { type: 'command', commandId, commandLine, output: '', timestamp, isComplete: false },
    ],
  }),
  'terminal/commandFinished': (state, { commandId, exitCode, durationMs }) => ({
    ...state,
    content: state.content.map((part) =>
      part.type === 'command' && part.commandId === commandId
        ? { ...part, isComplete: true, exitCode, durationMs }
        : part,
    ),
  }),
};

function append(content, data) {
  const last = content.at(-1);
  if (last?.type === 'command' && !last.isComplete) {
    return [...content.slice(0, -1), { ...last, output: last.output + data }];
  }
  return last?.type === 'unclassified'
    ? [...content.slice(0, -1), { ...last, value: last.value + data }]
    : [...content, { type: 'unclassified', value: data }];
}

/** Newer than the oldest version, or what implementations add. */
const NOT_IN_ALL = new Set(['_meta', 'chat', 'isPty']);

/** What all versions can say, without what implementations add: states of any two clients can be compared. */
export function comparable(state) {
  const known = JSON.parse(
    JSON.stringify(state, (key, value) => (NOT_IN_ALL.has(key) || value === null ? undefined : value)),
  );
  if ('content' in known) return withLifecycle(known);
  return { ...known, terminals: (known.terminals ?? []).map(withLifecycle) };
}

function withLifecycle({ exitCode, lifecycle, ...rest }) {
  const running = exitCode === undefined ? { status: 'running' } : { status: 'exited', exitCode };
  return { ...rest, lifecycle: lifecycle ?? running };
}
