/** A session of linear mode: one terminal at a time, whose output is said as it comes, and words that act. */

import type { Client } from '../../client/client.ts';
import { endedBetween, endedText, isStopped } from '../../client/ended-commands.ts';
import { terminalsNamed } from '../../client/find-terminal.ts';
import { type Holder, holderOf } from '../../client/holder.ts';
import { isWaiting, programWords } from '../../client/program-state.ts';
import { shownName } from '../../client/terminal-names.ts';
import { longDuration } from '../../protocol/common/durations.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import type { CommandRecord } from '../../protocol/cotty/command-record.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import { type FilterWords, readFilter } from '../../protocol/cotty/filter/command-filter.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { chipOf } from '../../review/chip.ts';
import { statusOfCode } from '../../review/exit-state.ts';
import type { Io } from '../common/io.ts';
import { printable } from '../common/plain-text.ts';
import { say } from '../common/print.ts';
import { makeTerminal } from '../connect/make-terminal.ts';
import { printOutput } from '../scripts/read-output.ts';
import { HeardTerminal } from './heard-terminal.ts';

/** Milliseconds after which the prompt is said again. */
const PROMPT_MS = 50;

const CTRL_C = '\x03';
const CTRL_D = '\x04';

export type LinearOptions = {
  readonly client: Client;
  readonly io: Io;
  /** The writer of this person's commands. */
  readonly me: string;
  /** Called with whether the next line of input must not be shown. */
  readonly onSecret: (isSecret: boolean) => void;
};

export class LinearSession {
  readonly client: Client;
  readonly me: string;
  /** Resolves when the person leaves. */
  readonly left: Promise<void>;
  readonly #io: Io;
  readonly #onSecret: (isSecret: boolean) => void;
  readonly #stops: (() => void)[] = [];
  #quit: () => void = () => {};
  #heard: HeardTerminal | undefined;
  #isSecret = false;
  /** Whether the last line of output has not ended. */
  #isInLine = false;
  /** Whether the cursor stands behind the prompt. */
  #hasPrompt = false;
  #promptTimer: NodeJS.Timeout | undefined;
  #listed: readonly TerminalInfo[] = [];
  /** The program that reads keys here, and whether one reads without echo, as it was told last. */
  #foreground: string | undefined;
  #wasSecret = false;
  /** Whether nothing more is typed. */
  #isAtEnd = false;
  /** The questions that were said, by the URI of their terminal: since when each waits. */
  readonly #asked = new Map<string, number>();

  constructor({ client, io, me, onSecret }: LinearOptions) {
    this.client = client;
    this.me = me;
    this.#io = io;
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
    const uri = this.#heard?.mirror.uri;
    return this.terminals.find(({ resource }) => resource === uri);
  }

  readonly nameOf = (info: TerminalInfo): string => {
    const naming = { tabs: this.terminals, settings: { tabNames: 'auto' }, around: {} } as const;
    return printable(shownName(naming, info, Date.now()));
  };

  holderOf(info: TerminalInfo): Holder {
    return holderOf(info, { clientId: this.client.clientId, writer: this.me });
  }

  /** Whether the next line is a secret, whatever it begins with. */
  get isSecret(): boolean {
    return this.#isSecret;
  }

  /** Says a sentence, on a line of its own. */
  say(sentence: string): void {
    this.out(`${this.#isInLine ? '\n' : ''}${sentence}\n`);
  }

