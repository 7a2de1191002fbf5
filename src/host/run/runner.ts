/**
 * Runs shell commands in one terminal on request, one at a time: types them at the shell's prompt, never into a running
 * program, and answers with the record of the command that this started.
 *
 *   run()
 *     │  another run or command is under way        → refused: busy
 *   wait for an empty prompt (PromptWaiter)
 *     │  no prompt in time, or no shell             → refused
 *   check again whether the requester may type
 *     │  it may not                                 → refused
 *   type the keys; LastInput expects the command
 *     │  a prompt comes instead of the command      → refused: a comment or a syntax error
 *     │  neither comes within BEGIN_MS              → Ctrl+C; refused: an open quote or bracket
 *   the command has begun; the run has a commandId
 *     │  `wait` is false                            → the record so far
 *     │  `timeoutMs` have passed                    → the record so far; the run stays busy until the end
 *   the command has finished                        → its complete record
 */

import type { LedgerRecord } from '../../ledger/records/record.ts';
import { META_KEY, mergeMeta } from '../../protocol/common/meta.ts';
import type { TerminalAction } from '../../protocol/terminal/actions.ts';
import { runClaimId } from '../clients/run-claims.ts';
import { terminalReaders } from '../processes/line-reader.ts';
import { Delivery } from './delivery.ts';
import { PATIENCE_MS } from './integration-state.ts';
import { NextReader } from './next-reader.ts';
import { type AtPrompt, atPrompt, busyReason, type Prompt, type RunPort } from './prompt-state.ts';
import { PromptWaiter } from './prompt-waiter.ts';
import { keyRefusal, keysOf, markedKeys, plainRefusal } from './run-text.ts';
import { Turns } from './turns.ts';
import { Waiters } from './waiters.ts';

/** Milliseconds for a command to begin. After that, the shell must be waiting for the rest of a quote. */
const BEGIN_MS = 5000;
/** Milliseconds added for each character: the shell takes longer to read a long command. */
const BEGIN_MS_PER_CHAR = 0.2;
/** Milliseconds for the command to begin after a prompt, which may be the reaction to earlier input such as Ctrl+C. */
const LATE_MS = 100;

export type RunRequest = {
  /** The command as it is recorded. */
  readonly commandLine: string;
  /** The exact text of the request; absent if it is equal to `commandLine`. */
  readonly text?: string;
  /** Whether more lines may follow: a text that the shell would continue is refused as `open`. */
  readonly partial?: boolean;
  /** Whether to wait without limit for the prompt. */
  readonly patient?: boolean;
  readonly writer?: string;
  readonly timeoutMs?: number;
  /** Whether to wait for the end of the command; else the answer comes when it has begun. */
  readonly wait: boolean;
  /** Returns why the command must not be typed any more, or undefined. */
  readonly refusal: () => string | undefined;
  /** Called when the command has ended or did not begin, even if the requester no longer waits. */
  readonly onOver: () => void;
};

export type RunOutcome =
  | { readonly ok: true; readonly record: LedgerRecord }
  /** Nothing has run. `unparsed`: the shell's own message about a text that it cannot parse. `open`: the text is not complete. */
  | { readonly ok: false; readonly reason: string; readonly unparsed?: true; readonly open?: true };

type Run = { readonly request: RunRequest; commandId?: string; timedOut: boolean };

export class Runner {
  /** Delivers commands to a shell that fetches them. */
  readonly delivery: Delivery;
  /** The queue of requests that wait until no other command runs. */
  readonly turns: Turns;
  readonly nextReader: NextReader;
  readonly #port: RunPort;
  readonly #waiters: Waiters;
  readonly #prompt: PromptWaiter;
  #run: Run | undefined;
  #count = 0;

