/** `x-cotty/note`: reads or writes a note of the person who asks. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { RpcError } from '../../rpc/errors.ts';
import { mayTypeAsPerson } from '../requests/past.ts';
import type { Request } from '../requests/request.ts';
import type { Notes } from './notes.ts';

export function note(notes: Notes): Request<'x-cotty/note'> {
  return {
    when: 'ready',
    run(peer, { name, text }) {
      const person = peer.identity?.writer;
      if (person === undefined || !mayTypeAsPerson(peer))
        throw new RpcError(ErrorCode.PermissionDenied, 'only people who may type have notes');
      if (text !== undefined && !notes.keep(person, name, text))
        throw new RpcError(ErrorCode.Conflict, `there are too many notes: ${name} is not kept`);
      return { text: notes.get(person, name) ?? null };
    },
  };
}
