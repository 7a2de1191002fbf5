/** `x-cotty/type`: types text into a terminal, for its holder or for another client that may type without the claim. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { Limits } from '../ground/limits.ts';
import { isHolder } from '../people/claims.ts';
import type { Clients } from '../people/clients.ts';
import { backgroundClaim } from '../people/run-claims.ts';
import type { Terminals } from '../terminal/terminals.ts';
import type { Request } from './request.ts';
import { checkUse, terminalOf } from './use-terminal.ts';

type Needs = { readonly terminals: Terminals; readonly clients: Clients; readonly limits: Limits };

export function typeText({ terminals, clients, limits }: Needs): Request<'x-cotty/type'> {
  return {
    when: 'ready',
    run(peer, { channel, data, atPrompt = false }) {
      const terminal = terminalOf(terminals, channel);
      const { inputChars: most } = limits;
      if (data.length > most) {
        throw new RpcError(
          ErrorCode.InvalidParams,
          `an input is no longer than ${most} characters: send it in pieces`,
        );
      }
      const type = () => {
        const agent = checkUse({ terminals, clients }, peer, terminal);
        if (agent !== undefined && !isHolder(peer.actor, terminal.state.claim))
          terminal.claim(backgroundClaim(agent));
        if (terminal.input.type(data, peer.identity?.writer)) return null;
        throw new RpcError(
          ErrorCode.Conflict,
          'the terminal takes no more input: too much of it waits to be read',
        );
      };
      if (!atPrompt) return type();
      checkUse({ terminals, clients }, peer, terminal);
      return terminal.input.runner.prompt().then((prompt) => {
        if (!prompt.ok) throw new RpcError(ErrorCode.Conflict, prompt.reason);
        return type();
      });
    },
  };
}
