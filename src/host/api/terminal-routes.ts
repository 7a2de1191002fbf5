/** The paths of terminals: listing, showing, reading, typing, resizing, naming and ending them. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { cells, loose, name, string } from '../../protocol/fields/parts.ts';
import { RpcError } from '../../rpc/errors.ts';
import { lastLines } from '../../screen/text/screen-text.ts';
import { isHolder } from '../clients/claims.ts';
import type { Peer } from '../clients/peer.ts';
import { cleanName, refuseSize } from '../launch/open-terminal.ts';
import { answer, BODY, bodyOf, list, object, ref, text } from '../listener/described.ts';
import { queryOf } from '../listener/http-exchange.ts';
import { type Answer, EVENT_STREAM, refuse } from '../listener/http-reply.ts';
import { checkUse, whyNot } from '../requests/use-terminal.ts';
import { answerRequest } from '../serve/answer.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { readBodyAs } from './body.ts';
import { createRoute } from './create-route.ts';
import type { ApiHost, Call, CallOn, Route } from './route.ts';
import { idOf, terminalSchema, viewOf } from './terminal-json.ts';

const terminals = '/api/terminals';
const one = `${terminals}/{id}`;

/** JSON encodes one UTF-16 unit in at most so many bytes: `\uXXXX`. */
const BYTES_PER_CHAR = 6;

const success = { success: { const: true } };
const Done = answer('Done', success);
const done: Answer = { status: 200, body: { success: true } };

const closed = {
  name: 'closed',
  schema: { enum: ['1'] },
  description: 'those that were closed in the last five minutes instead',
};
const lines = {
  name: 'lines',
  schema: { enum: ['0', '1'] },
  description: '0: the output as it was printed, instead of whole lines',
};
const lastEventId = {
  name: 'lastEventId',
  schema: { type: 'string' },
  description: 'continues after this event, as the header Last-Event-ID does',
};

/** Default and limit of `last`. */
const USUAL_LINES = 100;
const MOST_LINES = 10_000;
const last = {
  name: 'last',
  schema: { type: 'integer', minimum: 1, maximum: MOST_LINES, default: USUAL_LINES },
  description: 'how many lines',
};

/** The host limits the length of `input`. */
const input = loose({ input: string });
const size = loose({ cols: cells, rows: cells });
const rename = loose({ name });

const end = { answer: Done, actOn: kill } satisfies Partial<Route>;

export const terminalRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: terminals,
    id: 'listTerminals',
    summary: 'List the terminals',
    query: [closed],
    answer: answer('TerminalList', { terminals: list(ref(terminalSchema.name)) }),
    read(host, { request }) {
      host.terminals.flushList();
      const uris =
        queryOf(request.url).get('closed') === '1'
          ? host.terminals.closed.all.map(({ uri }) => uri)
          : (host.store.root.terminals ?? []).map(({ resource }) => resource);
      const listed = uris.flatMap((uri) => host.terminals.readable(uri) ?? []);
      return { status: 200, body: { terminals: listed.map((terminal) => shown(host, terminal)) } };
    },
  },
  createRoute,
  {
    method: 'DELETE',
    path: terminals,
    id: 'endTerminals',
    summary: 'End all terminals',
    answer: answer('Ended', { ...success, ended: list(object({ id: text, uri: text, title: text })) }),
    act: killAll,
  },
  {
    method: 'GET',
    path: one,
    id: 'showTerminal',
    summary: 'Show one terminal',
    answer: answer('OneTerminal', { terminal: ref(terminalSchema.name) }),
    readOne: (host, terminal) => ({ status: 200, body: { terminal: shown(host, terminal) } }),
  },
  { method: 'DELETE', path: one, id: 'endTerminal', summary: 'End one terminal', ...end },
  {
    method: 'POST',
    path: `${one}/kill`,
    id: 'killTerminal',
    summary: 'End one terminal, as DELETE does',
    ...end,
  },
  {
    method: 'GET',
    path: `${one}/output`,
    id: 'streamOutput',
    summary:
      'Follow the output as server-sent events: snapshot, messages, resize, clear, title, program, gap, exit',
    query: [lines, lastEventId],
    answer: { status: 200, json: 'stream' },
    readOne: (_host, terminal, exchange, open) =>
      exchange.request.method === 'HEAD' ? { status: 200, headers: EVENT_STREAM } : open(terminal, exchange),
  },
  {
    method: 'GET',
    path: `${one}/lines`,
    id: 'lastLines',
    summary: 'Read the last lines of scrollback and screen',
    query: [last],
    answer: answer('Lines', { lines: list(text) }),
    readOne: (_host, terminal, { request }) => linesOf(terminal, queryOf(request.url).get('last')),
  },
  {
    method: 'POST',
    path: `${one}/input`,
    id: 'type',
    summary: 'Type into a terminal',
    body: bodyOf('Input', input),
    answer: Done,
    refusals: BODY,
    moreBytes: ({ inputChars }) => BYTES_PER_CHAR * inputChars,
    async actOn({ requests, limits: { inputChars } }, { peer, terminal, body }) {
      const { input: data } = readBodyAs(input, body);
      if (data.length > inputChars)
        return refuse(
          413,
          `input: ${data.length} characters, at most ${inputChars} at once: send it in pieces`,
        );
      await answerRequest(requests, peer, 'x-cotty/type', { channel: terminal.uri, data });
      return done;
    },
  },
  {
    method: 'POST',
    path: `${one}/resize`,
    id: 'resize',
    summary: 'Set the size; in a terminal whose holder is gone the caller becomes the holder',
    body: bodyOf('Size', size),
    answer: Done,
    refusals: BODY,
    actOn(host, call) {
      const { cols, rows } = readBodyAs(size, call.body);
      const tooLarge = refuseSize(cols, rows);
      if (tooLarge !== undefined) return refuse(400, `${tooLarge.message} (it is ${cols}×${rows})`);
      hold(host, call, 'must be the holder');
      act(host, call.peer, call.terminal, { type: 'terminal/resized', cols, rows });
      return done;
    },
  },
  {
    method: 'POST',
    path: `${one}/rename`,
    id: 'rename',
    summary: 'Give a terminal another name',
    body: bodyOf('Rename', rename),
    answer: answer('Renamed', { ...success, title: text }),
    refusals: BODY,
    actOn(host, call) {
      const { name: wanted } = readBodyAs(rename, call.body);
      const title = cleanName(wanted);
      if (title === '') return refuse(400, `name: ${JSON.stringify(wanted)} has no letter to show`);
      const taken = call.terminal.refuses({ type: 'terminal/titleChanged', title });
      if (taken !== undefined) return refuse(409, taken);
      hold(host, call, 'or be the same user');
      act(host, call.peer, call.terminal, { type: 'terminal/titleChanged', title });
      return { status: 200, body: { success: true, title } };
    },
  },
];

