/**
 * The stdio transport of MCP, one message a line. Unlike that of the SDK it answers malformed messages, continues after a line
 * that is too long, and stops reading while the peer does not read its answers.
 */

import type { Readable, Writable } from 'node:stream';
import { deserializeMessage, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { ErrorCode } from '../protocol/common/error-codes.ts';
import { LineReader } from '../rpc/line-reader.ts';
import { classify, type ErrorBody, type Id } from '../rpc/rpc-frame.ts';

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
