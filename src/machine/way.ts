/** The way to the host of another machine: a command that joins or starts the host there and speaks AHP on stdin and stdout. */

import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { pipeline, Readable, type Writable } from 'node:stream';
import { ClosedError } from '../rpc/errors.ts';
import { LineTransport } from '../rpc/line-transport.ts';
import { CloseCode, type CloseReason, STOPPING, type Transport } from '../rpc/transport.ts';
import { type Connecting, REFUSALS, type Reach } from './address.ts';

export type WayOptions = Connecting & {
  readonly reach: Reach;
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * Variables by which the program asks a person (`questions.ts`). Without them it asks at the terminal of this process, if there is
   * one; with `quiet` it asks nobody, and fails instead.
   */
  readonly asks?: Readonly<Record<string, string>> | undefined;
  /** Whether to join a host that runs, and to start none. */
  readonly join?: boolean;
  /** Ends the command. */
  readonly signal?: AbortSignal;
  /** Multiplies all time limits; 1 if it is absent. */
  readonly patience?: number;
  readonly log?: (message: string) => void;
};

/** What a line prints to stderr when it has found no cotty. */
const NO_COTTY = 'there is no cotty here';

/** What `cotty host --stdio` prints to stderr, before its version, when it is connected to its host. */
export const READY = 'cotty host';

/** What each line prints to stderr first: whoever had to be asked was asked, and start files have run. */
const REACHED = 'cotty reached';

/**
 * Returns a line that runs cotty there: the one that `cotty machine add` has installed, the one on PATH, or the one that a login
 * shell finds. `mark`: a word that the line prints in a line of its own before, so that what start files have printed can be told
 * from what cotty prints.
 */
export function cottyLine(args: string, mark?: string): string {
  const begin = mark === undefined ? '' : `echo; echo ${mark}; `;
  return [
    'PATH="$HOME/.local/share/cotty/bin:$PATH"',
    `if command -v cotty >/dev/null 2>&1; then ${begin}exec cotty ${args}; fi`,
    's=$SHELL',
    'if [ -z "$s" ]; then s=/bin/sh; fi',
    `if "$s" -lc "command -v cotty" >/dev/null 2>&1; then exec "$s" -lc "${begin}exec cotty ${args}"; fi`,
    `echo "${NO_COTTY}" >&2`,
    'exit 127',
  ].join('; ');
}

/** Milliseconds in which a machine must run a line; and where a person is asked, who may take minutes to find a password. */
const REACH_MS = 30_000;
const ASKED_MS = 5 * 60_000;
/** Milliseconds in which the host of a machine that was reached must answer. */
const HOST_MS = 30_000;
/** Milliseconds after which a command of another program counts as connected: it does not tell. */
const FOREIGN_MS = 3_000;
/** Lines and characters of what the command has printed to stderr last, which an error quotes. */
const MOST_LINES = 20;
const MOST_CHARS = 400;

/** Why a machine cannot be reached, as a person is told. */
export class UnreachableError extends ClosedError {
  /** Whether there is no cotty on the machine. */
  readonly isMissing: boolean;
  /** Whether another attempt without a person cannot help. */
  readonly needsPerson: boolean;

  constructor(why: string, { isMissing = false, isRefused = false } = {}) {
    super(why);
    this.isMissing = isMissing;
    this.needsPerson = isMissing || isRefused;
  }
}

/** Starts the command. Resolves when the host there is reached; rejects with `UnreachableError`. */
export function connectMachine(options: WayOptions): Promise<Transport> {
  const { reach, join = false, log, patience = 1 } = options;
  const line = reachedLine(cottyLine(join ? 'host --stdio --join' : 'host --stdio'));
  return new Promise((resolve, reject) => {
    const limit = new Deadline();
    const fail = (error: Error): void => {
      limit.clear();
      stop();
      // Once the host is reached, this tells nobody anything.
      reject(error);
    };
    const { child, words, stop } = start(
      options,
      reach.speaks ?? reach.runs?.(line, reach.options(options)) ?? [],
      fail,
    );
    const transport = new LineTransport({
      input: child.stdout,
      output: child.stdin,
      onProse: (prose) => log?.(`${reach.name}: ${prose.slice(0, MOST_CHARS)}`),
      end: stop,
      isFinished: 'elsewhere',
    });
    child.stdout.on('data', words.printed);
    const ready = (): void => {
      limit.clear();
      child.stdout.off('data', words.printed);
      resolve(transport);
    };
    onEnd(child, (code) => {
      fail(unreachable(code, words));
      transport.finish(closeReason(code, words));
    });
    transport.onClose(({ reason }) => fail(new UnreachableError(reason)));
    if (reach.speaks === undefined) {
      limit.set(reachLimit(options), () => fail(late(reachLimit(options), words)));
      const hostMs = HOST_MS * patience;
      words.onReached = () =>
        limit.set(hostMs, () =>
          fail(new UnreachableError(`its host did not answer within ${hostMs / 1000} s`)),
        );
    } else limit.set(FOREIGN_MS * patience, ready);
    words.onReady = ready;
  });
}

