/** The holder of a terminal, as a window or a page of one person sees it. */

import { cottyMeta } from '../protocol/common/meta.ts';
import { nameText } from '../protocol/common/name-text.ts';
import type { TerminalMeta } from '../protocol/cotty/cotty-meta.ts';
import type { TerminalInfo } from '../protocol/terminal/state.ts';

/** The person at a window: its connection, `user:NAME`, and how the host has let it in. */
export type Me = { readonly clientId: string; readonly writer: string; readonly via?: string };

export type Holder =
  | { readonly kind: 'me' }
  /** Another window of the same person: the window typed in last takes the terminal, without a question. */
  | { readonly kind: 'mine'; readonly id: string }
  /** The client of the claim has disconnected: any viewer may take the terminal over. */
  | { readonly kind: 'gone'; readonly id: string }
  | { readonly kind: 'other'; readonly id: string; readonly name: string }
  /** The terminal runs at a client, which alone can type there. Nobody can take it over. */
  | { readonly kind: 'owner'; readonly name: string; readonly connected: boolean };

export type Owner = Extract<Holder, { readonly kind: 'owner' }>;

export function holderOf(info: TerminalInfo, me: Me): Holder {
  const { claim } = info;
  const id = claim.kind === 'client' ? claim.clientId : claim.session;
  if (claim.kind === 'client' && id === me.clientId) return { kind: 'me' };
  const { holder } = cottyMeta<TerminalMeta>(info._meta);
  const connected = holder?.connected !== false;
  const name = nameText(holder === undefined ? handleOf(id) : holder.name.replace(/^agent (?=\S)/, AGENT));
  // The same person in another window: with only the name it would look like somebody else.
  const isMine = me.writer === `user:${name}`;
  if (info.executionTarget === 'client') return { kind: 'owner', name: isMine ? 'you' : name, connected };
  if (!connected) return { kind: 'gone', id };
  if (!isMine || claim.kind !== 'client') return { kind: 'other', id, name };
  // With another credential, it may be another person of the same name.
  return holder?.via === me.via ? { kind: 'mine', id } : { kind: 'other', id, name };
}

/** Whether the person at this window holds the terminal, in this window or another one. */
export function isOwn({ kind }: Holder): boolean {
  return kind === 'me' || kind === 'mine';
}

/** Replaces the host's `agent ` in `agent ada`: a window writes `@ada`. */
const AGENT = '@';

/** Makes a readable name of an id: the last part of a session URI is the agent's handle, a client id is shortened. */
function handleOf(id: string): string {
  const last = id.slice(id.lastIndexOf('/') + 1);
  return id.startsWith('ahp-session:') ? `@${last}` : last.slice(0, 12);
}

/** Whether notices of a program concern this window: the user holds its terminal, nobody does, or an agent does. */
export function isForUs(tab: TerminalInfo, me: Me): boolean {
  const { kind } = holderOf(tab, me);
  return kind === 'me' || kind === 'gone' || tab.claim.kind === 'session';
}

/** The message why something cannot be done to a shared terminal here, and where it can. */
export function refusedAtOwner({ name }: Owner, what: 'type' | 'end it' | 'rename it'): string {
  const whose = name === 'you' ? 'another terminal of yours' : `a terminal of ${name}`;
  return `it runs in ${whose}: ${what} there`;
}
