/** The question "which process are you?" at a Unix socket, asked over HTTP before a socket is trusted. */

import { get, type IncomingMessage, type ServerResponse } from 'node:http';

const PATH = '/host';
/** Milliseconds to wait for the answer: a stopped host accepts connections and does not answer. */
const WAIT_MS = 1000;
/** Limit in characters of an answer, which usually has about twenty. */
const MAX_ANSWER = 1000;

/** Answers the question. Returns false if the request is another one. */
export function answerHostQuestion({ method, url }: IncomingMessage, response: ServerResponse): boolean {
  if (method !== 'GET' || url !== PATH) return false;
  response.writeHead(200, { 'Content-Type': 'application/json', Connection: 'close' });
  response.end(`${JSON.stringify({ pid: process.pid })}\n`);
  return true;
}

/** Returns the id of the process that answers at the socket; undefined if none does or it is not a host. */
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
    // Whatever answered is not a host.
    return undefined;
  }
}