/** The line with a mark before it that tells that the machine runs it. */
function reachedLine(line: string): string {
  return `echo "${REACHED}" >&2; ${line}`;
}

function reachLimit({ quiet = false, patience = 1 }: WayOptions): number {
  return (quiet ? REACH_MS : ASKED_MS) * patience;
}

function late(ms: number, words: LastWords): UnreachableError {
  const last = words.last;
  const said = last === '' ? '' : `; what was printed last: ${last}`;
  return new UnreachableError(`no answer within ${ms / 1000} s${said}`);
}

/** One timer, which is set anew or cleared. */
class Deadline {
  #timer: NodeJS.Timeout | undefined;

  set(ms: number, passed: () => void): void {
    this.clear();
    this.#timer = setTimeout(passed, ms);
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}

type Started = {
  readonly child: ChildProcessWithoutNullStreams;
  readonly words: LastWords;
  /** Ends the command and what it has started, such as the program that asks its question. */
  readonly stop: () => void;
};

/** Milliseconds that a command has to end before it is killed. */
const STOP_MS = 2_000;

/** `failed` is called if the command cannot be started, or is given up by the signal. */
function start(
  { env, asks, quiet = false, signal }: WayOptions,
  argv: readonly string[],
  failed: (error: UnreachableError) => void,
): Started {
  const [program = '', ...args] = argv;
  // A session of its own has no terminal to ask at, and Ctrl+C here sends it no signal.
  const detached = quiet || asks !== undefined;
  const child = spawn(program, args, {
    detached,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...env, ...asks },
  });
  const kill = (name: NodeJS.Signals): void => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    try {
      process.kill(detached ? -child.pid : child.pid, name);
    } catch {
      // It has ended.
    }
  };
  const stop = (): void => {
    kill('SIGTERM');
    setTimeout(() => kill('SIGKILL'), STOP_MS).unref();
  };
  child.on('error', (error: NodeJS.ErrnoException) => failed(notStarted(program, error)));
  // Whoever ends first, the other streams are told by their own ends.
  child.stdin.on('error', () => {});
  const abort = (): void => {
    stop();
    failed(new UnreachableError('the attempt was given up'));
  };
  if (signal?.aborted === true) setImmediate(abort);
  else signal?.addEventListener('abort', abort, { once: true });
  child.once('exit', () => signal?.removeEventListener('abort', abort));
  const words = new LastWords();
  child.stderr.on('data', (chunk: Buffer) => words.add(chunk.toString()));
  return { child, words, stop };
}

/** Milliseconds in which the rest of the output is read after the command has ended. */
const REST_MS = 500;

/**
 * Tells when the command has ended and all of its output is read. A process that it has left behind may hold the pipes open, as the
 * shared connection of an old ssh does, and is not waited for.
 */
function onEnd(child: ChildProcess, listener: (code: number | null) => void): void {
  let timer: NodeJS.Timeout | undefined;
  child.once('exit', (code) => {
    timer = setTimeout(() => {
      child.off('close', closed);
      listener(code);
    }, REST_MS);
  });
  const closed = (code: number | null): void => {
    clearTimeout(timer);
    listener(code);
  };
  child.once('close', closed);
}

function notStarted(program: string, error: NodeJS.ErrnoException): UnreachableError {
  return new UnreachableError(
    error.code === 'ENOENT' ? `there is no program "${program}" here` : error.message,
  );
}

export type Ran = {
  readonly code: number | null;
  /** What was printed to stdout, also by start files. */
  readonly out: string;
  /** The line of stderr that says most. */
  readonly words: string;
};

type RunOptions = {
  /** Written to stdin of the line. */
  readonly input?: Readable | string;
  /** Called with each part of stdout. */
  readonly onOut?: (text: string) => void;
  /** What the line is about, for the error when it takes too long. */
  readonly what?: () => string;
  /** Milliseconds in which it must print something or take input, and in which it must end. */
  readonly silentMs?: number;
  readonly longestMs?: number;
};

