/** The question "which process are you?" at a Unix socket, asked over HTTP before a stranger's socket is trusted. */

import { get, type IncomingMessage, type ServerResponse } from 'node:http';

const PATH = '/host';
/** Longest wait for the answer: a host that is stopped accepts connections and says nothing. */
const WAIT_MS = 1000;
/** Most characters of an answer that are read; an answer has some twenty. */
const MAX_ANSWER = 1000;

/** Answers the question; returns false for another request. */
export function answerHostQuestion({ method, url }: IncomingMessage, response: ServerResponse): boolean {
  if (method !== 'GET' || url !== PATH) return false;
  response.writeHead(200, { 'Content-Type': 'application/json', Connection: 'close' });
  response.end(`${JSON.stringify({ pid: process.pid })}\n`);
  return true;
}

/** Returns the process that answers at the socket, or undefined if none does or it is no host. */
export function askHost(socket: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const request = get({ socketPath: socket, path: PATH, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        if (text.length > MAX_ANSWER) request.destroy();
      });
      response.on('close', () => resolve(pidOf(text)));
      response.on('error', () => resolve(undefined));
    });
    const timer = setTimeout(() => request.destroy(), WAIT_MS);
    request.on('error', () => resolve(undefined));
    request.on('close', () => clearTimeout(timer));
  });
}

function pidOf(text: string): number | undefined {
  try {
    const { pid }: { pid?: unknown } = JSON.parse(text);
    return typeof pid === 'number' ? pid : undefined;
  } catch {
    // Whoever answers is no host.
    return undefined;
  }
}
