/** The way to the host of another machine: a command that joins or starts the host there and speaks AHP on stdin and stdout. */

import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { pipeline, Readable } from 'node:stream';
import { ClosedError } from '../rpc/errors.ts';
import { LineTransport } from '../rpc/line-transport.ts';
import { CloseCode, type CloseReason, STOPPING, type Transport } from '../rpc/transport.ts';
import type { Reach } from './address.ts';

export type WayOptions = {
  readonly reach: Reach;
  /** Path of the socket by which all that goes there shares one connection of ssh, in a folder that only this user can enter. */
  readonly control?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * Variables by which the program asks a person (`questions.ts`). Without them it asks at the terminal of this process, if there is
   * one; with `quiet` it asks nobody, and fails instead.
   */
  readonly asks?: Readonly<Record<string, string>> | undefined;
  readonly quiet?: boolean;
  /** Whether to join a host that runs, and to start none. */
  readonly join?: boolean;
  /** Ends the command. */
  readonly signal?: AbortSignal;
  readonly log?: (message: string) => void;
};

/** The exit code of a far line that has found no cotty, and what it prints. */
const NO_COTTY = 'there is no cotty here';

/** What `cotty host --stdio` prints to stderr when it is connected to its host. */
export const READY = 'cotty host';

/**
 * Returns a line that runs cotty there: the one that `cotty machine add` has installed, the one on PATH, or the one that a login
 * shell finds.
 */
export function cottyLine(args: string): string {
  return [
    'PATH="$HOME/.local/share/cotty/bin:$PATH"',
    `if command -v cotty >/dev/null 2>&1; then exec cotty ${args}; fi`,
    's=$SHELL',
    'if [ -z "$s" ]; then s=/bin/sh; fi',
    `if "$s" -lc "command -v cotty" >/dev/null 2>&1; then exec "$s" -lc "exec cotty ${args}"; fi`,
    `echo "${NO_COTTY}" >&2`,
    'exit 127',
  ].join('; ');
}

/** Milliseconds in which the host must be reached; and where a person is asked, who may take minutes to find a password. */
const REACH_MS = 30_000;
const ASKED_MS = 5 * 60_000;
/** Milliseconds after which a command of another program counts as connected: it does not tell. */
const FOREIGN_MS = 3_000;
/** Lines and characters of what the command has printed to stderr last, which an error quotes. */
const MOST_LINES = 20;
const MOST_CHARS = 400;

/** Limit of that path in bytes: ssh puts some behind it while it connects, and the kernel takes 107, or 103. */
const MAX_CONTROL = 85;

/** Options of ssh: one connection for all that goes there, compressed, noticed within fifteen seconds when it is dead. */
function sshOptionsOf({ reach, control, quiet = false }: WayOptions): readonly string[] {
  if (reach.kind !== 'ssh') return [];
  const isShared = control !== undefined && Buffer.byteLength(control) <= MAX_CONTROL;
  const options = [
    ...(isShared ? ['ControlMaster=auto', `ControlPath=${control}`, 'ControlPersist=600'] : []),
    'ServerAliveInterval=5',
    'ServerAliveCountMax=3',
    'ConnectTimeout=15',
    // Screens and records are text: four to sixteen times less goes over the link.
    'Compression=yes',
    // What the person has configured for a shell there would open ports, or run something else.
    'ClearAllForwardings=yes',
    'ForwardX11=no',
    'PermitLocalCommand=no',
    'RemoteCommand=none',
    ...(quiet ? ['BatchMode=yes'] : []),
  ];
  return options.flatMap((option) => ['-o', option]);
}

/** What ssh says where a password, a passphrase or an answer about a host key is missing. */
const UNANSWERED = ['Permission denied', 'Host key verification failed', 'Too many authentication failures'];

/** Why a machine cannot be reached, as a person is told. */
export class UnreachableError extends ClosedError {
  /** Whether there is no cotty on the machine. */
  readonly isMissing: boolean;

  constructor(why: string, isMissing: boolean) {
    super(why);
    this.isMissing = isMissing;
  }

  /** Whether another attempt without a person cannot help: there is no cotty, or ssh lacks an answer. */
  get needsPerson(): boolean {
    return this.isMissing || UNANSWERED.some((words) => this.message.includes(words));
  }
}

/** Starts the command. Resolves when the host there is reached; rejects with `UnreachableError`. */
export function connectMachine(options: WayOptions): Promise<Transport> {
  const { reach, join = false, log } = options;
  const line = cottyLine(join ? 'host --stdio --join' : 'host --stdio');
  const child = start(options, reach.speaks ?? reach.runs?.(line, sshOptionsOf(options)) ?? []);
  const words = new LastWords();
  const transport = new LineTransport({
    input: child.stdout,
    output: child.stdin,
    onProse: (line) => log?.(`${reach.name}: ${line.slice(0, MOST_CHARS)}`),
    end: () => child.kill(),
    isFinished: 'elsewhere',
  });
  onEnd(child, (code) => transport.finish(closeReason(code, words)));
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      clearTimeout(timer);
      words.onReady = undefined;
    };
    // Once the host is reached, these tell nobody anything.
    child.once('error', (error) => {
      settle();
      reject(notStarted(child, error));
    });
    onEnd(child, (code) => {
      settle();
      reject(unreachable(code, words));
    });
    const ready = (): void => {
      settle();
      resolve(transport);
    };
    const late = (): void => {
      if (reach.speaks !== undefined) {
        ready();
        return;
      }
      settle();
      child.kill();
      reject(new UnreachableError(`no answer within ${limit / 1000} s`, false));
    };
    const limit = limitOf(options);
    const timer = setTimeout(late, reach.speaks === undefined ? limit : FOREIGN_MS);
    words.onReady = ready;
    child.stderr.on('data', (chunk: Buffer) => words.add(chunk.toString()));
  });
}

