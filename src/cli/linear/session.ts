/** A session of linear mode: one terminal at a time, whose output is said as it comes, and where each line goes. */

import type { Client, TerminalMirror } from '../../client/client.ts';
import { endedBetween, endedText, isStopped } from '../../client/ended-commands.ts';
import { type Holder, holderOf } from '../../client/holder.ts';
import type { Cause } from '../../client/mirror.ts';
import { isWaiting, programWords } from '../../client/program-state.ts';
import { runInTurn } from '../../client/run/run-in-turn.ts';
import { longDuration } from '../../protocol/common/durations.ts';
import { TURN_GIVEN_UP } from '../../protocol/common/error-codes.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import { fullName, readTerminal } from '../../protocol/cotty/terminal-names.ts';
import { isRecord } from '../../protocol/fields/object-fields.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import type { CommandPart, TerminalInfo, TerminalState } from '../../protocol/terminal/state.ts';
import { chipOf } from '../../review/chip.ts';
import { statusOf, statusOfCode } from '../../review/exit-state.ts';
import { RpcError } from '../../rpc/errors.ts';
import { plainLines } from '../../screen/text/plain-stream.ts';
import type { Io } from '../common/io.ts';
import { printable } from '../common/plain-text.ts';
import { say } from '../common/print.ts';
import { makeTerminal } from '../connect/make-terminal.ts';
import { writerOf } from '../connect/open-client.ts';
import { CommandOutput } from '../scripts/follow/command-output.ts';
import { turnText } from '../scripts/follow/outcome-text.ts';
import { PlainRows } from '../scripts/follow/plain-rows.ts';
import { who } from '../scripts/follow/record-text.ts';

/** Milliseconds after which the prompt is said again, and after which a line that waits is mentioned. */
const PROMPT_MS = 50;
const MENTIONED_MS = 1000;
/** Lines of a command that runs already which are said when one comes to its terminal. */
const LAST_LINES = 5;
/** Milliseconds from which a duration is told. */
const TOLD_FROM = 1000;
/** How often Ctrl+D is typed for the end of a pipe into programs that go on reading. */
const MOST_ENDS = 8;

const CTRL_C = '\x03';
const CTRL_D = '\x04';

type LinearOptions = {
  readonly client: Client;
  readonly io: Io;
  /** Called with whether the next line of input must not be shown. */
  readonly onSecret: (isSecret: boolean) => void;
};

export class LinearSession {
  readonly client: Client;
  readonly io: Io;
  /** The writer of this person's commands. */
  readonly me: string;
  /** Resolves when the person leaves. */
  readonly left: Promise<void>;
  readonly #onSecret: (isSecret: boolean) => void;
  readonly #stops: (() => void)[] = [];
  #quit: () => void = () => {};
  #mirror: TerminalMirror | undefined;
  /** The running command, and what is printed. */
  #command: CommandOutput | undefined;
  #rows = new PlainRows(() => {});
  #stopHearing: () => void = () => {};
  /** Ids of the last commands of this terminal that have ended, and who waits for that. */
  #ended: readonly string[] = [];
  #onEnded: () => void = () => {};
  /** Lines of a command that is not complete. */
  #open = '';
  #lastRun: string | undefined;
  /** Takes a line back that waits until somebody reads it. */
  #giveUp: (() => void) | undefined;
  #isSecret = false;
  /** Whether the last line of output has not ended, and whether the cursor stands behind the prompt. */
  #isInLine = false;
  #hasPrompt = false;
  #promptTimer: NodeJS.Timeout | undefined;
  #listed: readonly TerminalInfo[] = [];
  /** The program that reads keys here, and whether one reads without echo, as it was told last. */
  #foreground: string | undefined;
  #wasSecret = false;
  /** The questions that were said, by the URI of their terminal: since when each waits. */
  readonly #asked = new Map<string, number>();

  constructor({ client, io, onSecret }: LinearOptions) {
    this.client = client;
    this.io = io;
    this.me = writerOf(io.env);
    this.#onSecret = onSecret;
    this.left = new Promise((resolve) => {
      this.#quit = resolve;
    });
    this.#stops.push(client.root.onChange(() => this.#look()));
  }

