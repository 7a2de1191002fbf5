/** `cotty --linear` — the terminals and their blocks as plain lines: nothing is painted twice, and every act is a word. */

import { StringDecoder } from 'node:string_decoder';
import type { Client } from '../../client/client.ts';
import { TURN_GIVEN_UP } from '../../protocol/common/error-codes.ts';
import { errorOf } from '../../protocol/common/reason-of.ts';
import { RpcError } from '../../rpc/errors.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { complain } from '../common/print.ts';
import { refusalOf } from '../connect/refusal.ts';
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
  const interrupt = () => session.interrupt(lines.drop());
  const lines = new TypedLines(io, interrupt);
  const session = new LinearSession({ client, io, onSecret: (isSecret) => lines.hide(isSecret) });
  const onLost = (reason: string): void => {
    complain(io, `the connection to the host was lost: ${reason}`);
    code = ExitCode.lost;
    session.quit();
  };
  const onUnread = () => session.quit();
  io.stdout.on?.('error', onUnread);
  const stops = [onInterrupt(interrupt), watchHost(client, { onLost }, io)];
  const work = async (): Promise<void> => {
    await session.begin(show);
    code = await doLines(session, lines, io.stdin.isTTY === true);
    session.quit();
  };
  try {
    await Promise.race([session.left, work()]);
  } finally {
    for (const stop of stops) stop();
    lines.close();
    session.close();
    client.close();
    io.stdout.off?.('error', onUnread);
  }
  return code;
}

/**
 * Takes the lines one after the other. Behind a line that was refused nothing of a pipe is run: it may depend on that line.
 * Returns the exit code.
 */
async function doLines(session: LinearSession, lines: TypedLines, isTerminal: boolean): Promise<number> {
  for (;;) {
    const line = await lines.next();
    session.typed();
    const error = await (line === END ? session.end() : doLine(session, line, isTerminal)).catch(errorOf);
    const isGivenUp = error?.message === TURN_GIVEN_UP;
    if (error !== undefined && !isGivenUp)
      session.say(`${error instanceof RpcError ? '' : 'That failed: '}${error.message}.`);
    if (error !== undefined && !isGivenUp && !isTerminal) return endOfPipe(session, lines.drop(), error);
    if (line === END) return ExitCode.ok;
    session.prompt();
  }
}

/** Takes a line as it was typed: a word, a command for the shell, or input for the program that reads. */
async function doLine(
  session: LinearSession,
  line: string | typeof TOO_LONG,
  isTerminal: boolean,
): Promise<void> {
  if (line === TOO_LONG) throw new Error(TOO_LONG_LINE);
  // `: > file` is a command of the shell.
  if (!session.takesAll && /^:[a-z]/i.test(line)) {
    if (!isTerminal) await session.turn();
    await runWord(session, line.slice(1));
  } else await session.give(line.startsWith('::') && !session.takesAll ? line.slice(1) : line);
}

/** UTF-16 units of a line: the host accepts no longer command. */
const MAX_LINE = 1024 * 1024;

const TOO_LONG_LINE = `a line has more than ${MAX_LINE} characters, and nothing of it was run`;

function endOfPipe(session: LinearSession, dropped: number, error: Error): number {
  if (dropped > 0) session.say(`What follows was not run: ${dropped} ${dropped === 1 ? 'line' : 'lines'}.`);
  return error instanceof RpcError ? refusalOf(error).code : ExitCode.failure;
}

/** The end of the input, or Ctrl+D at a terminal. */
const END = Symbol('end');
/** A line that is longer than a command can be; nothing of it is kept. */
const TOO_LONG = Symbol('too long');
type Typed = string | typeof END | typeof TOO_LONG;

/** UTF-16 units of waiting lines, from which on standard input is not read. */
const MOST_WAITING = 64 * 1024;

/** Lines of standard input, in order: what was typed ahead, pasted or piped waits until it is asked for. */
class TypedLines {
  readonly #stdin: Io['stdin'];
  readonly #onInterrupt: () => void;
  readonly #decoder = new StringDecoder('utf8');
  #lines: Typed[] = [];
  #waiting = 0;
  #rest = '';
  #isTooLong = false;
  #isHidden = false;
  #asked: ((line: Typed) => void) | undefined;
  readonly #take = (chunk: Buffer): void => {
    for (const char of this.#decoder.write(chunk)) this.#key(char);
    this.#flow();
  };
  readonly #finish = (): void => {
    if (this.#rest !== '' || this.#isTooLong) this.#end();
    this.#put(END);
  };

  /** `onInterrupt` is called at Ctrl+C in a hidden line; in others the terminal makes it a signal. */
  constructor({ stdin }: Pick<Io, 'stdin'>, onInterrupt: () => void) {
    this.#stdin = stdin;
    this.#onInterrupt = onInterrupt;
    stdin.on('data', this.#take);
    stdin.on('end', this.#finish);
    stdin.resume();
  }

  next(): Promise<Typed> {
    const line = this.#lines.shift();
    this.#waiting -= sizeOf(line);
    this.#flow();
    if (line !== undefined) return Promise.resolve(line);
    return new Promise((resolve) => {
      this.#asked = resolve;
    });
  }

  /** Drops the lines that wait, and returns how many they were. The end of the input stays. */
  drop(): number {
    const ends = this.#lines.filter((line) => line === END);
    const dropped = this.#lines.length - ends.length;
    this.#lines = ends;
    this.#waiting = 0;
    this.#rest = '';
    this.#flow();
    return dropped;
  }

  /** A hidden line is read key by key, because the terminal would echo it. */
  hide(isHidden: boolean): void {
    if (this.#stdin.isTTY !== true || isHidden === this.#isHidden) return;
    this.#isHidden = isHidden;
    this.#stdin.setRawMode?.(isHidden);
    this.#flow();
  }

  close(): void {
    this.hide(false);
    this.#stdin.off('data', this.#take);
    this.#stdin.off('end', this.#finish);
    this.#stdin.pause();
  }

  #key(char: string): void {
    if (char === '\n' || (this.#isHidden && char === '\r')) this.#end();
    else if (this.#isHidden && char === '\x03') {
      this.#rest = '';
      this.#onInterrupt();
    } else if (this.#isHidden && (char === '\x7f' || char === '\b')) {
      this.#rest = this.#rest.slice(0, -1);
    } else if (this.#rest.length < MAX_LINE) {
      this.#rest += char;
    } else this.#isTooLong = true;
  }

  #end(): void {
    this.#put(this.#isTooLong ? TOO_LONG : this.#rest.replace(/\r$/, ''));
    this.#rest = '';
    this.#isTooLong = false;
  }

  #put(line: Typed): void {
    const asked = this.#asked;
    this.#asked = undefined;
    if (asked === undefined) {
      this.#lines.push(line);
      this.#waiting += sizeOf(line);
    } else asked(line);
  }

  #flow(): void {
    if (this.#isHidden || this.#waiting < MOST_WAITING) this.#stdin.resume();
    else this.#stdin.pause();
  }
}

function sizeOf(line: Typed | undefined): number {
  return typeof line === 'string' ? line.length + 1 : 0;
}
