/** `POST /api/terminals`: creates a shell and, when a command is given, runs it as `x-cotty/run` does. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { META_KEY } from '../../protocol/common/meta.ts';
import { freshId, terminalUri } from '../../protocol/common/uri.ts';
import { cells, commandToRun, cwd, loose, name, optional, type Read } from '../../protocol/fields/parts.ts';
import { purpose, shell } from '../../protocol/validate/cotty.ts';
import { RpcError } from '../../rpc/errors.ts';
import { overQuota } from '../clients/quota.ts';
import { answer, BODY, bodyOf, text } from '../listener/described.ts';
import { type Answer, refuse } from '../listener/http-reply.ts';
import type { Requests } from '../requests/request.ts';
import { wantedLine } from '../run/run-text.ts';
import { answerRequest } from '../serve/answer.ts';
import { readBodyAs } from './body.ts';
import type { ApiHost, Call, Route } from './route.ts';
import { idOf, terminalFields, viewOf } from './terminal-json.ts';

const newTerminal = loose({
  command: optional(commandToRun),
  purpose: optional(purpose),
  cwd: optional(cwd),
  shell: optional(shell),
  cols: optional(cells),
  rows: optional(cells),
  name: optional(name),
});

export const createRoute: Route = {
  method: 'POST',
  path: '/api/terminals',
  id: 'makeTerminal',
  summary: 'Make a terminal, and run a command in its shell',
  body: bodyOf('NewTerminal', newTerminal, true),
  answer: answer(
    'MadeTerminal',
    {
      terminalId: text,
      ...terminalFields,
      'notRun?': { ...text, description: 'why the command did not begin' },
    },
    201,
  ),
  refusals: [...BODY, 409],
  act: create,
};

async function create(host: ApiHost, call: Call): Promise<Answer> {
  const { terminals, requests, clock } = host;
  const body = readBodyAs(newTerminal, call.body === undefined ? {} : call.body);
  const wanted = body.command === undefined ? undefined : wantedLine(body.command);
  // Checked before the terminal exists, so that nothing has to be removed again.
  if (wanted?.ok === false) return refuse(400, `command: ${wanted.reason}`);
  const made = await make(host, call, body);
  if (!made.ok) return made.answer;
  const { uri } = made;
  const notRun = wanted === undefined ? undefined : await begin(requests, call, uri, wanted.commandLine);
  const terminal = terminals.find(uri);
  if (terminal === undefined) return refuse(409, `${idOf(uri)} was closed meanwhile`);
  const told = wanted === undefined ? {} : { command: wanted.commandLine };
  return {
    status: 201,
    headers: { Location: `/api/terminals/${encodeURIComponent(idOf(uri))}` },
    body: { terminalId: idOf(uri), ...viewOf(terminal, clock.now()), ...told, notRun },
  };
}

type Made = { readonly ok: true; readonly uri: string } | { readonly ok: false; readonly answer: Answer };

async function make(
  { terminals, requests, limits }: ApiHost,
  { peer }: Call,
  { command: _command, purpose, shell, ...params }: Read<typeof newTerminal>,
): Promise<Made> {
  const claim = { kind: 'client', clientId: peer.actor.clientId } as const;
  const full = overQuota(claim, terminals.claims, limits);
  if (full !== undefined) return { ok: false, answer: refuse(409, full) };
  const name = params.name ?? purpose;
  const uri = terminalUri(freshId(name));
  try {
    await answerRequest(requests, peer, 'createTerminal', {
      ...params,
      channel: uri,
      claim,
      ...(name === undefined ? {} : { name }),
      _meta: {
        [META_KEY]: {
          ...(purpose === undefined ? {} : { purpose }),
          ...(params.name === undefined ? { nameIsDefault: true } : {}),
          ...(shell === undefined ? {} : { shell }),
        },
      },
    });
    return { ok: true, uri };
  } catch (error) {
    // A missing folder or shell is an error in the body, not in the path.
    if (error instanceof RpcError && error.code === ErrorCode.NotFound) {
      return { ok: false, answer: refuse(400, error.message) };
    }
    throw error;
  }
}

/** Resolves when the command has begun, or with why it was not run. The terminal exists in both cases. */
async function begin(
  requests: Requests,
  { peer }: Call,
  channel: string,
  commandLine: string,
): Promise<string | undefined> {
  try {
    await answerRequest(requests, peer, 'x-cotty/run', { channel, commandLine, wait: false });
    return undefined;
  } catch (error) {
    if (error instanceof RpcError) return error.message;
    throw error;
  }
}
