/** Validates the params of every message that a client sends, with the limits of `parts.ts`. */

import * as z from 'zod';
import { isRootUri, ROOT_URI } from '../common/uri.ts';
import type { ClientNotifications, ClientRequests } from '../messages.ts';
import type { Parsed } from './fields/parsed.ts';
import {
  cells,
  claim,
  commandLine,
  cwd,
  firstIssue,
  id,
  input,
  loose,
  meta,
  name,
  plainName,
  seq,
  uri,
} from './fields/parts.ts';
import { withChannel } from './first-dialect.ts';
import { webSchemas } from './web-params.ts';

/** A client subscribes to the terminals it shows; far more is a mistake or an attack. A host may allow fewer. */
const MAX_SUBSCRIPTIONS = 1024;
const MAX_VERSIONS = 64;
const MAX_TOKEN = 16 * 1024;
/** `rgb:rrrr/gggg/bbbb`, its shorter forms and `#rrggbb`; no text that could carry an escape sequence. */
const COLOR = /^rgba?:[0-9a-f]{1,4}(\/[0-9a-f]{1,4}){2,3}$|^#[0-9a-f]{3,12}$/i;

type Messages = { [M in keyof ClientRequests]: ClientRequests[M]['params'] } & ClientNotifications;
export type ClientMethod = keyof Messages;

/** Limit: one day, well within platform timers; a longer time is a mistake. */
const MAX_WAIT_MS = 24 * 60 * 60 * 1000;
const MAX_PATTERN = 1000;
/** UTF-16 units of the beginning of a command line. */
const MAX_LINE = 64 * 1024;
/** Limits of one answer: commands, UTF-16 units of output, matches of a search. */
const MAX_COMMANDS = 1000;
/** Words of one line that are looked up. */
const MAX_WORDS = 32;
const MAX_OUTPUT = 1024 * 1024;
/** Terminals whose last lines are asked for at once. */
const MAX_LINES = 64;
/** UTF-16 units of a note. */
const MAX_NOTE = 64 * 1024;
const MAX_MATCHES = 1000;

const _meta = meta.exactOptional();
/** Known clients omit the channel where only the root channel makes sense. */
const onRoot = { channel: uri.default(ROOT_URI), _meta };
const onChannel = { channel: uri, _meta };
const color = z.string().regex(COLOR).exactOptional();
/** Limit: pixels of a cell. */
const pixels = z.int().min(1).max(1000);
const cell = z.looseObject({ width: pixels, height: pixels }).exactOptional();
const ms = z.int().min(0).max(MAX_WAIT_MS);
const line = z.int().min(1);
const count = z.int().min(1).max(10_000);
const filter = loose({
  failed: z.boolean().exactOptional(),
  matches: z.string().min(1).max(MAX_PATTERN).exactOptional(),
  longerThanMs: ms.exactOptional(),
  commandId: id.exactOptional(),
});
const implementation = loose({
  name: plainName,
  version: plainName.exactOptional(),
  title: plainName.exactOptional(),
});

/** A URI for a new terminal: any scheme except those of other channels (AHP §8). */
const newTerminal = uri
  .regex(/^[a-z][a-z0-9+.-]*:./i, { error: 'not a URI' })
  .refine((text) => !isRootUri(text) && !/^ahp-(?!terminal:)/i.test(text), {
    error: 'this URI belongs to another kind of channel',
  });

