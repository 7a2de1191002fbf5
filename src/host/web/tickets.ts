/**
 * Tickets for WebSockets: a page requests one for each connection, with its session's key. Browsers add the cookie to a WebSocket
 * of any page, so the cookie alone is not enough.
 */

import type { Clock } from '../common/clock.ts';
import type { Limits } from '../common/limits.ts';
import { digest, newSecret } from '../listener/network-token.ts';

type Ticket = { readonly session: string; readonly until: number };

export class Tickets {
  readonly #limits: Pick<Limits, 'webTickets' | 'webTicketSeconds'>;
  readonly #clock: Pick<Clock, 'now'>;
  /** Key: the hash of the ticket, so that the time of a lookup reveals nothing. Oldest first. */
  readonly #tickets = new Map<string, Ticket>();

  constructor(limits: Pick<Limits, 'webTickets' | 'webTicketSeconds'>, clock: Pick<Clock, 'now'>) {
    this.#limits = limits;
    this.#clock = clock;
  }

  issue(session: string): string {
    const ticket = newSecret();
    const { webTickets, webTicketSeconds } = this.#limits;
    this.#tickets.set(keyOf(ticket), { session, until: this.#clock.now() + webTicketSeconds * 1000 });
    for (const oldest of this.#tickets.keys()) {
      if (this.#tickets.size <= webTickets) break;
      this.#tickets.delete(oldest);
    }
    return ticket;
  }

  /** Whether the ticket belongs to that session and has not expired. It is used up in any case. */
  take(ticket: string, session: string): boolean {
    const key = keyOf(ticket);
    const found = this.#tickets.get(key);
    this.#tickets.delete(key);
    return found !== undefined && found.session === session && this.#clock.now() < found.until;
  }
}

function keyOf(ticket: string): string {
  return digest(ticket).toString('base64url');
}
