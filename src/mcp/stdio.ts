/** Serves MCP on this process's stdin and stdout until the client closes them. */

import type { Readable, Writable } from 'node:stream';
import { deserializeMessage, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { isJSONRPCRequest, type JSONRPCMessage, type RequestId } from '@modelcontextprotocol/sdk/types.js';
import { ErrorCode } from '../protocol/common/error-codes.ts';
import { LineReader } from '../rpc/line-reader.ts';
import { classify, type ErrorBody, type Id } from '../rpc/rpc-frame.ts';
import { type ServerOptions, TerminalServer } from './server.ts';

/** Milliseconds for which requests are still answered after the end of stdin: a script may close it and read the answers. */
const ANSWERING_MS = 30_000;

export async function serveStdio(options: ServerOptions): Promise<void> {
  const server = new TerminalServer(options);
  const transport = new AnsweringTransport(new LineTransport(process.stdin, process.stdout));
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => resolve());
    // The client no longer reads.
    process.stdout.once('error', () => resolve());
  });
  const ended = new Promise<void>((resolve) => {
    for (const event of ['end', 'close'] as const) process.stdin.once(event, () => resolve());
  });
  await server.connect(transport);
  await Promise.race([stopped, ended.then(() => transport.settled(ANSWERING_MS))]);
  await server.close();
}

// Calls that are not answered.

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

// The transport.

/** Longest line in bytes; a longer one is refused and skipped. */
const MAX_LINE = 10 * 1024 * 1024;
/** Limit of bytes that the client has not read: beyond it no request is read and no notification is sent. */
const MAX_UNREAD = 1024 * 1024;

export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #lines = new LineReader({
    maxBytes: MAX_LINE,
    onLine: (line) => {
      if (line.trim() !== '') this.#take(line);
    },
    onTooLong: (length) => {
      const message = `a line of ${length} bytes is too long: at most ${MAX_LINE} are read`;
      this.#refuse(null, { code: ErrorCode.InvalidRequest, message });
    },
  });

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  start(): Promise<void> {
    this.#input.on('data', this.#read);
    this.#input.on('error', this.#failed);
    this.#output.on('drain', this.#drained);
    return Promise.resolve();
  }

  /** Resolves at once: senders need not wait, since reading is paused until the output stream drains. */
  send(message: JSONRPCMessage): Promise<void> {
    const isNews = 'method' in message && !('id' in message);
    if (isNews && this.#isUnread) return Promise.resolve();
    this.#write(serializeMessage(message));
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.#input.off('data', this.#read);
    this.#input.off('error', this.#failed);
    this.#output.off('drain', this.#drained);
    this.#input.pause();
    this.#lines.clear();
    this.onclose?.();
    return Promise.resolve();
  }

  get #isUnread(): boolean {
    return this.#output.writableLength > MAX_UNREAD;
  }

  readonly #failed = (error: Error): void => this.onerror?.(error);

  readonly #drained = (): void => {
    this.#input.resume();
  };

  readonly #read = (chunk: Buffer): void => this.#lines.read(chunk);

  #take(line: string): void {
    const message = messageOf(line);
    if (message !== undefined) {
      this.onmessage?.(message);
      return;
    }
    const frame = classify(line);
    if (frame.kind === 'invalid') this.#refuse(frame.id, frame.error);
    else {
      const error = 'an id is a text or a whole number, and params, result and error are objects';
      this.#refuse('id' in frame ? frame.id : null, { code: ErrorCode.InvalidRequest, message: error });
    }
  }

  #refuse(id: Id | null, error: ErrorBody): void {
    this.#write(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`);
  }

  #write(text: string): void {
    this.#output.write(text);
    if (this.#isUnread) this.#input.pause();
  }
}

function messageOf(line: string): JSONRPCMessage | undefined {
  try {
    return deserializeMessage(line);
  } catch {
    return undefined;
  }
}
