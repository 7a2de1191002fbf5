/**
 * The table of all messages that a client sends (AHP §3): the params of each, what a client makes of the answer, and who may send
 * it. Hosts read params by it and clients read answers by it; all types are inferred from it.
 */

import { isRootUri } from './common/uri.ts';
import { annotateRequests } from './cotty/annotate.ts';
import { outputRequests } from './cotty/command-output.ts';
import { recordRequests } from './cotty/command-record.ts';
import { terminalRequests } from './cotty/cotty-requests.ts';
import { findRequests } from './cotty/find.ts';
import { fleetStatus } from './cotty/fleet-status.ts';
import { historyRequests } from './cotty/history.ts';
import { notifyRequests } from './cotty/notify.ts';
import { pastRequests } from './cotty/past-line.ts';
import { lookingParams, programRequests } from './cotty/program.ts';
import { statsRequests } from './cotty/stats.ts';
import { type Wake, wake, wakeRequests } from './cotty/wake.ts';
import { webRequests } from './cotty/web.ts';
import { withChannel } from './fields/first-dialect.ts';
import type { Parsed } from './fields/object-fields.ts';
import {
  answer,
  answers,
  cells,
  claim,
  cwd,
  firstIssue,
  flag,
  id,
  int,
  isUnlike,
  list,
  loose,
  matches,
  meta,
  name,
  nothing,
  number,
  onChannel,
  oneOf,
  onRoot,
  optional,
  orElse,
  plainName,
  type Read,
  type Request,
  type Schema,
  seq,
  string,
  text,
  textLike,
  typed,
  union,
  uri,
} from './fields/parts.ts';

/** A client subscribes to the terminals it shows; far more is a mistake or an attack. A host may allow fewer. */
const MAX_SUBSCRIPTIONS = 1024;
const MAX_VERSIONS = 64;
const MAX_TOKEN = 16 * 1024;
/** `rgb:rrrr/gggg/bbbb`, its shorter forms and `#rrggbb`; no text that could carry an escape sequence. */
const COLOR = /^rgba?:[0-9a-f]{1,4}(\/[0-9a-f]{1,4}){2,3}$|^#[0-9a-f]{3,12}$/i;

const implementation = loose({
  name: plainName,
  version: optional(plainName),
  title: optional(plainName),
});
export type Implementation = Read<typeof implementation>;

/** A URI for a new terminal: any scheme except those of other channels (AHP §8). */
const newTerminal = uri.check(
  matches(/^[a-z][a-z0-9+.-]*:./i, 'not a URI'),
  isUnlike(
    (wanted) => isRootUri(wanted) || /^ahp-(?!terminal:)/i.test(wanted),
    'this URI belongs to another kind of channel',
  ),
);

const initializeParams = loose({
  ...onRoot,
  protocolVersions: list(id, MAX_VERSIONS),
  clientId: id,
  initialSubscriptions: optional(list(uri, MAX_SUBSCRIPTIONS)),
  locale: optional(plainName),
  capabilities: optional(meta),
  clientInfo: optional(implementation),
});
export type InitializeParams = Read<typeof initializeParams>;

/** A subscription to resume; newer clients give each its own cursor. */
const resumed = union([uri, loose({ channel: uri, lastSeenServerSeq: seq })]);
export type ReconnectSubscription = Read<typeof resumed>;

const reconnectParams = loose({
  ...onRoot,
  clientId: id,
  lastSeenServerSeq: optional(seq),
  subscriptions: list(resumed, MAX_SUBSCRIPTIONS),
});
export type ReconnectParams = Read<typeof reconnectParams>;

const createTerminalParams = loose({
  ...onChannel,
  channel: newTerminal,
  claim,
  name: optional(name),
  cwd: optional(cwd),
  cols: optional(cells),
  rows: optional(cells),
  /** `client` only for a host that supports it (`HostMeta`); any other host would start a shell of its own. */
  executionTarget: optional(oneOf(['server', 'client'])),
});
export type CreateTerminalParams = Read<typeof createTerminalParams>;

/** Snapshots and replays, which `validate/read-results.ts` reads by hand: states have a shape for each version. */
const byHand: Schema<object> = typed();

