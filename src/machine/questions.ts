/**
 * Questions of ssh, asked by the program that connects: ssh runs `askpass.sh`, which sends the question to a socket of this
 * process, and prints the answer.
 */

import { randomBytes } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';

export type Question = {
  /** The words of ssh: untrusted text. */
  readonly prompt: string;
  /** Whether what is typed must not be shown. */
  readonly secret: boolean;
  /** Whether it only tells something, such as to touch a key. */
  readonly told: boolean;
  /** Aborted when ssh no longer waits for the answer. */
  readonly signal: AbortSignal;
};

/** Resolves with undefined if the person does not answer. */
export type Ask = (question: Question) => Promise<string | undefined>;

export type QuestionsOptions = {
  /** A folder that only this user can enter. */
  readonly folder: string;
  readonly ask: Ask;
  /** Path of `askpass.sh`, and how this program is started. */
  readonly askpass: string;
  readonly node: string;
  readonly launcher: string;
};

export type Questions = {
  /** Variables for the program that may ask. */
  readonly env: Readonly<Record<string, string>>;
  readonly close: () => void;
};

/** Limit of a question, in characters. ssh asks in a few lines. */
const MAX_QUESTION = 16 * 1024;

/** Opens the socket; the answer to each question goes to the program that has asked it. */
export async function openQuestions(options: QuestionsOptions): Promise<Questions> {
  const { folder, ask, askpass, node, launcher } = options;
  const token = randomBytes(16).toString('hex');
  const path = join(folder, `ask-${process.pid}-${token.slice(0, 8)}.sock`);
  const server = createServer((socket) => answer(socket, token, ask));
  await listening(server, path);
  chmodSync(path, 0o600);
  server.unref();
  return {
    env: {
      SSH_ASKPASS: askpass,
      // Asked even where the program has a terminal: a window draws on it.
      SSH_ASKPASS_REQUIRE: 'force',
      // Versions before 8.4 ask only where there seems to be a display.
      DISPLAY: process.env['DISPLAY'] ?? ':0',
      COTTY_ASK: `${token}@${path}`,
      COTTY_ASK_NODE: node,
      COTTY_ASK_LAUNCHER: launcher,
    },
    close: () => {
      server.close();
      rmSync(path, { force: true });
    },
  };
}

function listening(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function answer(socket: Socket, token: string, ask: Ask): void {
  const gone = new AbortController();
  let text = '';
  socket.setEncoding('utf8');
  const take = (chunk: string): void => {
    text += chunk;
    const end = text.indexOf('\n');
    if (end < 0 && text.length <= MAX_QUESTION) return;
    socket.off('data', take);
    const asked = end < 0 ? undefined : read(text.slice(0, end), token);
    if (asked === undefined) {
      socket.destroy();
      return;
    }
    ask({ ...asked, signal: gone.signal }).then(
      (said) => socket.end(said === undefined ? '' : `${JSON.stringify(said)}\n`),
      () => socket.end(),
    );
  };
  socket.on('data', take);
  socket.on('error', () => {});
  socket.on('close', () => gone.abort());
}

function read(line: string, token: string): Omit<Question, 'signal'> | undefined {
  try {
    const sent: unknown = JSON.parse(line);
    if (typeof sent !== 'object' || sent === null) return undefined;
    const { token: given, prompt, kind } = sent as Readonly<Record<string, unknown>>;
    if (given !== token || typeof prompt !== 'string') return undefined;
    // A question about a host key is answered in the open, as is a name.
    const secret = kind === '' && !/\(yes\/no|'yes', 'no'|^(?:username|login)\b/i.test(prompt);
    return { prompt, secret, told: kind === 'none' };
  } catch {
    return undefined;
  }
}

/** The other side, in the process that `askpass.sh` starts. Resolves with undefined if nobody answers. */
export function askThere(place: string, prompt: string, kind: string): Promise<string | undefined> {
  const at = place.indexOf('@');
  const [token, path] = [place.slice(0, at), place.slice(at + 1)];
  return new Promise((resolve) => {
    const socket = createConnection(path);
    let text = '';
    socket.setEncoding('utf8');
    socket.on('connect', () =>
      socket.write(`${JSON.stringify({ token, prompt: prompt.slice(0, MAX_QUESTION / 2), kind })}\n`),
    );
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (text.length > MAX_QUESTION) socket.destroy();
    });
    socket.on('error', () => resolve(undefined));
    socket.on('close', () => resolve(readAnswer(text)));
  });
}

/** Nothing was answered if the connection was closed before. */
function readAnswer(text: string): string | undefined {
  try {
    const said: unknown = JSON.parse(text);
    return typeof said === 'string' ? said : undefined;
  } catch {
    return undefined;
  }
}
