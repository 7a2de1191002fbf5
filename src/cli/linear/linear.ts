/** `cotty --linear` — the terminals and their blocks as plain lines: nothing is painted twice, and every act is a word. */

import { StringDecoder } from 'node:string_decoder';
import type { Client } from '../../client/client.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { RpcError } from '../../rpc/errors.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { complain } from '../common/print.ts';
import { writerOf } from '../connect/open-client.ts';
import { onInterrupt } from '../scripts/follow/interrupts.ts';
import { watchHost } from '../scripts/follow/lost-host.ts';
import { LinearSession } from './session.ts';
import { runWord } from './words.ts';

export type LinearOptions = {
  readonly client: Client;
  /** URI of the terminal to begin in. */
  readonly show?: string | undefined;
};

/** Returns the exit code. The client is closed at the end. */
export async function runLinear({ client, show }: LinearOptions, io: Io): Promise<number> {
  let code: number = ExitCode.ok;
  const lines = new TypedLines(io);
  const session = new LinearSession({
    client,
    io,
    me: writerOf(io.env),
    onSecret: (isSecret) => lines.hide(isSecret),
  });
  const onLost = (reason: string): void => {
    complain(io, `the connection to the host was lost: ${reason}`);
    code = ExitCode.lost;
    session.quit();
  };
  const stops = [onInterrupt(() => session.interrupt()), watchHost(client, { onLost }, io)];
  try {
    await session.begin(show);
    session.prompt();
    lines.begin({
      onLine: (line) => doLine(session, line),
      onInterrupt: () => session.interrupt(),
      onEnd: async () => session.endOfInput(),
    });
    await session.left;
  } finally {
    for (const stop of stops) stop();
    lines.end();
    session.close();
    client.close();
  }
  return code;
}

/** Takes a line as it was typed: a word, a command for the shell, or input for the program that runs. */
async function doLine(session: LinearSession, line: string): Promise<void> {
  session.typed();
  try {
    if (session.isSecret || !line.startsWith(':')) await session.give(line);
    else if (line.startsWith('::')) await session.give(line.slice(1));
    else await runWord(session, line.slice(1));
  } catch (error) {
    // The host has refused it, or the connection was lost meanwhile: the session goes on.
    session.say(`${error instanceof RpcError ? '' : 'That failed: '}${reasonOf(error)}.`);
  }
  session.prompt();
}

type Typing = {
  readonly onLine: (line: string) => Promise<void>;
  readonly onInterrupt: () => void;
  /** Called at Ctrl+D on an empty line, and when a pipe has ended. */
  readonly onEnd: () => Promise<void>;
};

/** UTF-16 units of a typed line; what is beyond is dropped. */
const MOST_LINE = 64 * 1024;

/** Lines of standard input, one after the other. The terminal edits them, and echoes them unless they are hidden. */
class TypedLines {
  readonly #io: Io;
  readonly #decoder = new StringDecoder('utf8');
  #typing: Typing | undefined;
  #rest = '';
  #isHidden = false;
  #done: Promise<void> = Promise.resolve();
  readonly #take = (chunk: Buffer): void => {
    for (const char of this.#decoder.write(chunk)) this.#key(char);
  };
  readonly #finish = (): void => this.#then(() => this.#typing?.onEnd());

  constructor(io: Io) {
    this.#io = io;
  }

  begin(typing: Typing): void {
    this.#typing = typing;
    const { stdin } = this.#io;
    stdin.on('data', this.#take);
    stdin.on('end', this.#finish);
    stdin.resume();
  }

  /** A hidden line is read key by key, because the terminal would echo it. */
  hide(isHidden: boolean): void {
    if (this.#io.stdin.isTTY !== true) return;
    this.#isHidden = isHidden;
    this.#io.stdin.setRawMode?.(isHidden);
  }

  end(): void {
    const { stdin } = this.#io;
    this.hide(false);
    stdin.off('data', this.#take);
    stdin.off('end', this.#finish);
    stdin.pause();
  }

  #key(char: string): void {
    if (char === '\n' || (this.#isHidden && char === '\r')) {
      const line = this.#rest;
      this.#rest = '';
      this.#then(() => this.#typing?.onLine(line.endsWith('\r') ? line.slice(0, -1) : line));
    } else if (this.#isHidden && char === '\x03') {
      this.#rest = '';
      this.#typing?.onInterrupt();
    } else if (this.#isHidden && (char === '\x7f' || char === '\b')) {
      this.#rest = this.#rest.slice(0, -1);
    } else if (this.#rest.length < MOST_LINE) {
      this.#rest += char;
    }
  }

  /** What was typed ahead waits for what is being done. */
  #then(act: () => Promise<void> | undefined): void {
    this.#done = this.#done.then(act);
  }
}