/** The requests of AHP that a host of terminals serves. */
const standardRequests = {
  initialize: { params: initializeParams, result: byHand, readOnly: true, when: 'fresh' },
  ping: { params: loose(onRoot), result: nothing, readOnly: true, when: 'always' },
  reconnect: { params: reconnectParams, result: byHand, readOnly: true, when: 'fresh' },
  subscribe: {
    params: loose({ ...onChannel, delivery: optional(loose({ maxLatencyMs: optional(number(0)) })) }),
    result: byHand,
    readOnly: true,
  },
  createTerminal: { params: createTerminalParams, result: nothing },
  /** `_meta` may carry `DisposeMeta`. */
  disposeTerminal: { params: loose(onChannel), result: nothing },
  listSessions: {
    params: loose({ ...onRoot, limit: optional(int(1)), cursor: optional(name) }),
    result: byHand,
    readOnly: true,
  },
  authenticate: {
    params: loose({ ...onRoot, resource: text(MAX_TOKEN), token: text(MAX_TOKEN) }),
    result: byHand,
    readOnly: true,
  },
} as const;

const hostErrors = answer({
  count: number(),
  /** The last one, and its time in Unix milliseconds; the log of the host has all of it. */
  message: string,
  at: number(),
});
export type HostErrors = Read<typeof hostErrors>;

const survivor = answer({
  pid: number(),
  name: string,
  /** URI of the terminal that has ended. */
  terminal: string,
});
export type Survivor = Read<typeof survivor>;

const agentStatus = answer({
  handle: string,
  /** Unix milliseconds. */
  since: number(),
  /** URIs of the terminals that the agent holds. */
  holds: list(string),
});
export type AgentStatus = Read<typeof agentStatus>;

const hostStatus = answer({
  pid: number(),
  version: string,
  /** Unix milliseconds. */
  startedAt: number(),
  clients: number(),
  terminals: number(),
  socket: optional(string),
  /** The network address on which the host also listens, as `ws://` or `wss://`. */
  address: optional(string),
  /** The address of the web listener, as `http://` or `https://`; absent while it is closed. */
  web: optional(string),
  /** Number of actions of unknown types; all were rejected. */
  unknownActions: optional(number()),
  /** Whether the output of terminals is written to their `raw.log`. */
  rawLog: optional(flag),
  /** In how many terminals commands are not recorded now, and why, as when the disk is full; absent while all are. */
  unrecorded: optional(answer({ terminals: number(), why: string })),
  /** Unexpected errors of the host, which goes on after them; absent if there were none. */
  errors: optional(hostErrors),
  /** Connected agents. */
  agents: optional(answers(agentStatus)),
  /** The fleet to which the host publishes what it records; absent where there is none. */
  fleet: optional(fleetStatus),
  /** Processes that have outlived their terminal. */
  survivors: optional(answers(survivor)),
});
export type HostStatus = Read<typeof hostStatus>;

/** Requests about the host itself. */
const hostRequests = {
  /** The data for `cotty host status`. */
  'x-cotty/status': { params: loose(onRoot), result: hostStatus, readOnly: true },
  'x-cotty/stop': { params: loose(onRoot), result: nothing },
  /** Replaces the host by the one that `program` (a file and its first arguments) starts. Programs in terminals go on. */
  'x-cotty/restart': {
    params: loose({ ...onRoot, program: list(cwd, 8, 1) }),
    result: answer({ version: orElse(string, '') }),
  },
} as const;

/** All requests, by method. `x-` names are cotty's own (AHP §7). */
export const requests = {
  ...standardRequests,
  ...terminalRequests,
  ...programRequests,
  ...recordRequests,
  ...annotateRequests,
  ...outputRequests,
  ...findRequests,
  ...historyRequests,
  ...statsRequests,
  ...pastRequests,
  ...wakeRequests,
  ...webRequests,
  ...notifyRequests,
  ...hostRequests,
} as const satisfies { readonly [method: string]: Request };

export type Method = keyof typeof requests;

