/**
 * Runs commands in one terminal on request, one at a time: typed at the shell's prompt, never into a running program, and
 * answered with the record of the command that this started.
 */

import type { LedgerRecord } from '../../ledger/records/record.ts';
import { META_KEY, mergeMeta } from '../../protocol/common/meta.ts';
import type { TerminalAction } from '../../protocol/terminal/actions.ts';
import { type AtPrompt, atPrompt, busyReason, type RunPort } from './prompt-state.ts';
import { PromptTurn } from './prompt-turn.ts';
import { keysOf, markedKeys, plainRefusal } from './run-text.ts';
import { Conditions } from './wait-until.ts';

/** A command that has not begun by then waits for the rest of a quote; a long one takes longer to be read. */
const BEGIN_MS = 5000;
const BEGIN_MS_PER_CHAR = 0.2;
/** A prompt may be the answer to something else that was on its way, as Ctrl+C: the command still begins by then. */
const LATE_MS = 100;

export type RunRequest = {
  readonly commandLine: string;
  readonly writer?: string;
  readonly timeoutMs?: number;
  /** False: the beginning is enough. */
  readonly wait: boolean;
  /** Why it must not be typed any more; undefined: it may. */
  readonly refusal: () => string | undefined;
  /** It is over, or did not come to be: whether or not somebody still waits for the answer. */
  readonly onOver: () => void;
};

export type RunOutcome =
  | { readonly ok: true; readonly record: LedgerRecord }
  | { readonly ok: false; readonly reason: string };

type Run = { readonly request: RunRequest; commandId?: string; timedOut: boolean };

export class Runner {
  readonly #port: RunPort;
  readonly #conditions: Conditions;
  readonly #prompts: PromptTurn;
  #run: Run | undefined;
  #count = 0;

  constructor(port: RunPort) {
    this.#port = port;
    this.#conditions = new Conditions(port.clock);
    this.#prompts = new PromptTurn(port, this.#conditions);
  }

  /** What a claim names the next run; unique in this terminal. */
  get nextId(): string {
    return `run-${this.#count + 1}`;
  }

