/** The terminal in which the steps of a notebook run. */

import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Client, TerminalMirror } from '../../client/client.ts';
import { outputOf } from '../../client/run/compared-runs.ts';
import type { Step } from '../../review/notebook/notebook.ts';
import { type StepResult, stepResult } from '../../review/notebook/step-result.ts';
import { runOfRecord } from '../../review/run.ts';
import type { Io } from '../common/io.ts';
import { makeTerminal } from '../connect/make-terminal.ts';
import { writerOf } from '../connect/open-client.ts';
import type { ScriptOutput } from '../scripts/follow/script-output.ts';
import { runStream } from '../scripts/run-command.ts';

export type Played = StepResult & { readonly code: number; readonly durationMs: number };

export class PlayTerminal {
  readonly client: Client;
  readonly title: string;
  readonly #io: Io;
  readonly #mirror: TerminalMirror;
  readonly #timeoutMs: number | undefined;
  /** What was typed for a step that has not begun. */
  #ahead = '';

  /** In the folder of the first step, if that is here; otherwise in that of the file. */
  static async open(
    client: Client,
    {
      file,
      steps,
      timeoutMs,
    }: { readonly file: string; readonly steps: readonly Step[]; readonly timeoutMs: number | undefined },
    io: Io,
  ): Promise<PlayTerminal> {
    const name = basename(file);
    const recorded = steps.find((step) => step.recorded?.cwd !== undefined)?.recorded?.cwd;
    const folder = recorded !== undefined && isFolder(recorded) ? recorded : dirname(file);
    const uri = await makeTerminal(client, { name, cwd: pathToFileURL(folder).href }, io);
    const mirror = await client.subscribe(uri);
    return new PlayTerminal(client, { mirror, title: name, timeoutMs }, io);
  }

  private constructor(
    client: Client,
    {
      mirror,
      title,
      timeoutMs,
    }: { readonly mirror: TerminalMirror; readonly title: string; readonly timeoutMs: number | undefined },
    io: Io,
  ) {
    this.client = client;
    this.#mirror = mirror;
    this.title = title;
    this.#timeoutMs = timeoutMs;
    this.#io = io;
    mirror.onChange(() => this.#sendTyped());
  }

  get uri(): string {
    return this.#mirror.uri;
  }

  /** Runs a step, and compares. Rejects if the host refuses to run it. */
  async play(step: Step, out: ScriptOutput): Promise<Played> {
    const { commandLine } = step;
    const request = {
      commandLine,
      title: this.title,
      timeoutMs: this.#timeoutMs,
      queue: false,
      writer: writerOf(this.#io.env),
    };
    this.#ahead = '';
    const began = Date.now();
    const { code, seq } = await runStream(this.client, this.#mirror, { request, out, io: this.#io });
    const [record] = seq === undefined ? [] : (await this.client.cotty.records(this.uri, { seq })).records;
    const durationMs = Date.now() - began;
    if (record === undefined) return { same: false, headline: 'how it ended is not known', code, durationMs };
    const output = await outputOf((range) => this.client.cotty.output(this.uri, range), record.seq);
    const run = runOfRecord(record, { terminal: this.title, uri: this.uri }, output);
    return { ...stepResult(step, run), code, durationMs };
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
    await this.client.disposeTerminal(this.uri);
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
