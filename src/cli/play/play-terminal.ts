/** The terminal in which the steps of a notebook run. */

import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Client, TerminalMirror } from '../../client/client.ts';
import { outputOf } from '../../client/run/compared-runs.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { ScreenReport } from '../../protocol/cotty/cotty-requests.ts';
import type { Step } from '../../review/notebook/notebook.ts';
import { type StepResult, stepResult } from '../../review/notebook/step-result.ts';
import { runOfRecord } from '../../review/run.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { printable } from '../common/plain-text.ts';
import { makeTerminal } from '../connect/make-terminal.ts';
import { writerOf } from '../connect/open-client.ts';
import { refusalOf } from '../connect/refusal.ts';
import type { ScriptOutput } from '../scripts/follow/script-output.ts';
import { type RunEnd, runStream } from '../scripts/run-command.ts';

export type Played = StepResult & { readonly code: number; readonly durationMs: number };

type Options = {
  readonly timeoutMs: number | undefined;
  /** Whether times, hashes and other noise count as differences everywhere. */
  readonly unmasked: boolean;
};

/** Who is there while a step runs: `nobody` could answer a program that waits for input. */
export type Present = 'person' | 'nobody';

/** Milliseconds between two looks at a step, and for how long a sign that a program waits for input must stand without output. */
const LOOK_MS = 400;
const STANDS_MS = { 'echo-off': 1000, line: 800, keys: 2500, stopped: 2500, prompt: 10_000 } as const;
/** Milliseconds in which a command ends that gets Ctrl+C. */
const INTERRUPT_MS = 2000;
const CTRL_C = '\x03';

export class PlayTerminal {
  readonly client: Client;
  readonly title: string;
  readonly #io: Io;
  readonly #mirror: TerminalMirror;
  readonly #timeoutMs: number | undefined;
  readonly #unmasked: boolean;
  /** What was typed for a step that has not begun. */
  #ahead = '';
  #ended: string | undefined;

  /** In the folder of the first step, if that is here; otherwise in that of the file. */
  static async open(
    client: Client,
    { file, steps, ...options }: Options & { readonly file: string; readonly steps: readonly Step[] },
    io: Io,
  ): Promise<PlayTerminal> {
    const name = basename(file);
    const recorded = steps.find((step) => step.recorded?.cwd !== undefined)?.recorded?.cwd;
    const folder = recorded !== undefined && isFolder(recorded) ? recorded : dirname(file);
    const uri = await makeTerminal(
      client,
      { name, cwd: pathToFileURL(folder).href, meta: { nameIsDefault: true } },
      io,
    );
    const mirror = await client.subscribe(uri);
    return new PlayTerminal(client, { mirror, title: name, ...options }, io);
  }