  /** Why nothing can be run now; undefined: it can, at the next prompt. */
  get busy(): string | undefined {
    const { commandLine, writer } = this.#run?.request ?? {};
    const record = this.#port.log.begun;
    const waiting =
      commandLine === undefined ? undefined : { commandLine, ...(writer === undefined ? {} : { writer }) };
    return busyReason(record ?? waiting, this.#port.clock.now());
  }

  /** Refused at once while another one is under way. */
  async run(request: RunRequest): Promise<RunOutcome> {
    const { busy } = this;
    if (busy !== undefined) return refuse(busy);
    const run: Run = { request, timedOut: false };
    this.#run = run;
    this.#count += 1;
    const begun = await this.#begin(run);
    if (begun !== undefined) {
      this.#over(run);
      return refuse(begun);
    }
    if (request.wait) return this.#end(run);
    // Nobody waits for the answer at the timeout, but the record is to tell of it.
    if (request.timeoutMs !== undefined) void this.#end(run);
    return this.#soFar(run);
  }

  /** Something was printed, or marked: perhaps that a prompt begins. */
  look(prompted: boolean): void {
    if (prompted) this.#prompts.begins();
    this.#conditions.look();
  }

  /** The command that was waited for too long says so when it ends. */
  exact(action: TerminalAction): TerminalAction {
    if (action.type !== 'terminal/commandFinished' || this.#run?.timedOut !== true) return action;
    if (this.#run.commandId !== action.commandId) return action;
    const meta = mergeMeta(action._meta, { [META_KEY]: { timedOut: true } });
    return { ...action, ...(meta === undefined ? {} : { _meta: meta }) };
  }

  /** The store has this action, and the log its record. */
  took(action: TerminalAction): void {
    const run = this.#run;
    if (run === undefined) return;
    if (action.type === 'terminal/commandExecuted' && this.#port.input.expected === run.request) {
      run.commandId = action.commandId;
      this.#port.input.unexpect();
    }
    this.#conditions.look();
    if (action.type === 'terminal/commandFinished' && action.commandId === run.commandId) this.#over(run);
  }

  /** Why it did not begin; undefined: it did. */
  async #begin(run: Run): Promise<string | undefined> {
    const prompt = await this.#prompts.wait(() => run.request.refusal() === undefined);
    if (!prompt.ok) return prompt.reason;
    if (this.#port.over()) return OVER;
    const refusal = run.request.refusal();
    if (refusal !== undefined) return refusal;
    const unfit = prompt.marked ? undefined : plainRefusal(run.request.commandLine);
    if (unfit !== undefined) return unfit;
    const typed = this.#prompts.count;
    if (!this.#type(run, prompt)) return 'the terminal takes no more input: too much of it waits to be read';
    const { length } = run.request.commandLine;
    const seen = await this.#conditions.until(BEGIN_MS + length * BEGIN_MS_PER_CHAR, () =>
      this.#reaction(run, typed),
    );
    if (seen === 'begun') return undefined;
    if (seen === 'over') return OVER;
    if (seen === 'prompt') {
      const isLate = () => run.commandId !== undefined || this.#port.over() || undefined;
      await this.#conditions.until(LATE_MS, isLate);
      if (run.commandId !== undefined) return undefined;
      this.#port.input.unexpect();
      return 'the shell took it for no command: a comment, or a mistake in its syntax, which is on the screen';
    }
    return this.#cancel(run, prompt);
  }

  #type({ request }: Run, { dialect, marked }: AtPrompt): boolean {
    const port = this.#port;
    const { unsent } = port.input;
    const keys = marked
      ? keysOf(request.commandLine, dialect, {
          bracketedPaste: port.bracketedPaste(),
          dirty: unsent !== 'nothing',
        })
      : markedKeys(request.commandLine, { dirty: unsent === 'text' });
    if (!port.type(keys)) return false;
    port.input.expect(request);
    return true;
  }

  #reaction({ commandId }: Run, typed: number): 'begun' | 'prompt' | 'over' | undefined {
    if (commandId !== undefined) return 'begun';
    if (this.#port.over()) return 'over';
    return this.#prompts.count > typed && atPrompt(this.#port)?.ok === true ? 'prompt' : undefined;
  }

  /** It may begin at the very last moment: then it is a run as any other, and its interruption is its end. */
  async #cancel(run: Run, prompt: AtPrompt): Promise<string | undefined> {
    const sent = this.#prompts.count;
    const refusal = run.request.refusal();
    if (refusal !== undefined) {
      this.#port.input.unexpect();
      return `it did not begin, and its line is not taken back: ${refusal}`;
    }
    await this.#prompts.interrupt(
      prompt,
      () => run.commandId !== undefined || this.#prompts.count > sent || undefined,
    );
    if (run.commandId !== undefined) return undefined;
    this.#port.input.unexpect();
    return this.#port.over()
      ? OVER
      : 'it did not begin: most likely a quote, a bracket or a here-document in it is not closed. Ctrl+C was sent';
  }

  async #end(run: Run): Promise<RunOutcome> {
    const { timeoutMs = Number.POSITIVE_INFINITY } = run.request;
    const ended = await this.#conditions.until(timeoutMs, () => this.#finished(run));
    if (ended !== undefined) return { ok: true, record: ended };
    run.timedOut = true;
    if (run.commandId !== undefined) this.#port.log.timedOut(run.commandId);
    return this.#soFar(run);
  }

  #soFar(run: Run): RunOutcome {
    const { running } = this.#port.log;
    const record = this.#finished(run) ?? (running?.commandId === run.commandId ? running : undefined);
    return record === undefined ? refuse('its record is gone') : { ok: true, record };
  }

  #finished({ commandId }: Run): LedgerRecord | undefined {
    const record = commandId === undefined ? undefined : this.#port.log.find(commandId);
    return record?.finishedAt === undefined ? undefined : record;
  }

  #over(run: Run): void {
    if (this.#run !== run) return;
    this.#run = undefined;
    run.request.onOver();
  }
}

const OVER = 'the terminal has exited';

function refuse(reason: string): RunOutcome {
  return { ok: false, reason };
}
