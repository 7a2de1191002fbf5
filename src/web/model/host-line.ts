/** The connection from the page to its host: its state, and the input that is still to be sent. */

import { type Signal, signal } from '@preact/signals';
import type { Client } from '../../client/client.ts';
import type { Back } from '../../client/connection/reconnecting.ts';
import type { TypedPiece } from '../../client/connection/typed-input.ts';
import { Heartbeat } from '../connect/heartbeat.ts';

export type HostConnection =
  | { readonly kind: 'ready' }
  /** There is a connection, but the host does not answer. */
  | { readonly kind: 'silent' }
  /** `at` is when the next attempt begins, in Unix milliseconds. */
  | { readonly kind: 'away'; readonly reason: string; readonly at: number };

export type HostLineOptions = {
  readonly client: Client;
  readonly isSeen: () => boolean;
  /** Called when the host has closed the connection for good. */
  readonly onEnd: (reason: string) => void;
  /** Called when there is a connection again. */
  readonly onBack: (back: Back) => void;
};

export class HostLine {
  readonly connection: Signal<HostConnection> = signal({ kind: 'ready' });
  /** Input that is not known to have arrived; empty while there is a connection that answers. */
  readonly unsent = signal<readonly TypedPiece[]>([]);
  readonly #client: Client;
  readonly #heartbeat: Heartbeat;
  readonly #stopState: () => void;

  constructor({ client, isSeen, onEnd, onBack }: HostLineOptions) {
    this.#client = client;
    this.#heartbeat = new Heartbeat({
      client,
      isSeen,
      onSilent: (isSilent) => {
        if (this.connection.peek().kind !== 'away') this.#enter({ kind: isSilent ? 'silent' : 'ready' });
      },
      onAnswer: () => this.#count(),
    });
    this.#stopState = client.onConnectionState((state, { reason = '', retryInMs = 0, back }) => {
      if (state === 'ready') {
        this.#enter({ kind: 'ready' });
        this.#heartbeat.begin();
        if (back !== undefined) onBack(back);
      } else if (state === 'away') {
        this.#enter({ kind: 'away', reason, at: Date.now() + retryInMs });
        this.#heartbeat.stop();
      } else {
        this.#heartbeat.stop();
        onEnd(reason);
      }
    });
  }

  /** Must be called after input was sent. */
  typed(): void {
    if (this.#client.connectionState === 'ready') this.#heartbeat.typed();
    this.#count();
  }

  /** Asks the host, or connects to it, without waiting any longer. */
  readonly tryNow = (): void => {
    const { kind } = this.connection.peek();
    if (kind === 'away') this.#client.retryNow();
    else if (kind === 'silent') this.#client.giveUp('the host does not answer');
    else this.#heartbeat.ask();
  };

  /** The network or the page has changed: the connection may be dead, or there may be one again. */
  readonly check = (): void => {
    if (this.connection.peek().kind === 'away') this.#client.retryNow();
    else this.#heartbeat.ask();
  };

  stop(): void {
    this.#stopState();
    this.#heartbeat.stop();
  }

  #enter(connection: HostConnection): void {
    this.connection.value = connection;
    this.#count();
  }

  #count(): void {
    this.unsent.value = this.connection.peek().kind === 'ready' ? [] : this.#client.underway;
  }
}

/** Says what waits: `2 lines wait to be sent`, or keys where no line is complete; undefined when nothing does. */
export function waitingText(pieces: readonly TypedPiece[]): string | undefined {
  const text = pieces.map(({ data }) => data).join('');
  if (text === '') return undefined;
  const lines = text.split('\r').length - 1;
  const count = lines > 0 ? lines : Array.from(text).length;
  const what = lines > 0 ? 'line' : 'key';
  return count === 1 ? `1 ${what} waits to be sent` : `${count} ${what}s wait to be sent`;
}