/** Limit of what a line prints, in characters. */
const MOST_PRINTED = 1024 * 1024;
const SILENT_MS = 30_000;
const LONGEST_MS = 2 * 60_000;

/**
 * Runs a line of sh on the machine. Resolves when it has ended; rejects with `UnreachableError` where the machine runs nothing but its
 * host, the program that reaches it is missing, or it takes too long or prints too much.
 */
export function runThere(options: WayOptions, line: string, run: RunOptions = {}): Promise<Ran> {
  const { reach } = options;
  const argv = reach.runs?.(reachedLine(line), reach.options(options));
  if (argv === undefined)
    return Promise.reject(new UnreachableError(`${reach.address} runs its host and nothing else`));
  const { input = '', what = () => 'it' } = run;
  const { patience = 1 } = options;
  const silentMs = (run.silentMs ?? SILENT_MS) * patience;
  const longestMs = (run.longestMs ?? LONGEST_MS) * patience;
  let out = '';
  return new Promise((resolve, reject) => {
    const [silence, end] = [new Deadline(), new Deadline()];
    let isSettled = false;
    const settle = (): void => {
      isSettled = true;
      silence.clear();
      end.clear();
    };
    const fail = (error: Error): void => {
      settle();
      stop();
      reject(error);
    };
    const { child, words, stop } = start(options, argv, fail);
    const wait = (): void => {
      if (words.isReached && !isSettled)
        silence.set(silentMs, () =>
          fail(new UnreachableError(`${what()} did not answer within ${silentMs / 1000} s`)),
        );
    };
    silence.set(reachLimit(options), () => fail(late(reachLimit(options), words)));
    words.onReached = () => {
      wait();
      end.set(longestMs, () =>
        fail(new UnreachableError(`${what()} did not end within ${longestMs / 1000} s`)),
      );
    };
    child.stdout.on('data', (chunk: Buffer) => {
      const text = chunk.toString();
      if (isSettled) return;
      out += text;
      if (out.length > MOST_PRINTED) {
        fail(new UnreachableError('it prints text without end'));
        return;
      }
      words.printed(chunk);
      run.onOut?.(text);
      wait();
    });
    child.stderr.on('data', wait);
    const source = typeof input === 'string' ? Readable.from([input]) : input;
    pipeline(source, child.stdin, (error) => {
      // The line may end before it has read all of its input.
      const isItsOwn = error?.code === 'EPIPE' || error?.code === 'ERR_STREAM_PREMATURE_CLOSE';
      if (error && !isItsOwn) fail(error);
    });
    source.on('data', wait);
    onEnd(child, (code) => {
      settle();
      if (words.isReached || code === 0) resolve({ code, out, words: words.text });
      else reject(unreachable(code, words));
    });
  });
}

/** A command that joins its stdin and stdout to a TCP port there. */
export type Pipe = {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stop: () => void;
};

type PipeEvents = {
  /** The bytes of the port come now, and are taken. */
  readonly opened: (pipe: Pipe) => void;
  /** It has ended, with the reason if it has failed. */
  readonly ended: (trouble: string | undefined) => void;
};

/** Milliseconds in which a port there must be reached. */
const PIPE_MS = 30_000;
/** Limit in bytes of what start files print before. */
const MAX_BEFORE = 256 * 1024;

/** Joins a TCP port of localhost there. The returned function ends it. */
export function pipeThere(options: WayOptions, port: number, { opened, ended }: PipeEvents): () => void {
  const { reach } = options;
  const own = reach.pipes;
  const given = reach.options(options);
  const mark = `cotty-pipe-${randomBytes(8).toString('hex')}`;
  const argv =
    own?.argv(port, given, mark) ?? reach.runs?.(cottyLine(`machine pipe ${port}`, mark), given) ?? [];
  const limit = new Deadline();
  let hasEnded = false;
  const end = (trouble: string | undefined): void => {
    limit.clear();
    if (hasEnded) return;
    hasEnded = true;
    ended(trouble);
  };
  const fail = (error: Error): void => {
    stop();
    end(error.message);
  };
  const { child, words, stop } = start(options, argv, fail);
  onEnd(child, (code) => end(code === 0 ? undefined : unreachable(code, words).message));
  const open = (): void => {
    limit.clear();
    child.stdout.off('data', words.printed);
    if (!hasEnded) opened({ stdin: child.stdin, stdout: child.stdout, stop });
  };
  if (own?.marks === false) {
    open();
    return stop;
  }
  const pipeMs = PIPE_MS * (options.patience ?? 1);
  limit.set(pipeMs, () => fail(late(pipeMs, words)));
  child.stdout.on('data', words.printed);
  behindMark(child.stdout, mark, open, () => fail(new UnreachableError('it prints text without end')));
  return stop;
}