  constructor(port: RunPort) {
    this.#port = port;
    this.#waiters = new Waiters(port.clock);
    this.#prompt = new PromptWaiter(port, this.#waiters);
    const { delivery: path, press: type, reader, onFree } = port;
    this.delivery = new Delivery({ path, waiters: this.#waiters, type, reader, onFree });
    this.turns = new Turns({
      isFree: () => this.busy === undefined && (port.marksCommands() || port.foreground() === undefined),
      over: () => (port.exited() ? EXITED : undefined),
    });
    this.nextReader = new NextReader({
      waiters: this.#waiters,
      over: () => (port.exited() ? EXITED : undefined),
      atPrompt: () => this.#isFree(),
      takesText: port.fetches,
      runs: () => port.commands.begun !== undefined || !port.marksCommands() || port.shell() === undefined,
      shell: port.process,
      askModes: port.askModes,
      readers: terminalReaders,
    });
  }

  /** Id of the next run, for its claim; unique in this terminal. */
  get nextId(): string {
    return runClaimId(this.#count + 1);
  }

  /** Reason why no command can be run now; undefined if one can, at the next prompt. */
  get busy(): string | undefined {
    const { commandLine, writer } = this.#run?.request ?? {};
    const record = this.#port.commands.begun;
    const waiting =
      commandLine === undefined ? undefined : { commandLine, ...(writer === undefined ? {} : { writer }) };
    return busyReason(record ?? waiting, this.#port.clock.now());
  }

  /** Whether a shell with integration is at its prompt, and no command is about to begin. */
  #isFree(): boolean {
    const prompt = this.#run === undefined ? atPrompt(this.#port) : undefined;
    return prompt?.ok === true && prompt.marked;
  }

  /** Runs a command. Refuses at once while another one is under way. */
  async run(request: RunRequest): Promise<RunOutcome> {
    const { busy } = this;
    if (busy !== undefined) return refuse(busy);
    const run: Run = { request, timedOut: false };
    this.#run = run;
    this.#count += 1;
    const begun = await this.#begin(run);
    if (begun !== undefined) {
      this.#release(run);
      return begun;
    }
    if (request.wait) return this.#waitForEnd(run);
    // The requester does not wait, but the timeout must be recorded.
    if (request.timeoutMs !== undefined) void this.#waitForEnd(run);
    return this.#recordSoFar(run);
  }

  /**
   * Delivers a line that a user wrote in cotty's line editor, parsed as at the shell's prompt. Resolves with undefined when the
   * shell has accepted it, with `typed` if it must be typed instead, or with the reason why it was not accepted.
   */
  async line(text: string, onTaken: () => void): Promise<string | undefined> {
    const port = this.#port;
    const prompt = port.fetches() && !this.delivery.active ? atPrompt(port) : undefined;
    const { pending } = port.input;
    // Keys that were typed ahead come first, and the shell may be at a continuation prompt.
    const isFree = pending === 'nothing' || pending === 'half-typed';
    if (prompt?.ok !== true || !prompt.marked || !isFree) return 'typed';
    const { dialect } = prompt;
    const outcome = await this.delivery.give(text, { kind: 'line', dialect, onTaken, over: port.exited });
    if (outcome.ok) return undefined;
    if ('open' in outcome) return OPEN;
    return 'refused' in outcome ? outcome.refused : outcome.failed;
  }

  /** Waits without limit for the next empty prompt. Resolves with the reason if there will be none. */
  prompt(): Promise<Prompt> {
    return this.#prompt.wait(() => false, Number.POSITIVE_INFINITY);
  }

  /** Must be called after output or a shell-integration mark. `promptBegan`: the mark was the start of a prompt. */
  check(promptBegan: boolean): void {
    if (promptBegan) this.#prompt.promptBegan();
    this.#waiters.check();
    this.#putBack();
    this.turns.check();
  }

  /** Restores the line that was half typed before a command was delivered, unless another delivery is about to begin. */
  #putBack(): void {
    const prompt = this.delivery.keepsLine && this.#run === undefined ? atPrompt(this.#port) : undefined;
    if (prompt?.ok !== true) return;
    void this.delivery.putBack(
      prompt.dialect,
      () => this.#run === undefined && atPrompt(this.#port)?.ok === true,
    );
  }

  /** Returns the action. The end of a command whose run has timed out gets `timedOut`. */
  markTimedOut(action: TerminalAction): TerminalAction {
    if (action.type !== 'terminal/commandFinished' || this.#run?.timedOut !== true) return action;
    if (this.#run.commandId !== action.commandId) return action;
    const meta = mergeMeta(action._meta, { [META_KEY]: { timedOut: true } });
    return { ...action, ...(meta === undefined ? {} : { _meta: meta }) };
  }

  /** Must be called when the store has applied an action and its record is made. */
  follow(action: TerminalAction): void {
    const run = this.#run;
    if (run === undefined) {
      this.turns.check();
      return;
    }
    if (action.type === 'terminal/commandExecuted' && this.#port.input.expected === run.request) {
      run.commandId = action.commandId;
      this.#port.input.clearExpected();
    }
    this.#waiters.check();
    if (action.type === 'terminal/commandFinished' && action.commandId === run.commandId) this.#release(run);
  }

  /** Delivers or types the command. Returns the reason if it did not begin. */
  async #begin(run: Run): Promise<Refused | undefined> {
    const { request } = run;
    const prompt = await this.#prompt.wait(
      () => request.refusal() === undefined,
      request.patient ? Number.POSITIVE_INFINITY : PATIENCE_MS,
    );
    if (!prompt.ok) return refuse(prompt.reason);
    if (this.#port.exited()) return refuse(EXITED);
    const refusal = request.refusal();
    if (refusal !== undefined) return refuse(refusal);
    if (prompt.marked && this.#port.fetches()) return this.#deliver(run, prompt);
    const why = await this.#typeAndWait(run, prompt);
    return why === undefined ? undefined : refuse(why);
  }

  async #deliver(run: Run, { dialect }: AtPrompt): Promise<Refused | undefined> {
    const { input, exited, writes } = this.#port;
    const { commandLine, text = commandLine, writer, partial = false } = run.request;
    // A delivery is no input that would name the writer in the replay log, and the command may begin before the next row.
    writes(writer);
    let typed = this.#prompt.promptCount;
    const delivered = await this.delivery.give(text, {
      kind: partial ? 'part' : 'script',
      dialect,
      over: exited,
      onTaken: () => {
        typed = this.#prompt.promptCount;
        input.expect(run.request);
      },
    });
    // The output of the whole command up to the next prompt may have come in one read: no other check would follow.
    this.#putBack();
    if (!delivered.ok) {
      if ('refused' in delivered) return { ...refuse(delivered.refused), unparsed: true };
      if ('open' in delivered) return { ...refuse(OPEN), open: true };
      return refuse(delivered.failed);
    }
    const seen = await this.#waiters.waitFor(BEGIN_MS + text.length * BEGIN_MS_PER_CHAR, () =>
      this.#reaction(run, typed),
    );
    if (seen === 'begun') return undefined;
    if (seen === 'over') return refuse(EXITED);
    input.clearExpected();
    return refuse('the shell has accepted the command, but has not begun to run it');
  }

  /** Types the command into a shell that does not fetch it. */
  async #typeAndWait(run: Run, prompt: AtPrompt): Promise<string | undefined> {
    const commandLine = typedText(run.request);
    const unfit = keyRefusal(commandLine) ?? (prompt.marked ? undefined : plainRefusal(commandLine));
    if (unfit !== undefined) return unfit;
    const typed = this.#prompt.promptCount;
    if (!this.#type(run, prompt)) return 'the input buffer is full: the program does not read its input';
    const { length } = commandLine;
    const seen = await this.#waiters.waitFor(BEGIN_MS + length * BEGIN_MS_PER_CHAR, () =>
      this.#reaction(run, typed),
    );
    if (seen === 'begun') return undefined;
    if (seen === 'over') return EXITED;
    if (seen === 'prompt') {
      const isLate = () => run.commandId !== undefined || this.#port.exited() || undefined;
      await this.#waiters.waitFor(LATE_MS, isLate);
      if (run.commandId !== undefined) return undefined;
      this.#port.input.clearExpected();
      return 'the shell ran no command: the line is a comment, or has a syntax error, which is shown on the screen';
    }
    return this.#cancel(run, prompt);
  }

  #type({ request }: Run, { dialect, marked }: AtPrompt): boolean {
    const port = this.#port;
    const { pending } = port.input;
    const keys = marked
      ? keysOf(typedText(request), dialect, {
          bracketedPaste: port.bracketedPaste(),
          dirty: pending !== 'nothing',
        })
      : markedKeys(typedText(request), { dirty: pending === 'half-typed' });
    if (!port.type(keys, request.writer)) return false;
    port.input.expect(request);
    return true;
  }