  /** Says output; the last line may lack its end. */
  out(lines: string): void {
    if (lines === '') return;
    this.#isInLine = !lines.endsWith('\n');
    say(this.#io, `${this.#hasPrompt ? '\n' : ''}${lines}`);
    if (this.#hasPrompt) this.prompt();
  }

  /** Says where a command would run, if it would; at a terminal alone. */
  prompt(): void {
    clearTimeout(this.#promptTimer);
    this.#hasPrompt = false;
    if (this.#io.stdin.isTTY !== true || this.#io.stdout.isTTY !== true) return;
    // Several sentences may come at once.
    this.#promptTimer = setTimeout(() => {
      const { here } = this;
      if (here === undefined || this.#isSecret || this.#heard?.isRunning === true) return;
      this.#hasPrompt = true;
      say(this.#io, `${this.nameOf(here)}> `);
    }, PROMPT_MS);
  }

  /** Must be called when a line was typed: the terminal has ended the line of the prompt. */
  typed(): void {
    this.#hasPrompt = false;
  }

  /** Begins in the first terminal that nobody else holds, and makes one if there is none. */
  async begin(wanted?: string): Promise<void> {
    this.say('cotty, linear mode. :help says the words.');
    for (const [index, info] of this.terminals.entries())
      this.say(`${index + 1} ${terminalText(this, info)}`);
    const first =
      this.terminals.find(({ resource }) => resource === wanted) ??
      this.terminals.find((info) => this.holderOf(info).kind !== 'other');
    this.#look();
    await (first === undefined ? this.make(undefined) : this.go(first));
  }

  /** Ctrl+C goes to the program that runs. */
  interrupt(): void {
    const { here } = this;
    if (this.#isSecret) this.#endSecret();
    else if (here === undefined || this.#heard?.isRunning !== true)
      this.say('Nothing runs here. :quit leaves.');
    else this.#type(here, CTRL_C);
  }

  #type({ resource }: TerminalInfo, keys: string): void {
    this.client.cotty
      .type(resource, keys)
      .catch((error: unknown) => this.say(`The key did not reach the program: ${reasonOf(error)}.`));
  }

  /** The end of what is typed: of a program's input if one runs, otherwise of the session. After a pipe's end, both. */
  endOfInput(): void {
    const { here } = this;
    this.#isAtEnd = this.#io.stdin.isTTY !== true;
    if (here === undefined || this.#heard?.isRunning !== true) this.quit();
    else this.#type(here, CTRL_D);
  }

  quit(): void {
    this.#quit();
  }

  close(): void {
    for (const stop of this.#stops) stop();
    clearTimeout(this.#promptTimer);
    this.#heard?.close();
  }

  async go(info: TerminalInfo): Promise<void> {
    const mirror = await this.client.subscribe(info.resource);
    this.#heard?.close();
    this.say(`You are in ${this.nameOf(info)}.`);
    this.#heard = new HeardTerminal(mirror, this.me, {
      onOutput: (lines) => this.out(lines),
      onNews: (sentence) => this.say(sentence),
      onTurn: (isRunning) => {
        if (isRunning) return;
        if (this.#isAtEnd) this.quit();
        else this.prompt();
      },
    });
    if (!this.#heard.hasCommands && info.lifecycle.status === 'running')
      this.say('Its shell does not tell where commands begin and end: what you type goes to it as it is.');
  }

  async make(name: string | undefined): Promise<void> {
    const uri = await makeTerminal(this.client, { name, cwd: this.#heard?.mirror.state.cwd }, this.#io);
    const made = this.terminals.find(({ resource }) => resource === uri);
    if (made !== undefined) await this.go(made);
  }

  /** Returns the terminal of that name or number, or why there is none. */
  terminalNamed(name: string): TerminalInfo | string {
    const numbered = /^\d{1,4}$/.test(name) ? this.terminals[Number(name) - 1] : undefined;
    const named = terminalsNamed(this.terminals, name);
    const shown = this.terminals.filter((info) => this.nameOf(info) === name);
    const found = named.length > 0 ? named : shown;
    if (found.length > 1)
      return `${found.length} terminals are called ${printable(name)}: say the number. :terminals lists them.`;
    return found[0] ?? numbered ?? `There is no terminal ${printable(name)}. :terminals lists them.`;
  }

  filterOf(words: string): FilterWords {
    const { env } = this.#io;
    return readFilter(words, { now: Date.now(), home: env['HOME'], me: this.me });
  }

  async records(query: { readonly last?: number; readonly seq?: number }): Promise<readonly CommandRecord[]> {
    const { here } = this;
    return here === undefined ? [] : (await this.client.cotty.records(here.resource, query)).records;
  }

  /** Says the whole output of a command. */
  async sayOutput(seq: number): Promise<void> {
    const { here } = this;
    if (here === undefined) return;
    const how = { title: here.title, json: false, raw: false };
    await printOutput(this.client, here.resource, { seq, range: { from: 1 } }, how, {
      stdout: this.#io.stdout,
      stderr: this.#io.stdout,
    });
  }

  /** Runs a command in this terminal. Rejects with the reason if the host refuses it. */
  async run(commandLine: string): Promise<void> {
    const { here } = this;
    if (here === undefined) return this.say('No terminal is open. :new makes one.');
    await this.client.cotty.run(here.resource, { commandLine, wait: false });
  }

  /** Says what a program asks, with its choices by number. */
  async sayQuestion(info: TerminalInfo): Promise<void> {
    const question = await this.client.cotty.question(info.resource);
    if (question === null) return;
    const { app, msg, since, choices } = question;
    const name = this.nameOf(info);
    const waits = longDuration(Math.max(0, Date.now() - since));
    this.say(
      `${app === undefined ? '' : `${printable(app)} in `}${name} waits for you since ${waits}: ${printable(msg ?? question.rows.at(-1) ?? 'it does not say what for')}`,
    );
    for (const [index, { label }] of choices.entries()) this.say(`${index + 1} ${printable(label)}`);
    this.say(`:answer ${name} answers.`);
  }

  /** The next line is not shown, and goes to the program. */
  askSecret(): void {
    this.#isSecret = this.#heard?.isRunning === true;
    this.say(
      this.#isSecret
        ? 'The next line is not shown. Enter sends it, Ctrl+C gives it up.'
        : 'No program runs that could read it.',
    );
    this.#onSecret(this.#isSecret);
  }

  #endSecret(): void {
    this.#isSecret = false;
    this.#onSecret(false);
  }

  async #typeSecret(text: string): Promise<void> {
    this.#endSecret();
    const { here } = this;
    if (here !== undefined) await this.client.cotty.type(here.resource, `${text}\r`);
    this.say('Sent.');
  }

  /** A line for the shell, or for the program that runs. */
  async give(text: string): Promise<void> {
    const { here } = this;
    if (this.#isSecret) return this.#typeSecret(text);
    if (here === undefined) return this.say('No terminal is open. :new makes one.');
    const isCommand = this.#heard?.isRunning !== true && this.#heard?.hasCommands === true;
    if (isCommand && text.trim() === '') return;
    if (isCommand) return this.run(text);
    await this.client.cotty.type(here.resource, `${text}\r`);
  }

  /** Says what happens elsewhere: commands that end in other terminals, programs that come to wait, this terminal's end. */
  #look(): void {
    const before = this.#listed;
    this.#listed = this.terminals;
    const here = this.here?.resource;
    for (const ended of endedBetween(before, this.#listed)) {
      if (ended.tab.resource === here || isStopped(ended.exitCode)) continue;
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

/** `build, in ~/src/app, runs npm test, held by @ada, here.` */
export function terminalText({ nameOf, here, me }: LinearSession, info: TerminalInfo): string {
  const meta = cottyMeta<TerminalMeta>(info._meta);
  const { running, last } = meta;
  const holder = meta.holder?.name;
  const facts = [
    nameOf(info),
    running === undefined ? '' : `runs ${printable(running.commandLine)}`,
    running === undefined && last !== undefined
      ? `${printable(last.commandLine)} ${chipOf(statusOfCode(last.exitCode)).words}`
      : '',
    programWords(meta) ?? '',
    holder === undefined || `user:${holder}` === me
      ? ''
      : `held by ${printable(holder.replace(/^agent /, '@'))}`,
    info.resource === here?.resource ? 'here' : '',
  ];
  return `${facts.filter((fact) => fact !== '').join(', ')}.`;
}
