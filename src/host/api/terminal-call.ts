/** What can be done to a terminal over HTTP: typing, another size, its end. The rules are those of the host's own requests. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { parseInput, parseSize } from '../../protocol/validate/http-body.ts';
import { RpcError } from '../../rpc/errors.ts';
import { type Answer, refuse } from '../door/http-reply.ts';
import { refuseSize } from '../launch/open-terminal.ts';
import { isHolder } from '../people/claims.ts';
import { checkUse } from '../requests/use-terminal.ts';
import { answerRequest } from '../serve/answer.ts';
import { dispatchAction } from '../serve/dispatch.ts';
import type { CallOn } from './api-call.ts';
import { viewOf } from './terminal-json.ts';

const done: Answer = { status: 200, body: { success: true } };

export function show({ parts, terminal }: Pick<CallOn, 'parts' | 'terminal'>): Answer {
  return { status: 200, body: { terminal: viewOf(terminal, parts.clock.now()) } };
}

export function input({ parts, peer, terminal, body }: CallOn): Answer {
  const parsed = parseInput(body);
  if (!parsed.ok) return refuse(400, parsed.error);
  const { input: data } = parsed.body;
  const { inputChars } = parts.limits;
  if (data.length > inputChars) {
    return refuse(413, `input: ${data.length} characters, at most ${inputChars} at once: send it in pieces`);
  }
  void answerRequest(parts, peer, 'x-cotty/type', { channel: terminal.uri, data });
  return done;
}

/** The size is the holder's to set; of a terminal that nobody is there for one becomes its holder by that. */
export function resize({ parts, peer, terminal, body }: CallOn): Answer {
  const parsed = parseSize(body);
  if (!parsed.ok) return refuse(400, parsed.error);
  const { cols, rows } = parsed.body;
  const tooLarge = refuseSize(cols, rows);
  if (tooLarge !== undefined) return refuse(400, `${tooLarge.message} (it is ${cols}×${rows})`);
  checkUse(parts, peer, terminal);
  const { clientId } = peer.actor;
  const act = (action: { readonly type: string; readonly [key: string]: unknown }) => {
    const refused = dispatchAction(parts, peer, { channel: terminal.uri, clientSeq: 0, action });
    if (refused !== undefined) throw new RpcError(ErrorCode.PermissionDenied, refused);
  };
  if (!isHolder(peer.actor, terminal.state.claim)) {
    act({ type: 'terminal/claimed', claim: { kind: 'client', clientId } });
  }
  act({ type: 'terminal/resized', cols, rows });
  return done;
}

/** It leaves the list at once; its processes are ended in the background. Its record stays. */
export function kill({ parts, peer, terminal }: CallOn): Answer {
  void answerRequest(parts, peer, 'disposeTerminal', { channel: terminal.uri });
  return done;
}