  private constructor(
    client: Client,
    {
      mirror,
      title,
      timeoutMs,
      unmasked,
    }: Options & { readonly mirror: TerminalMirror; readonly title: string },
    io: Io,
  ) {
    this.client = client;
    this.#mirror = mirror;
    this.title = title;
    this.#timeoutMs = timeoutMs;
    this.#unmasked = unmasked;
    this.#io = io;
    mirror.onChange(() => this.#sendTyped());
  }

  get uri(): string {
    return this.#mirror.uri;
  }

  /** Why no further step can run; undefined while one can. */
  get ended(): string | undefined {
    const { lifecycle } = this.#mirror.state;
    if (lifecycle.status !== 'exited') return this.#ended;
    return `the shell has ended${lifecycle.exitCode === undefined ? '' : ` with exit code ${lifecycle.exitCode}`}`;
  }

  /**
   * Runs a step, and compares. While nobody is there, a program that waits for input is interrupted. Rejects if the connection to the
   * host is lost.
   */
  async play(step: Step, out: ScriptOutput, present: Present): Promise<Played> {
    this.#ahead = '';
    const began = Date.now();
    const missed = (headline: string, code: number): Played => ({
      same: false,
      headline,
      code,
      durationMs: Date.now() - began,
    });
    const watch = present === 'nobody' ? new InputWatch(this.client, this.uri) : undefined;
    try {
      const running = this.#run(step, watch?.heard(out) ?? out);
      const waits = await Promise.race([
        running.then(() => undefined),
        ...(watch === undefined ? [] : [watch.waits]),
      ]);
      if (waits !== undefined) await this.#interrupt();
      const { code, seq } = await running;
      if (waits !== undefined) return missed(`${waits}, and nobody can answer`, code);
      if (present === 'nobody' && this.#isRunning) {
        await this.#interrupt();
        return missed(`it did not end within ${(this.#timeoutMs ?? 0) / 1000} s`, code);
      }
      const [record] = seq === undefined ? [] : (await this.client.cotty.records(this.uri, { seq })).records;
      if (record === undefined) return missed('how it ended is not known', code);
      const output = await outputOf((range) => this.client.cotty.output(this.uri, range), record.seq);
      const run = runOfRecord(record, { terminal: this.title, uri: this.uri }, output);
      return { ...stepResult(step, run, this.#unmasked), code, durationMs: Date.now() - began };
    } catch (error) {
      const { code, message } = refusalOf(error);
      if (code === ExitCode.lost) throw error;
      return missed(message.trim(), code);
    } finally {
      watch?.close();
    }
  }

  #run({ commandLine }: Step, out: ScriptOutput): Promise<RunEnd> {
    const request = {
      commandLine,
      title: this.title,
      timeoutMs: this.#timeoutMs,
      queue: false,
      writer: writerOf(this.#io.env),
    };
    return runStream(this.client, this.#mirror, { request, out, io: this.#io });
  }

  get #isRunning(): boolean {
    const { content, lifecycle } = this.#mirror.state;
    const command = content.findLast(({ type }) => type === 'command');
    return lifecycle.status !== 'exited' && command?.type === 'command' && !command.isComplete;
  }

  /** Interrupts what runs. A program that goes on all the same ends with the terminal. */
  async #interrupt(): Promise<void> {
    await this.client.cotty.type(this.uri, CTRL_C).catch(() => {});
    for (let waited = 0; this.#isRunning && waited < INTERRUPT_MS; waited += LOOK_MS) await delay(LOOK_MS);
    if (!this.#isRunning) return;
    this.#ended = 'the program could not be interrupted, so the terminal was closed';
    await this.end();
  }

  /** Gives keys to the program of the step. What is typed before the step has begun waits: at the prompt it would be a command. */
  type(keys: string): void {
    this.#ahead += keys;
    this.#sendTyped();
  }

  #sendTyped(): void {
    if (this.#ahead === '') return;
    const command = this.#mirror.state.content.findLast(({ type }) => type === 'command');
    if (command?.type !== 'command' || command.isComplete) return;
    // The terminal may have ended meanwhile, which the end of the step tells.
    this.client.cotty.type(this.uri, this.#ahead).catch(() => {});
    this.#ahead = '';
  }

  /** Ends the terminal, and what runs in it. */
  async end(): Promise<void> {
    this.#ended ??= 'the terminal was closed';
    // It may have ended by itself.
    await this.client.disposeTerminal(this.uri).catch(() => {});
  }
}

/** Finds out whether the program of a terminal waits for input. */
class InputWatch {
  /** Resolves with what waits, in words. */
  readonly waits: Promise<string>;
  readonly #client: Client;
  readonly #uri: string;
  readonly #timer: NodeJS.Timeout;
  #resolve: (words: string) => void = () => {};
  #sign: keyof typeof STANDS_MS | undefined;
  #since = Date.now();

  constructor(client: Client, uri: string) {
    this.#client = client;
    this.#uri = uri;
    this.waits = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.#timer = setInterval(() => {
      // A host that is away is reported by who follows the command.
      client.cotty.screen(uri).then(
        (screen) => this.#look(screen),
        () => {},
      );
    }, LOOK_MS);
  }

  /** Returns an output that notes when something is printed. */
  heard(out: ScriptOutput): ScriptOutput {
    return {
      write: (text) => {
        this.#since = Date.now();
        out.write(text);
      },
      end: () => out.end(),
    };
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #look(screen: ScreenReport): void {
    const sign = signOf(screen);
    if (sign !== this.#sign) {
      this.#sign = sign;
      this.#since = Date.now();
    }
    if (sign === undefined || Date.now() - this.#since < STANDS_MS[sign]) return;
    const info = this.#client.root.state.terminals?.find(({ resource }) => resource === this.#uri);
    const { foreground } = cottyMeta<TerminalMeta>(info?._meta);
    const { lines, cursor } = screen;
    const asks = screen.fullScreen ? '' : (lines[cursor.y] ?? '').slice(0, cursor.x).trim();
    const words = `${printable(foreground ?? 'it')} ${WAITS[sign]}`;
    this.#resolve(asks === '' ? words : `${words} at "${printable(asks)}"`);
  }
}

const WAITS = {
  'echo-off': 'waits for a password',
  line: 'waits for a line of input',
  keys: 'waits for keys',
  stopped: 'is stopped by a signal',
  prompt: 'seems to wait for input',
} as const;

/** The sign by which a program waits for input. The text of a prompt is one only where the host cannot know what the program reads. */
function signOf({ waitingForInput, reads, running }: ScreenReport): keyof typeof STANDS_MS | undefined {
  if (running === null) return undefined;
  if (reads === 'stopped') return reads;
  if (waitingForInput === 'echo-off') return 'echo-off';
  if (reads === 'line' || reads === 'keys') return reads;
  return reads === undefined && waitingForInput === 'prompt' ? 'prompt' : undefined;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
