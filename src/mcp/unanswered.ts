/** A transport that tracks unanswered requests, and refuses duplicate ids and too many requests. */

import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { isJSONRPCRequest, type JSONRPCMessage, type RequestId } from '@modelcontextprotocol/sdk/types.js';
import { ErrorCode } from '../protocol/common/error-codes.ts';

/** Requests that may wait at once: as many as the host answers for one client. */
const MAX_WAITING = 1024;

export class AnsweringTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #inner: Transport;
  readonly #waiting = new Set<RequestId>();
  #answered: () => void = () => {};

  constructor(inner: Transport) {
    this.#inner = inner;
    inner.onclose = () => this.onclose?.();
    inner.onerror = (error) => this.onerror?.(error);
    inner.onmessage = (message) => {
      if (isJSONRPCRequest(message)) {
        const refused = this.#refusal(message.id);
        if (refused !== undefined) {
          const error = { code: ErrorCode.InvalidRequest, message: refused };
          void inner.send({ jsonrpc: '2.0', id: message.id, error });
          return;
        }
        this.#waiting.add(message.id);
      }
      this.onmessage?.(message);
      // A request that is cancelled gets no answer.
      if (isCancelling(message)) this.#done(message.params.requestId);
    };
  }

  start(): Promise<void> {
    return this.#inner.start();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#inner.send(message);
    if ('id' in message && !('method' in message)) this.#done(message.id);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  /** Resolves when every request so far is answered, or after `ms`. */
  async settled(ms: number): Promise<void> {
    if (this.#waiting.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      this.#answered = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #refusal(id: RequestId): string | undefined {
    if (this.#waiting.has(id))
      return `the id ${JSON.stringify(id)} is used by a request that has no answer yet: use another id`;
    if (this.#waiting.size < MAX_WAITING) return undefined;
    return `${MAX_WAITING} requests have no answer yet, which is the limit: wait for one first`;
  }

  #done(id: RequestId | undefined): void {
    if (id === undefined) return;
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#answered();
  }
}

type Cancelling = { readonly params: { readonly requestId: RequestId } };

function isCancelling(message: JSONRPCMessage): message is JSONRPCMessage & Cancelling {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return false;
  const id: unknown = message.params?.['requestId'];
  return typeof id === 'string' || typeof id === 'number';
}