function shown({ terminals: all, clock }: ApiHost, terminal: Terminal): object {
  const found = all.closed.all.find(({ uri }) => uri === terminal.uri);
  return {
    ...viewOf(terminal, clock.now()),
    ...(found && { closed: true, closedUntil: new Date(found.until).toISOString() }),
  };
}

/** `wanted` is the parameter as it was given. */
function linesOf(terminal: Terminal, wanted: string | null): Answer {
  const count = wanted === null ? USUAL_LINES : Number(wanted);
  if (!/^\d{1,6}$/.test(wanted ?? '1') || count < 1 || count > MOST_LINES) {
    const given = JSON.stringify((wanted ?? '').slice(0, 80));
    return refuse(400, `last: ${given} is not a number from 1 to ${MOST_LINES}`);
  }
  terminal.settle();
  const read = lastLines(terminal.screenState.emulator, count);
  return { status: 200, body: { lines: read === '' ? [] : read.split('\n') } };
}

/**
 * Makes the caller the holder of a terminal whose holder is gone. A connected window of the same person stays the holder, because
 * it sets the size in which it shows the terminal: other clients of that person may only rename it.
 */
function hold(
  host: ApiHost,
  { peer, terminal }: CallOn,
  rule: 'must be the holder' | 'or be the same user',
): void {
  const { clients, terminals: all } = host;
  checkUse({ clients, terminals: all }, peer, terminal);
  const { clientId } = peer.actor;
  const { claim } = terminal.state;
  if (isHolder(peer.actor, claim)) return;
  if (clients.isSamePerson(clientId, claim)) {
    if (rule === 'or be the same user') return;
    const reason = `${clients.nameOf(claim)} holds this terminal in another client, which sets its size`;
    throw new RpcError(ErrorCode.PermissionDenied, reason);
  }
  act(host, peer, terminal, { type: 'terminal/claimed', claim: { kind: 'client', clientId } });
}

function act(
  { dispatcher }: ApiHost,
  peer: Peer,
  { uri }: Terminal,
  action: { readonly type: string; readonly [key: string]: unknown },
): void {
  const refused = dispatcher.dispatch(peer, { channel: uri, clientSeq: 0, action });
  if (refused !== undefined) throw new RpcError(ErrorCode.PermissionDenied, refused);
}

/** Removes the terminal from the list at once, and ends its processes in the background. Its record stays. */
async function kill({ requests }: ApiHost, { peer, terminal }: CallOn): Promise<Answer> {
  await answerRequest(requests, peer, 'disposeTerminal', { channel: terminal.uri });
  return done;
}

/** Ends all terminals on the list and returns which they were; ends none if the caller may not end all of them. */
export async function killAll(
  { terminals: all, clients, requests }: Pick<ApiHost, 'terminals' | 'clients' | 'requests'>,
  { peer }: Call,
): Promise<Answer> {
  const { listed } = all;
  const kept = listed.flatMap((terminal) => {
    const why = whyNot({ clients }, peer, terminal, 'close');
    return why === undefined
      ? []
      : [`${JSON.stringify(terminal.state.title)} (${idOf(terminal.uri)}): ${why}`];
  });
  if (kept.length > 0)
    throw new RpcError(ErrorCode.PermissionDenied, `no terminal was ended. ${kept.join('; ')}`);
  const ended = listed.map(({ uri, state: { title } }) => ({ id: idOf(uri), uri, title }));
  await Promise.all(
    ended.map(({ uri }) => answerRequest(requests, peer, 'disposeTerminal', { channel: uri })),
  );
  return { status: 200, body: { success: true, ended } };
}
