/**
 * Reads the modes of terminals with `stty`, where no system call can be made.
 *
 * One shell lives as long as the host and runs `stty` on request, because a fork of the host itself would stop all
 * terminals for milliseconds. Requests are collected, and one query answers all that concern the same terminal.
 */

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { type Clock, systemClock } from '../../common/clock.ts';

type SttyModes = { readonly echo: boolean; readonly lineEditing: boolean };
type Answer = (modes: SttyModes | undefined) => void;

/** Least time between rounds of requests: each request starts a small process. */
const REST_MS = 100;
/** Time for the answers to a round; then the shell is ended, and the next round starts another one. */
const TIMEOUT_MS = 1000;
/** UTF-16 units of one answer that are kept; beyond it the shell is ended. */
const ANSWER_LIMIT = 8 * 1024;

type Child = ChildProcessByStdio<Writable, Readable, null>;

const END = '\n.\n';
// The path is opened for `stty` alone: a redirection that fails must not end the loop.
const LOOP = `while IFS= read -r tty; do (exec stty -a < "$tty") 2> /dev/null; printf '\\n.\\n'; done`;

export class SttyShell {
  readonly #clock: Clock;
  readonly #command: readonly [string, ...string[]];
  /** Requests for the next round, by the path of the terminal. */
  #waiting = new Map<string, Answer[]>();
  /** Requests of this round, in the order in which the shell answers. */
  #asked: Answer[][] = [];
  #child: Child | undefined;
  #text = '';
  #resting = false;
  #cancelTimeout: () => void = () => {};

  constructor(clock: Clock = systemClock, command: readonly [string, ...string[]] = ['/bin/sh', '-c', LOOP]) {
    this.#clock = clock;
    this.#command = command;
  }

  ask(path: string, answer: Answer): void {
    const answers = this.#waiting.get(path);
    if (answers !== undefined) answers.push(answer);
    else this.#waiting.set(path, [answer]);
    this.#round();
  }

  #round(): void {
    if (this.#resting || this.#asked.length > 0 || this.#waiting.size === 0) return;
    const round = this.#waiting;
    this.#waiting = new Map();
    this.#asked = [...round.values()];
    this.#cancelTimeout = this.#clock.after(TIMEOUT_MS, () => {
      if (this.#child !== undefined) this.#end(this.#child);
    });
    this.#child ??= this.#start();
    this.#child.stdin.write([...round.keys()].map((path) => `${path}\n`).join(''));
  }

  #start(): Child {
    const [file, ...args] = this.#command;
    const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'ignore'] });
    child.unref();
    const gone = () => this.#gone(child);
    child.on('error', gone).on('exit', gone);
    // A shell that has ended takes no more requests; its end answers them.
    child.stdin.on('error', () => {});
    child.stdout.setEncoding('latin1').on('data', (text: string) => this.#read(child, text));
    // A waiting shell must not keep the host alive.
    for (const stream of [child.stdin, child.stdout]) if (stream instanceof Socket) stream.unref();
    return child;
  }

  #read(child: Child, text: string): void {
    if (child !== this.#child) return;
    this.#text += text;
    for (let end = this.#text.indexOf(END); end >= 0; end = this.#text.indexOf(END)) {
      const modes = modesIn(this.#text.slice(0, end));
      this.#text = this.#text.slice(end + END.length);
      for (const answer of this.#asked.shift() ?? []) answer(modes);
    }
    if (this.#text.length > ANSWER_LIMIT) this.#end(child);
    else if (this.#asked.length === 0) this.#rest();
  }

  /** Does not wait for the exit: a child of the shell may hold the pipe open. */
  #end(child: Child): void {
    child.kill('SIGKILL');
    child.stdout.destroy();
    this.#gone(child);
  }

  #gone(child: Child): void {
    if (child !== this.#child) return;
    this.#child = undefined;
    this.#text = '';
    for (const answers of this.#asked.splice(0)) for (const answer of answers) answer(undefined);
    this.#rest();
  }

  #rest(): void {
    this.#cancelTimeout();
    if (this.#resting) return;
    this.#resting = true;
    this.#clock.after(REST_MS, () => {
      this.#resting = false;
      this.#round();
    });
  }
}

/** Reads the output of `stty -a`; empty when the terminal is gone. */
function modesIn(output: string): SttyModes | undefined {
  const words = new Set(output.split(/[\s;]+/));
  if (!words.has('icanon') && !words.has('-icanon')) return undefined;
  return { echo: words.has('echo'), lineEditing: words.has('icanon') };
}