function limitOf({ quiet = false }: WayOptions): number {
  return quiet ? REACH_MS : ASKED_MS;
}

function start(
  { env, asks, quiet = false, signal }: WayOptions,
  argv: readonly string[],
): ChildProcessWithoutNullStreams {
  const [program = '', ...args] = argv;
  return spawn(program, args, {
    // A session of its own has no terminal to ask at, and Ctrl+C here sends it no signal.
    detached: quiet || asks !== undefined,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...env, ...asks },
    ...(signal === undefined ? {} : { signal }),
  });
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

function notStarted(child: ChildProcess, error: NodeJS.ErrnoException): UnreachableError {
  const program = child.spawnargs[0] ?? '';
  return new UnreachableError(
    error.code === 'ENOENT' ? `there is no program "${program}" here` : error.message,
    false,
  );
}

export type Ran = { readonly code: number | null; readonly out: string; readonly words: string };

/** Limit of what a line prints, in characters. */
const MOST_PRINTED = 1024 * 1024;

/**
 * Runs a line of sh on the machine. `input` is written to its stdin. Resolves when it has ended; rejects with `UnreachableError` where
 * the machine runs nothing but its host, or the program that reaches it is missing.
 */
export function runThere(options: WayOptions, line: string, input?: Readable | string): Promise<Ran> {
  const { reach } = options;
  const argv = reach.runs?.(line, sshOptionsOf(options));
  if (argv === undefined)
    return Promise.reject(new UnreachableError(`${reach.address} runs its host and nothing else`, false));
  const child = start(options, argv);
  const words = new LastWords();
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => {
    if (out.length < MOST_PRINTED) out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => words.add(chunk.toString()));
  return new Promise((resolve, reject) => {
    pipeline(typeof input === 'object' ? input : Readable.from([input ?? '']), child.stdin, (error) => {
      // The line may end before it has read all of its input.
      const isItsOwn = error?.code === 'EPIPE' || error?.code === 'ERR_STREAM_PREMATURE_CLOSE';
      if (error && !isItsOwn) reject(error);
    });
    child.once('error', (error) => reject(notStarted(child, error)));
    onEnd(child, (code) => resolve({ code, out, words: words.text }));
  });
}

/**
 * Starts a command that joins its stdin and stdout to a TCP port of localhost there. `ended` is called when it has ended, with the
 * reason if it has failed.
 */
export function pipeThere(
  options: WayOptions,
  port: number,
  ended: (trouble: string | undefined) => void,
): ChildProcessWithoutNullStreams {
  const { reach } = options;
  const ssh = sshOptionsOf(options);
  const argv = reach.pipes?.(port, ssh) ?? reach.runs?.(cottyLine(`machine pipe ${port}`), ssh) ?? [];
  const child = start(options, argv);
  const words = new LastWords();
  child.stderr.on('data', (chunk: Buffer) => words.add(chunk.toString()));
  child.once('error', (error) => ended(notStarted(child, error).message));
  onEnd(child, (code) => ended(code === 0 ? undefined : unreachable(code, words).message));
  return child;
}

/** The last lines that a command has printed to stderr. */
class LastWords {
  onReady: (() => void) | undefined;
  #lines: string[] = [];
  #open = '';

  add(text: string): void {
    const lines = (this.#open + text).slice(-64 * 1024).split(/\r?\n/);
    this.#open = lines.pop() ?? '';
    this.#lines = [...this.#lines, ...lines.filter((line) => line.trim() !== '')].slice(-MOST_LINES);
    if (lines.some((line) => line.startsWith(READY))) this.onReady?.();
  }

  has(text: string): boolean {
    return this.#lines.some((line) => line.includes(text));
  }

  /** The line that says most: the last one that is no closing remark. */
  get text(): string {
    const all = [...this.#lines, this.#open].filter((line) => line.trim() !== '' && !line.startsWith(READY));
    const telling = all.findLast(
      (line) => !/^(?:Connection to .* closed|Shared connection to|lost connection)/.test(line),
    );
    return (telling ?? all.at(-1) ?? '').replace(/^(?:ssh|cotty): /, '').slice(0, MOST_CHARS);
  }
}

function unreachable(code: number | null, words: LastWords): UnreachableError {
  if (words.has(NO_COTTY)) return new UnreachableError(NO_COTTY, true);
  const why = words.text === '' ? `its command ended with exit code ${code ?? 'unknown'}` : words.text;
  return new UnreachableError(why, false);
}

function closeReason(code: number | null, words: LastWords): CloseReason {
  if (words.has(STOPPING)) return { code: CloseCode.GoingAway, reason: STOPPING, clean: true };
  const why = words.text === '' ? `its command ended with exit code ${code ?? 'unknown'}` : words.text;
  return { code: CloseCode.Abnormal, reason: why, clean: false };
}