/** Drops what comes before the line that is the mark; `found` is called then, and what follows is not read yet. */
export function behindMark(from: Readable, mark: string, found: () => void, tooMuch: () => void): void {
  const line = Buffer.from(`\n${mark}\n`);
  // The mark may be the first line.
  let before: Buffer = Buffer.from('\n');
  const take = (chunk: Buffer): void => {
    before = Buffer.concat([before, chunk]);
    const at = before.indexOf(line);
    if (at < 0 && before.length <= MAX_BEFORE) return;
    from.off('data', take);
    from.pause();
    const rest = before.subarray(at + line.length);
    before = Buffer.alloc(0);
    if (at < 0) {
      tooMuch();
      return;
    }
    if (rest.length > 0) from.unshift(rest);
    found();
  };
  from.on('data', take);
}

/** What a command has printed last, and what its lines on stderr tell. */
class LastWords {
  onReady: (() => void) | undefined;
  onReached: (() => void) | undefined;
  isReached = false;
  #lines: string[] = [];
  #open = '';
  #prose = '';

  add(text: string): void {
    const lines = (this.#open + text).slice(-64 * 1024).split(/\r?\n/);
    this.#open = lines.pop() ?? '';
    this.#lines = [...this.#lines, ...lines.filter((line) => line.trim() !== '')].slice(-MOST_LINES);
    // What is printed before may have no line end.
    if (!this.isReached && lines.some((line) => line.endsWith(REACHED))) {
      this.isReached = true;
      this.onReached?.();
    }
    if (lines.some((line) => READY_LINE.test(line))) this.onReady?.();
  }

  /** Must be called with what comes on stdout and is no answer. */
  readonly printed = (chunk: Buffer): void => {
    this.#prose = (this.#prose + chunk.toString('utf8', Math.max(0, chunk.length - MOST_CHARS))).slice(
      -MOST_CHARS,
    );
  };

  has(text: string): boolean {
    return this.#lines.some((line) => line.includes(text));
  }

  /** Whether the way there is refused, by a program on this side of it. */
  get isRefused(): boolean {
    return (
      !this.isReached &&
      [...this.#lines, this.#open].some((line) => REFUSALS.some((words) => words.test(line)))
    );
  }

  /** The line that says most: the last one that is no closing remark. */
  get text(): string {
    const all = [...this.#lines, this.#open].filter(
      (line) => line.trim() !== '' && !READY_LINE.test(line) && !line.endsWith(REACHED),
    );
    const telling =
      all.findLast((line) => this.isRefused && REFUSALS.some((words) => words.test(line))) ??
      all.findLast((line) => !CLOSING.test(line));
    return (telling ?? all.at(-1) ?? '').replace(/^(?:ssh|cotty): /, '').slice(0, MOST_CHARS);
  }

  /** The last line of all that was printed, in one line. */
  get last(): string {
    const line = this.#prose.split('\n').findLast((each) => each.trim() !== '') ?? '';
    return this.text === '' ? line.trim().slice(0, MOST_CHARS) : this.text;
  }
}

const READY_LINE = new RegExp(`${READY} \\d\\S*$`);
const CLOSING =
  /^(?:Connection (?:to .* )?closed|Shared connection to|lost connection|tar: (?:Error is not recoverable|Exiting with failure|Child returned))/;

function unreachable(code: number | null, words: LastWords): UnreachableError {
  if (words.has(NO_COTTY)) return new UnreachableError(NO_COTTY, { isMissing: true });
  return new UnreachableError(whyEnded(code, words), { isRefused: words.isRefused });
}

function closeReason(code: number | null, words: LastWords): CloseReason {
  if (words.has(STOPPING)) return { code: CloseCode.GoingAway, reason: STOPPING, clean: true };
  return { code: CloseCode.Abnormal, reason: whyEnded(code, words), clean: false };
}

function whyEnded(code: number | null, words: LastWords): string {
  return words.text === '' ? `its command ended with exit code ${code ?? 'unknown'}` : words.text;
}