/** Params and result of each request. */
export type ClientRequests = {
  readonly [M in Method]: {
    readonly params: Read<(typeof requests)[M]['params']>;
    readonly result: Read<(typeof requests)[M]['result']>;
  };
};

const dispatchActionParams = loose({
  ...onChannel,
  clientSeq: seq,
  action: typed<{ readonly type: string; readonly [key: string]: unknown }>(loose({ type: text(256) })),
});
export type DispatchActionParams = Read<typeof dispatchActionParams>;

const color = optional(textLike(64, COLOR));
/** Limit: pixels of a cell. */
const pixels = int(1, 1000);

/** The notifications of a client, which have no answer; `readOnly` means the same as in the requests. */
const notifications = {
  unsubscribe: { params: loose(onChannel), readOnly: true },
  /** The dispatcher refuses each action of a client that may only watch, by an answer. */
  dispatchAction: { params: dispatchActionParams, readOnly: true },
  /**
   * The outer terminal's colours as `rgb:rrrr/gggg/bbbb`, and the pixels of a cell, for programs that ask (OSC 10, 11,
   * 12; CSI 14 t, 16 t).
   */
  'x-cotty/colors': {
    params: loose({
      ...onRoot,
      foreground: color,
      background: color,
      cursor: color,
      cell: optional(loose({ width: pixels, height: pixels })),
      /** Whether it draws code points that make one character in the cells of one. */
      clusters: optional(flag),
      /** Whether it shows images. */
      pictures: optional(flag),
      /** The setting `nestedShells` of a window with a configuration of its own. */
      nestedShells: optional(flag),
    }),
  },
  'x-cotty/looking': { params: lookingParams },
  /**
   * An ack: the UTF-16 units of a terminal's output (`data` and `screen`) that the client has shown since the last ack. There is
   * no limit: a window that was hidden shows everything at once. `whole`: the user scrolls back, so the client wants the screen
   * without gaps.
   */
  'x-cotty/ack': {
    params: loose({ ...onChannel, chars: int(0), whole: optional(flag) }),
    readOnly: true,
  },
  /**
   * Cancels an `x-cotty/run` that waits in the queue; its request is refused then. No effect once the command has been started.
   */
  'x-cotty/giveUpTurn': { params: loose({ ...onChannel, ticket: id }), readOnly: true },
} as const satisfies { readonly [method: string]: Omit<Request, 'result'> };

export type ClientNotifications = {
  readonly [M in keyof typeof notifications]: Read<(typeof notifications)[M]['params']>;
};

const woken = answer({ wake });

const messages = { ...requests, ...notifications };
type Messages = { [M in Method]: ClientRequests[M]['params'] } & ClientNotifications;
export type ClientMethod = keyof Messages;

export function isClientMethod(method: string): method is ClientMethod {
  return Object.hasOwn(messages, method);
}

/** Whether clients that may only watch may send the message. */
export function isReadOnly(method: ClientMethod): boolean {
  const message: Omit<Request, 'result'> = messages[method];
  return message.readOnly === true;
}

/** Reads what a client has sent, within the limits of the table. */
export function parseParams<M extends ClientMethod>(
  method: M,
  params: unknown,
): Parsed<'params', Messages[M]> {
  const schema = messages[method].params as Schema<Messages[M]>;
  const parsed = schema.safeParse(withChannel(method, params ?? {}));
  return parsed.success ? { ok: true, params: parsed.data } : { ok: false, error: firstIssue(parsed.error) };
}

/** Reads what a host has answered: it may be of another version, or not cotty at all. */
export function parseResult<M extends Method>(
  method: M,
  result: unknown,
): Parsed<'result', ClientRequests[M]['result']> {
  const schema = requests[method].result as Schema<ClientRequests[M]['result']>;
  const parsed = schema.safeParse(result);
  return parsed.success ? { ok: true, result: parsed.data } : { ok: false, error: firstIssue(parsed.error) };
}

/** Reads the notification of a wake-up; undefined for one that is not usable. */
export function parseWake(params: unknown): Wake | undefined {
  const parsed = woken.safeParse(params);
  return parsed.success ? parsed.data.wake : undefined;
}
