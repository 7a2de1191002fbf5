/** Who holds a terminal, seen from this window. */

import { cottyMeta, type TerminalMeta } from '../../protocol/cotty-meta.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';

export type Holder =
  | { readonly kind: 'me' }
  /** Its client is not connected any more: whoever looks may take the terminal over. */
  | { readonly kind: 'gone'; readonly id: string }
  | { readonly kind: 'other'; readonly id: string; readonly name: string };

/** This window, as the host knows it. */
export type Me = { readonly clientId: string; readonly writer: string };

export function holderOf(info: TerminalInfo, me: Me): Holder {
  const { claim } = info;
  const id = claim.kind === 'client' ? claim.clientId : claim.session;
  if (claim.kind === 'client' && id === me.clientId) return { kind: 'me' };
  const { holder } = cottyMeta<TerminalMeta>(info._meta);
  if (holder?.connected === false) return { kind: 'gone', id };
  const name = holder?.name ?? handleOf(claim.kind === 'session' ? claim.session : id);
  // The same person at another window: the name alone would read as somebody else.
  return { kind: 'other', id, name: me.writer === `user:${name}` ? ELSEWHERE : name };
}

/** What a window calls another window of the same person. */
const ELSEWHERE = 'another window';

/** The last part of a session URI is the agent's handle; a client id is shortened to be readable. */
function handleOf(id: string): string {
  const last = id.slice(id.lastIndexOf('/') + 1);
  return id.startsWith('ahp-session:') ? `@${last}` : last.slice(0, 12);
}