  get terminals(): readonly TerminalInfo[] {
    return this.client.root.state.terminals ?? [];
  }

  /** The terminal that one is in. */
  get here(): TerminalInfo | undefined {
    return this.terminals.find(({ resource }) => resource === this.#mirror?.uri);
  }

  readonly nameOf = (info: TerminalInfo): string => {
    return printable(fullName(info));
  };

  holderOf(info: TerminalInfo): Holder {
    return holderOf(info, { clientId: this.client.clientId, writer: this.me });
  }

  /** Whether the next line is no word, whatever it begins with: a secret, or a further line of a command. */
  get takesAll(): boolean {
    return this.#isSecret || this.#open !== '';
  }

  /** Says a sentence, on a line of its own. */
  say(sentence: string): void {
    this.out(`${this.#isInLine ? '\n' : ''}${sentence}\n`);
  }

  /** Says output; the last line may lack its end. */
  out(lines: string): void {
    if (lines === '') return;
    this.#isInLine = !lines.endsWith('\n');
    say(this.io, `${this.#hasPrompt ? '\n' : ''}${lines}`);
    if (this.#hasPrompt) this.prompt();
  }

  /** Says where a command would run, if it would; at a terminal alone. */
  prompt(): void {
    clearTimeout(this.#promptTimer);
    this.#hasPrompt = false;
    if (this.io.stdin.isTTY !== true || this.io.stdout.isTTY !== true) return;
    // Several sentences may come at once.
    this.#promptTimer = setTimeout(() => {
      const { here } = this;
      if (here === undefined || this.#isSecret || this.#command !== undefined) return;
      this.#hasPrompt = true;
      say(this.io, this.#open === '' ? `${this.nameOf(here)}> ` : '> ');
    }, PROMPT_MS);
  }

  /** Must be called when a line was typed: the terminal has ended the line of the prompt. */
  typed(): void {
    this.#hasPrompt = false;
  }

  /** Begins in the first terminal that nobody else holds, and makes one if there is none. */
  async begin(wanted?: string): Promise<void> {
    this.say('cotty, linear mode. :help says the words.');
    for (const [index, info] of this.terminals.entries()) this.say(`${index + 1} ${this.textOf(info)}`);
    const first =
      this.terminals.find(({ resource }) => resource === wanted) ??
      this.terminals.find((info) => this.holderOf(info).kind !== 'other');
    this.#look();
    await (first === undefined ? this.make(undefined) : this.go(first));
    this.prompt();
  }

  quit(): void {
    this.#quit();
  }

  close(): void {
    for (const stop of this.#stops) stop();
    clearTimeout(this.#promptTimer);
    this.#giveUp?.();
    this.#stopHearing();
  }

  async go(info: TerminalInfo): Promise<void> {
    const mirror = await this.client.subscribe(info.resource);
    this.#stopHearing();
    this.#mirror = mirror;
    this.#ended = [];
    this.#command = undefined;
    this.#rows = this.#newRows();
    this.say(`You are in ${this.nameOf(info)}.`);
    const stops = [
      mirror.onChange((state, cause) => this.#see(state, cause)),
      mirror.onGone(() => this.#over('The terminal was closed.')),
    ];
    this.#stopHearing = () => {
      for (const stop of stops) stop();
      this.#rows.end();
    };
    this.#join(mirror.state);
    if (typeof cottyMeta<TerminalMeta>(mirror.state._meta).integration === 'object')
      this.say('Its shell does not mark where commands begin and end: what you type goes to it as it is.');
  }

  async make(name: string | undefined): Promise<void> {
    const uri = await makeTerminal(this.client, { name, cwd: this.#mirror?.state.cwd }, this.io);
    const made = this.terminals.find(({ resource }) => resource === uri);
    if (made !== undefined) await this.go(made);
  }

  /** Returns the terminal of that name or number, or why there is none. */
  terminalNamed(name: string): TerminalInfo | string {
    const numbered = /^\d{1,4}$/.test(name) ? this.terminals[Number(name) - 1] : undefined;
    const read = readTerminal(this.terminals, name);
    if (read.ok) return read.terminal;
    const { found } = read;
    if (found.length > 1)
      return `${found.length} terminals are called ${printable(name)}: say the number. :terminals lists them.`;
    return found[0] ?? numbered ?? `There is no terminal ${printable(name)}. :terminals lists them.`;
  }

  /** A line for whoever reads next: a program as soon as it reads, or else the shell, once it has all lines of a command. */
  async give(text: string): Promise<void> {
    if (this.#open === '' && (await this.#typeWhenRead(`${text}\r`)) === 'program') {
      if (this.#isSecret) {
        this.#setSecret(false);
        this.say('Sent.');
      }
      return;
    }
    if (this.#isSecret) return this.#setSecret(false);
    // Nothing to run: a blank line, or a comment.
    if (this.#open === '' && /^\s*(#.*)?$/.test(text)) return;
    const whole = this.#open === '' ? text : `${this.#open}\n${text}`;
    this.#open = '';
    try {
      await this.run(whole, true);
    } catch (error) {
      if (!(error instanceof RpcError && isRecord(error.data) && error.data['open'] === true)) throw error;
      this.#open = whole;
    }
  }

  /** Runs a command in this terminal, when no other runs there. Rejects with the reason if the host refuses it. */
  async run(commandLine: string, partial = false): Promise<void> {
    const { here, client } = this;
    if (here === undefined) throw new RpcError(0, NO_TERMINAL);
    const { result, giveUp } = runInTurn(
      client,
      here.resource,
      { commandLine, partial, wait: false },
      (turn) => this.say(`${turnText(this.nameOf(here), turn)}.`),
    );
    this.#giveUp = giveUp;
    try {
      this.#lastRun = (await result).record.command_id;
    } finally {
      this.#giveUp = undefined;
    }
  }

  /** Waits until the shell is at its prompt, or a program reads. */
  turn(): Promise<unknown> {
    return this.here === undefined ? Promise.resolve() : this.#typeWhenRead('');
  }

  async #typeWhenRead(data: string): Promise<'program' | 'shell'> {
    const { here, client } = this;
    if (here === undefined) throw new RpcError(0, NO_TERMINAL);
    const ticket = crypto.randomUUID();
    const mentioned = setTimeout(() => {
      if (this.io.stdin.isTTY === true)
        this.say('This line waits until the program reads, or has ended. Ctrl+C takes it back.');
    }, MENTIONED_MS);
    this.#giveUp = () => client.notify('x-cotty/giveUpTurn', { channel: here.resource, ticket });
    try {
      return await client.cotty.typeWhenRead(here.resource, data, ticket);
    } finally {
      clearTimeout(mentioned);
      this.#giveUp = undefined;
    }
  }

  /** Ctrl+C takes back what was typed ahead, of which `dropped` lines did not come here, and goes to the program that runs. */
  interrupt(dropped: number): void {
    if (this.#isSecret) {
      this.#setSecret(false);
      return;
    }
    const waiting =
      dropped +
      (this.#giveUp === undefined ? 0 : 1) +
      (this.#open === '' ? 0 : this.#open.split('\n').length);
    this.#giveUp?.();
    this.#open = '';
    if (waiting > 0) this.say(`Taken back: ${waiting} ${waiting === 1 ? 'line' : 'lines'}.`);
    const { here } = this;
    if (here !== undefined && this.#command !== undefined)
      this.client.cotty
        .type(here.resource, CTRL_C)
        .catch((error: unknown) => this.say(`The key did not reach the program: ${reasonOf(error)}.`));
    else if (waiting === 0) this.say('Nothing runs here. :quit leaves.');
    else this.prompt();
  }

  /** The end of what is typed: of the input of programs that read, and of the session when what was run has ended. */
  async end(): Promise<void> {
    const open = this.#open;
    this.#open = '';
    // The shell says what is missing.
    if (open !== '') await this.run(open);
    for (let count = 0; this.here !== undefined; count += 1) {
      const isInput = this.#command !== undefined && count < MOST_ENDS;
      const reader = await this.#typeWhenRead(isInput ? CTRL_D : '').catch((error: unknown) => {
        // The shell has ended.
        if (error instanceof RpcError && reasonOf(error) !== TURN_GIVEN_UP) return 'shell';
        throw error;
      });
      if (reader === 'shell') break;
      if (count < MOST_ENDS && this.#command !== undefined) continue;
      if (this.#command !== undefined) this.say('What runs there still reads, and goes on.');
      return;
    }
    while (
      this.#lastRun !== undefined &&
      !this.#ended.includes(this.#lastRun) &&
      isRunning(this.#mirror?.state)
    )
      await new Promise<void>((resolve) => {
        this.#onEnded = resolve;
      });
  }

  /** The next line is not shown, and goes to the program. */
  askSecret(): void {
    const runs = this.#command !== undefined;
    this.say(
      runs
        ? 'The next line is not shown. Enter sends it, Ctrl+C gives it up.'
        : 'No program runs that could read it.',
    );
    this.#setSecret(runs);
  }

  #setSecret(isSecret: boolean): void {
    this.#isSecret = isSecret;
    this.#onSecret(isSecret);
  }

  /** Says what a program asks, with its choices by number. */
  async sayQuestion(info: TerminalInfo): Promise<void> {
    const question = await this.client.cotty.question(info.resource);
    if (question === null) return;
    const { app, msg, since, choices } = question;
    const name = this.nameOf(info);
    const program = app === undefined ? '' : `${printable(app)} in `;
    const asks = printable(msg ?? question.rows.at(-1) ?? 'it does not say what for');
    this.say(
      `${program}${name} waits for you since ${longDuration(Math.max(0, Date.now() - since))}: ${asks}`,
    );
    for (const [index, { label }] of choices.entries()) this.say(`${index + 1} ${printable(label)}`);
    this.say(`:answer ${name} answers.`);
  }

  /** `build, in ~/src/app, runs npm test, held by @ada, here.` */
  textOf(info: TerminalInfo): string {
    const meta = cottyMeta<TerminalMeta>(info._meta);
    const { running, last, holder } = meta;
    const isOthers = holder !== undefined && `user:${holder.name}` !== this.me;
    const facts = [
      this.nameOf(info),
      running === undefined ? '' : `runs ${printable(running.commandLine)}`,
      running === undefined && last !== undefined
        ? `${printable(last.commandLine)} ${chipOf(statusOfCode(last.exitCode)).words}`
        : '',
      programWords(meta) ?? '',
      isOthers ? `held by ${printable(holder.name.replace(/^agent /, '@'))}` : '',
      info.resource === this.here?.resource ? 'here' : '',
    ];
    return `${facts.filter((fact) => fact !== '').join(', ')}.`;
  }

  #see(state: TerminalState, cause: Cause): void {
    this.#command?.see(state, cause);
    if (cause.kind === 'snapshot') {
      if (this.#command === undefined) this.#join(state);
      return;
    }
    const { action } = cause.envelope;
    if (action.type === 'terminal/commandExecuted') {
      const part = partOf(state, action.commandId);
      const { writer = this.me } = cottyMeta<CommandMeta>(part?._meta);
      if (part !== undefined && writer !== this.me)
        this.say(`${who(writer)} runs ${printable(part.commandLine)}`);
      this.#follow(action.commandId, state, false);
    } else if (action.type === 'terminal/data' && this.#command === undefined) {
      if (typeof cottyMeta<TerminalMeta>(state._meta).integration === 'object') this.#rows.write(action.data);
    } else if (action.type === 'terminal/exited') this.#over('The shell of this terminal has ended.');
  }

  /** A command that began before one came here: its last lines are said, then what it prints from now on. */
  #join(state: TerminalState): void {
    const part = state.content.findLast((each): each is CommandPart => each.type === 'command');
    if (part === undefined || part.isComplete || !isRunning(state)) return;
    const { writer = this.me } = cottyMeta<CommandMeta>(part._meta);
    this.say(`It runs ${printable(part.commandLine)}${writer === this.me ? '' : ` of ${who(writer)}`}.`);
    const last = plainLines(part.output).slice(-LAST_LINES);
    if (last.length > 0) this.out(`${last.join('\n')}\n`);
    this.#follow(part.commandId, state, true);
  }

  /** `isOld`: what it has printed so far is not said. */
  #follow(commandId: string, state: TerminalState, isOld: boolean): void {
    let isSilent = isOld;
    let isOver = false;
    const rows = this.#newRows();
    this.#rows = rows;
    const command = new CommandOutput(commandId, state, {
      onText: (text) => {
        if (!isSilent) rows.write(text);
      },
      onGap: (chars) =>
        this.say(`${chars ?? 'An unknown number of'} characters of the output were left out.`),
      onEnd: () => {
        isOver = true;
        rows.end();
        const part = this.#mirror === undefined ? undefined : partOf(this.#mirror.state, commandId);
        this.say(part === undefined ? 'The command has ended.' : endSentence(part));
        this.#command = undefined;
        this.#ended = [...this.#ended.slice(-LAST_LINES), commandId];
        this.#onEnded();
        this.prompt();
      },
    });
    isSilent = false;
    if (!isOver) this.#command = command;
  }

  #over(sentence: string): void {
    this.say(sentence);
    this.#onEnded();
  }

  /** A line that stays unfinished is said as well: a program asks something. */
  #newRows(): PlainRows {
    return new PlainRows(
      (lines) => this.out(lines),
      (line) => this.say(printable(line.trimEnd())),
    );
  }

  /** Says what happens elsewhere: commands that end in other terminals, programs that come to wait. */
  #look(): void {
    const before = this.#listed;
    this.#listed = this.terminals;
    for (const ended of endedBetween(before, this.#listed)) {
      if (ended.tab.resource === this.here?.resource || isStopped(ended.exitCode)) continue;
      this.say(`${this.nameOf(ended.tab)}: ${endedText(printable(ended.commandLine), ended)}.`);
    }
    this.#lookHere();
    for (const info of this.terminals) {
      const meta = cottyMeta<TerminalMeta>(info._meta);
      const since = meta.program?.since ?? 0;
      if (!isWaiting(meta) || this.#asked.get(info.resource) === since) continue;
      this.#asked.set(info.resource, since);
      void this.sayQuestion(info).catch(() => {});
    }
    for (const uri of this.#asked.keys())
      if (!this.terminals.some(({ resource }) => resource === uri)) this.#asked.delete(uri);
  }

  /** Says that a program reads keys, or a line that is not shown. */
  #lookHere(): void {
    const { foreground, echoOff, lineEditing } = cottyMeta<TerminalMeta>(this.here?._meta);
    if (foreground !== undefined && lineEditing === false && this.#foreground !== foreground)
      this.say(`${printable(foreground)} reads keys: :keys types them, :screen says what it shows.`);
    this.#foreground = lineEditing === false ? foreground : undefined;
    if (echoOff === true && !this.#isSecret && !this.#wasSecret) this.askSecret();
    this.#wasSecret = echoOff === true;
  }
}

const NO_TERMINAL = 'no terminal is open: :new makes one';

/** `#12 failed with exit code 1 after 12 s.` */
function endSentence(part: CommandPart): string {
  const { seq } = cottyMeta<CommandMeta>(part._meta);
  const { words } = chipOf(statusOf(part, false));
  const { durationMs = 0 } = part;
  const took = durationMs < TOLD_FROM ? '' : ` after ${longDuration(durationMs)}`;
  return `${seq === undefined ? 'It' : `#${seq}`} ${words}${took}.`;
}

function partOf({ content }: TerminalState, commandId: string): CommandPart | undefined {
  return content.findLast(
    (part): part is CommandPart => part.type === 'command' && part.commandId === commandId,
  );
}

function isRunning(state: TerminalState | undefined): boolean {
  return state?.lifecycle.status === 'running';
}