  #reaction({ commandId }: Run, typed: number): 'begun' | 'prompt' | 'over' | undefined {
    if (commandId !== undefined) return 'begun';
    if (this.#port.exited()) return 'over';
    return this.#prompt.promptCount > typed && atPrompt(this.#port)?.ok === true ? 'prompt' : undefined;
  }

  /** Interrupts a command that did not begin. If it begins at the last moment, it is ended by Ctrl+C like any other. */
  async #cancel(run: Run, prompt: AtPrompt): Promise<string | undefined> {
    const sent = this.#prompt.promptCount;
    const refusal = run.request.refusal();
    if (refusal !== undefined) {
      this.#port.input.clearExpected();
      return `the command did not begin, and its line stays at the prompt: ${refusal}`;
    }
    await this.#prompt.interrupt(
      prompt,
      () => run.commandId !== undefined || this.#prompt.promptCount > sent || undefined,
    );
    if (run.commandId !== undefined) return undefined;
    this.#port.input.clearExpected();
    return this.#port.exited()
      ? EXITED
      : 'the command did not begin, and Ctrl+C was sent: most likely a quote, a bracket or a here-document is not closed';
  }

  async #waitForEnd(run: Run): Promise<RunOutcome> {
    const { timeoutMs = Number.POSITIVE_INFINITY } = run.request;
    const ended = await this.#waiters.waitFor(timeoutMs, () => this.#finishedRecord(run));
    if (ended !== undefined) return { ok: true, record: ended };
    run.timedOut = true;
    if (run.commandId !== undefined) this.#port.commands.timedOut(run.commandId);
    return this.#recordSoFar(run);
  }

  #recordSoFar(run: Run): RunOutcome {
    const { running } = this.#port.commands;
    const record = this.#finishedRecord(run) ?? (running?.commandId === run.commandId ? running : undefined);
    return record === undefined
      ? refuse('the record of this command is no longer kept')
      : { ok: true, record };
  }

  #finishedRecord({ commandId }: Run): LedgerRecord | undefined {
    return commandId === undefined ? undefined : this.#port.commands.finished(commandId);
  }

  #release(run: Run): void {
    if (this.#run !== run) return;
    this.#run = undefined;
    run.request.onOver();
    // No further prompt follows a text that the shell has refused.
    this.#putBack();
    this.turns.check();
  }
}

/** Enter is one key, so CRLF becomes LF. */
function typedText({ commandLine }: RunRequest): string {
  return commandLine.replaceAll('\r\n', '\n');
}

const OPEN = 'the command is not complete: the shell would read further lines of it';
const EXITED = 'the terminal has exited';

type Refused = Extract<RunOutcome, { readonly ok: false }>;

function refuse(reason: string): Refused {
  return { ok: false, reason };
}