const schemas: { readonly [M in ClientMethod]: z.ZodType<Messages[M]> } = {
  initialize: loose({
    ...onRoot,
    protocolVersions: z.array(id).max(MAX_VERSIONS),
    clientId: id,
    initialSubscriptions: z.array(uri).max(MAX_SUBSCRIPTIONS).exactOptional(),
    locale: plainName.exactOptional(),
    capabilities: meta.exactOptional(),
    clientInfo: implementation.exactOptional(),
  }),
  ping: loose(onRoot),
  reconnect: loose({
    ...onRoot,
    clientId: id,
    lastSeenServerSeq: seq.exactOptional(),
    subscriptions: z
      .array(z.union([uri, loose({ channel: uri, lastSeenServerSeq: seq })]))
      .max(MAX_SUBSCRIPTIONS),
  }),
  subscribe: loose({
    ...onChannel,
    delivery: loose({ maxLatencyMs: z.number().min(0).exactOptional() }).exactOptional(),
  }),
  createTerminal: loose({
    channel: newTerminal,
    _meta,
    claim,
    name: name.exactOptional(),
    cwd: cwd.exactOptional(),
    cols: cells.exactOptional(),
    rows: cells.exactOptional(),
    executionTarget: z.enum(['server', 'client']).exactOptional(),
  }),
  disposeTerminal: loose(onChannel),
  listSessions: loose({ ...onRoot, limit: z.int().min(1).exactOptional(), cursor: name.exactOptional() }),
  authenticate: loose({ ...onRoot, resource: z.string().max(MAX_TOKEN), token: z.string().max(MAX_TOKEN) }),
  'x-cotty/parkTerminal': loose(onChannel),
  'x-cotty/restoreTerminal': loose(onChannel),
  'x-cotty/status': loose(onRoot),
  'x-cotty/stop': loose(onRoot),
  'x-cotty/restart': loose({ ...onRoot, program: z.array(cwd).min(1).max(8) }),
  'x-cotty/run': loose({
    ...onChannel,
    commandLine: commandLine.min(1),
    timeoutMs: ms.exactOptional(),
    wait: z.boolean().exactOptional(),
    patient: z.boolean().exactOptional(),
    ticket: id.exactOptional(),
  }),
  'x-cotty/type': loose({ ...onChannel, data: input, atPrompt: z.boolean().exactOptional() }),
  'x-cotty/records': loose({
    ...onChannel,
    last: count.exactOptional(),
    sinceSeq: seq.exactOptional(),
    seq: seq.exactOptional(),
  }),
  'x-cotty/commands': loose({
    ...onChannel,
    beforeSeq: seq.exactOptional(),
    limit: z.int().min(1).max(MAX_COMMANDS).exactOptional(),
  }),
  'x-cotty/output': loose({
    ...onChannel,
    seq,
    fromLine: line.exactOptional(),
    lines: line.exactOptional(),
    fromChar: z.int().min(0).exactOptional(),
    fromEnd: line.exactOptional(),
    maxChars: z.int().min(1).max(MAX_OUTPUT).exactOptional(),
  }),
  'x-cotty/outputSearch': loose({
    ...onChannel,
    text: z.string().min(1).max(MAX_PATTERN),
    ignoreCase: z.boolean().exactOptional(),
    beforeSeq: seq.exactOptional(),
    afterSeq: seq.exactOptional(),
    seq: seq.exactOptional(),
    fromLine: line.exactOptional(),
    limit: z.int().min(1).max(MAX_MATCHES).exactOptional(),
  }),
  'x-cotty/find': loose({
    ...onRoot,
    text: z.string().max(MAX_PATTERN),
    ignoreCase: z.boolean().exactOptional(),
    failed: z.boolean().exactOptional(),
    folder: z.string().max(MAX_PATTERN).exactOptional(),
    writer: name.exactOptional(),
    since: z.number().exactOptional(),
    longerThanMs: z.number().min(0).exactOptional(),
    first: uri.exactOptional(),
    alone: z.boolean().exactOptional(),
    from: loose({ terminal: uri, beforeSeq: seq }).exactOptional(),
  }),
  'x-cotty/past': loose({
    ...onChannel,
    prefix: z.string().max(MAX_LINE).exactOptional(),
    words: z.string().max(MAX_PATTERN).exactOptional(),
    skip: seq.exactOptional(),
    limit: z.int().min(1).max(MAX_COMMANDS).exactOptional(),
  }),
  'x-cotty/unknown': loose({ ...onChannel, words: z.array(z.string().max(MAX_PATTERN)).max(MAX_WORDS) }),
  'x-cotty/screen': loose({ ...onChannel, lines: count.exactOptional() }),
  'x-cotty/lastLines': loose({ ...onRoot, terminals: z.array(uri).max(MAX_LINES) }),
  'x-cotty/picture': loose({
    ...onChannel,
    key: z.string().regex(/^[0-9a-f]{64}$/),
    from: seq.exactOptional(),
  }),
  'x-cotty/forget': loose({ ...onChannel, seq }),
  'x-cotty/watch': loose({ ...onRoot, filter: filter.exactOptional() }),
  'x-cotty/unwatch': loose({ ...onRoot, id: id.exactOptional() }),
  'x-cotty/wakes': loose({ ...onRoot, ack: seq.exactOptional(), limit: count.exactOptional() }),
  'x-cotty/moveTerminal': loose({ ...onChannel, before: uri.exactOptional() }),
  'x-cotty/note': loose({ ...onRoot, name: id, text: z.string().max(MAX_NOTE).exactOptional() }),
  'x-cotty/work': loose(onChannel),
  'x-cotty/closed': loose({ ...onRoot, all: z.boolean().exactOptional() }),
  'x-cotty/ask': loose(onChannel),
  'x-cotty/blocks': loose({ ...onChannel, answer: z.enum(['yes', 'no', 'later', 'forget']) }),
  ...webSchemas,
  unsubscribe: loose(onChannel),
  dispatchAction: loose({
    ...onChannel,
    clientSeq: seq,
    action: z.looseObject({ type: z.string().max(256) }),
  }),
  // No limit: a window that was hidden takes all that has come at once.
  'x-cotty/ack': loose({ ...onChannel, chars: z.int().min(0), whole: z.boolean().exactOptional() }),
  'x-cotty/giveUpTurn': loose({ ...onChannel, ticket: id }),
  'x-cotty/colors': loose({
    ...onRoot,
    foreground: color,
    background: color,
    cursor: color,
    cell,
    clusters: z.boolean().exactOptional(),
    pictures: z.boolean().exactOptional(),
    nestedShells: z.boolean().exactOptional(),
  }),
};

export function isClientMethod(method: string): method is ClientMethod {
  return Object.hasOwn(schemas, method);
}

export function parseParams<M extends ClientMethod>(
  method: M,
  params: unknown,
): Parsed<'params', Messages[M]> {
  const parsed = schemas[method].safeParse(withChannel(method, params ?? {}));
  return parsed.success ? { ok: true, params: parsed.data } : { ok: false, error: firstIssue(parsed.error) };
}
