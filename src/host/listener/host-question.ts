/** The question "which process are you, and whose?" at a Unix socket, asked over HTTP before a socket is trusted. */

import { get, type IncomingMessage, type ServerResponse } from 'node:http';

const PATH = '/host';
/** Milliseconds to wait for the answer: a stopped host accepts connections and does not answer. */
const WAIT_MS = 1000;
/** Limit in characters of an answer, which has a path. */
const MAX_ANSWER = 16 * 1024;

type HostAnswer = {
  readonly pid: number;
  /** Its state folder, also if it records nothing; undefined for a host of an earlier version. */
  readonly state?: string | undefined;
};

/** Answers the question. Returns false if the request is another one. `state`: the host's state folder. */
export function answerHostQuestion(
  { method, url }: IncomingMessage,
  response: ServerResponse,
  state?: string,
): boolean {
  if (method !== 'GET' || url !== PATH) return false;
  response.writeHead(200, { 'Content-Type': 'application/json', Connection: 'close' });
  response.end(`${JSON.stringify({ pid: process.pid, state } satisfies HostAnswer)}\n`);
  return true;
}

/** Asks the process that answers at the socket; resolves with undefined if none does or it is not a host. */
export function askHost(socket: string): Promise<HostAnswer | undefined> {
  return new Promise((resolve) => {
    const request = get({ socketPath: socket, path: PATH, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        if (text.length > MAX_ANSWER) request.destroy();
      });
      response.on('close', () => resolve(readAnswer(text)));
      response.on('error', () => resolve(undefined));
    });
    const timer = setTimeout(() => request.destroy(), WAIT_MS);
    request.on('error', () => resolve(undefined));
    request.on('close', () => clearTimeout(timer));
  });
}

function readAnswer(text: string): HostAnswer | undefined {
  try {
    const { pid, state }: { pid?: unknown; state?: unknown } = JSON.parse(text);
    if (typeof pid !== 'number') return undefined;
    return { pid, ...(typeof state === 'string' ? { state } : {}) };
  } catch {
    // Whatever answered is not a host.
    return undefined;
  }
}
