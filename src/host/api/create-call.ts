/** `POST /api/terminals` — a shell, and in it a command where there is one; it is run as `x-cotty/run` runs it. */

import { randomBytes } from 'node:crypto';
import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { META_KEY } from '../../protocol/common/meta.ts';
import { slugOf, terminalUri } from '../../protocol/common/uri.ts';
import { type NewTerminalBody, parseNewTerminal } from '../../protocol/validate/http-body.ts';
import { RpcError } from '../../rpc/errors.ts';
import { type Answer, refuse } from '../door/http-reply.ts';
import { overQuota } from '../people/quota.ts';
import { wantedLine } from '../run/run-text.ts';
import { answerRequest } from '../serve/answer.ts';
import type { Call } from './api-call.ts';
import { idOf } from './terminal-id.ts';
import { viewOf } from './terminal-json.ts';

export async function create(call: Call): Promise<Answer> {
  const { parts } = call;
  const parsed = parseNewTerminal(call.body === undefined ? {} : call.body);
  if (!parsed.ok) return refuse(400, parsed.error);
  const { body } = parsed;
  const wanted = body.command === undefined ? undefined : wantedLine(body.command);
  // Before anything is there that would have to be cleared away.
  if (wanted?.ok === false) return refuse(400, `command: ${wanted.reason}`);
  const made = make(call, body);
  if (!made.ok) return made.answer;
  const { uri } = made;
  const notRun = wanted === undefined ? undefined : await begin(call, uri, wanted.commandLine);
  const terminal = parts.terminals.find(uri);
  if (terminal === undefined) return refuse(409, `${idOf(uri)} was closed meanwhile`);
  const told = wanted === undefined ? {} : { command: wanted.commandLine };
  return {
    status: 201,
    headers: { Location: `/api/terminals/${encodeURIComponent(idOf(uri))}` },
    body: { terminalId: idOf(uri), ...viewOf(terminal, parts.clock.now()), ...told, notRun },
  };
}

type Made = { readonly ok: true; readonly uri: string } | { readonly ok: false; readonly answer: Answer };

function make(
  { parts, peer }: Call,
  { command: _command, purpose, shell, ...params }: NewTerminalBody,
): Made {
  const claim = { kind: 'client', clientId: peer.actor.clientId } as const;
  const full = overQuota(claim, parts.terminals.claims, parts.limits);
  if (full !== undefined) return { ok: false, answer: refuse(409, full) };
  const name = params.name ?? purpose;
  const uri = terminalUri(`${slugOf(name)}-${randomBytes(3).toString('hex')}`);
  try {
    void answerRequest(parts, peer, 'createTerminal', {
      ...params,
      channel: uri,
      claim,
      ...(name === undefined ? {} : { name }),
      _meta: {
        [META_KEY]: {
          ...(purpose === undefined ? {} : { purpose }),
          ...(shell === undefined ? {} : { shell }),
        },
      },
    });
    return { ok: true, uri };
  } catch (error) {
    // No folder, no such shell: wrong in the request, not in its path.
    if (error instanceof RpcError && error.code === ErrorCode.NotFound) {
      return { ok: false, answer: refuse(400, error.message) };
    }
    throw error;
  }
}

/** Answers why it was not run, once it has begun or will not. The terminal is there all the same. */
async function begin(
  { parts, peer }: Call,
  channel: string,
  commandLine: string,
): Promise<string | undefined> {
  try {
    await answerRequest(parts, peer, 'x-cotty/run', { channel, commandLine, wait: false });
    return undefined;
  } catch (error) {
    if (error instanceof RpcError) return error.message;
    throw error;
  }
}
