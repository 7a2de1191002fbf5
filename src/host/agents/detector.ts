/**
 * Finds out what the program of one terminal does where the program itself and its hooks do not tell it: an agent by its rules, any
 * other program by the echo that it has switched off, or by the line that it reads behind a question.
 *
 * A title or a notice is looked at when it comes. The screen is looked at when the output has settled; while a program goes on
 * printing a little, now and then, and then it can only be found working. Nothing is parsed for it in a flood.
 */

import type { StatusReport } from '../../protocol/terminal/program-status.ts';
import { rowText } from '../../screen/cells/row.ts';
import type { Emulator } from '../../screen/emulator/emulator.ts';
import type { ProgramNotice } from '../../screen/report/program-notice.ts';
import { bottomRows } from '../../screen/text/bottom-rows.ts';
import type { Clock } from '../common/clock.ts';
import type { ScreenReported } from '../screen/screen-report.ts';
import type { ProgramStatus } from './program-status.ts';
import { agentOf, type RuleBook } from './rule-book.ts';
import { type AgentRules, decidingRule, MOST_ROWS, questionOf, type Rule, type Seen } from './rules.ts';

/** Milliseconds without output after which the screen is looked at, and between looks at one that goes on printing. */
const QUIET_MS = 150;
const PRINTING_MS = 400;
/** UTF-16 units between two looks beyond which the output is a flood. */
const FLOOD = 32 * 1024;
/** Work of so many milliseconds that nobody has asked for is told when it is done. Programs also work while they start. */
const UNASKED_MS = 2000;
/** A notice counts until a person types, or the title changes so many milliseconds later. */
const NOTICE_MS = 2000;

/** Input that a terminal sends by itself: focus and mouse. */
const NO_KEY = /^\x1b\[[IOM<]/;
/** Escape and Ctrl+C, by which people interrupt an agent; also as the kitty keyboard protocol writes them. */
const INTERRUPT = /^(\x1b|\x03|\x1b\[27(;1)?u|\x1b\[99;5u)$/;

/** Ends of output behind which a program may ask something. */
const MAY_ASK = '?:])';
/** The choice at the end of a question: `[Y/n]`, `(yes/no)`. */
const CHOICE = /[[(]y(?:es)?\/no?\b[^[\]()]*[\])][?:]?$/iu;

export type DetectorOptions = {
  readonly clock: Clock;
  readonly rules: Pick<RuleBook, 'agents'>;
  readonly status: Pick<ProgramStatus, 'decided' | 'found' | 'typed'>;
  /** The process group in the foreground, if that is not the shell; `program` is undefined where names are not known. */
  readonly front: () => { readonly group: number; readonly program: string | undefined } | undefined;
  readonly wordsOf: (group: number) => readonly string[];
  /** The command line that runs where processes are not known: on another machine or system. Undefined if processes tell it. */
  readonly typed: () => readonly string[] | undefined;
  readonly echoOff: () => boolean;
  /** Whether the program in the foreground is certain to wait for a line. */
  readonly readsLine: () => boolean;
  /** Parses everything printed until now. */
  readonly screen: () => Emulator;
};

type When = 'reported' | 'printing' | 'quiet';

export class Detector {
  readonly #options: DetectorOptions;
  /** The agent in the foreground. */
  #agent: AgentRules | undefined;
  #hasScreenRules = false;
  #process: string | undefined;
  /** For what `#agent` was looked up. */
  #lookedUp: { readonly agents: readonly AgentRules[]; readonly key: string } | undefined;
  #title = '';
  #noticed: { readonly notice: ProgramNotice; readonly n: number; readonly at: number } | undefined;
  #notices = 0;
  /** What was told last. */
  #told: StatusReport['state'] | undefined;
  /** Since when the agent works; undefined when its end was told. */
  #workedSince: number | undefined;
  #asked = false;
  #interrupted = false;
  #printedAt = 0;
  #lookedAt = 0;
  #printed = 0;
  #cancel: (() => void) | undefined;
  #closed = false;

  constructor(options: DetectorOptions) {
    this.#options = options;
  }

  /** The name of the agent that the process in the foreground is, by its name or its script. */
  get process(): string | undefined {
    return this.#process;
  }

  /** What rules see now, and the agent whose rules they are. */
  look(): { readonly agent: AgentRules | undefined; readonly seen: Seen } {
    this.#findAgent();
    this.#look('quiet');
    return { agent: this.#agent, seen: this.#seen(this.#options.screen()) };
  }

  /** Must be called when the foreground program or the modes of the pty may have changed. */
  frontChanged(): void {
    if (this.#closed) return;
    const before = this.#agent;
    this.#findAgent();
    const isOther = this.#agent !== before;
    if (isOther || this.#agent === undefined) this.#look('reported');
    if (isOther || this.#readsScreen) this.#lookSoon();
  }

  /** Must be called when a command begins. */
  began(): void {
    this.#forget();
    this.#told = undefined;
    this.#asked = false;
  }

  /** Must be called with each output. */
  printed(text: string): void {
    if (!this.#readsScreen && !this.#mayAsk(text)) return;
    this.#printed += text.length;
    this.#lookSoon();
  }

  /** Must be called when title or notice may have changed. */
  reported({ title, notice }: Pick<ScreenReported, 'title' | 'notice'>): void {
    const now = this.#options.clock.now();
    const isNew = notice !== undefined && notice.n !== this.#notices;
    if (notice !== undefined) this.#notices = notice.n;
    if (isNew) this.#noticed = { notice, n: notice.n, at: now };
    else if (title === this.#title) return;
    else if (now - (this.#noticed?.at ?? now) >= NOTICE_MS) this.#noticed = undefined;
    this.#title = title;
    this.#findAgent();
    this.#look('reported');
    if (this.#readsScreen) this.#lookSoon();
  }

  /** Must be called with what a client types. */
  typed(data: string): void {
    if (NO_KEY.test(data)) return;
    this.#options.status.typed();
    this.#noticed = undefined;
    this.#asked = true;
    this.#interrupted = INTERRUPT.test(data);
    // Who goes on has seen how it ended.
    if (this.#told === 'done' || this.#told === 'error') this.#told = 'idle';
  }

  close(): void {
    this.#closed = true;
    this.#cancel?.();
    this.#cancel = undefined;
  }

  /** Whether the screen tells anything about the program in the foreground. */
  get #readsScreen(): boolean {
    return this.#hasScreenRules || this.#options.echoOff();
  }

  /** Whether output may end with a question of a program, or is what follows one. */
  #mayAsk(text: string): boolean {
    const last = text.at(-1) === ' ' ? text.at(-2) : text.at(-1);
    return this.#told === 'blocked' || (last !== undefined && MAY_ASK.includes(last));
  }

  #findAgent(): void {
    const { rules, front, wordsOf, typed } = this.#options;
    const process = front();
    const words = typed();
    const key = `${process?.group} ${process?.program} ${words?.join(' ')}`;
    const { agents } = rules;
    if (key === this.#lookedUp?.key && agents === this.#lookedUp.agents) return;
    this.#lookedUp = { agents, key };
    const byProcess =
      process?.program === undefined
        ? undefined
        : agentOf(agents, { program: process.program, words: wordsOf(process.group) });
    const agent =
      byProcess ?? (words === undefined ? undefined : agentOf(agents, { program: nameOf(words), words }));
    if (agent?.name !== this.#agent?.name) this.#forget();
    this.#agent = agent;
    this.#process = byProcess?.name;
    this.#hasScreenRules = agent?.rules.some(({ on }) => on === 'screen') === true;
  }

  #forget(): void {
    this.#noticed = undefined;
    this.#workedSince = undefined;
    this.#interrupted = false;
  }

  #lookSoon(): void {
    const { clock } = this.#options;
    this.#printedAt = clock.now();
    if (this.#closed || this.#cancel !== undefined) return;
    this.#lookedAt = this.#printedAt;
    this.#printed = 0;
    this.#cancel = clock.after(QUIET_MS, () => this.#due());
  }

  #due(): void {
    const { clock } = this.#options;
    const now = clock.now();
    const rest = this.#printedAt + QUIET_MS - now;
    this.#cancel = undefined;
    if (rest <= 0 && !this.#options.screen().drawing) {
      this.#findAgent();
      this.#look('quiet');
      return;
    }
    if (now - this.#lookedAt >= PRINTING_MS) {
      if (this.#printed <= FLOOD) this.#look('printing');
      this.#lookedAt = now;
      this.#printed = 0;
    }
    this.#cancel = clock.after(rest > 0 ? rest : QUIET_MS, () => this.#due());
  }

  #seen(screen?: Emulator): Seen {
    // The screen of an earlier host has its title, which nobody has told.
    this.#title = screen?.reports.title ?? this.#title;
    const rows = screen === undefined ? undefined : bottomRows(screen, MOST_ROWS);
    return { title: this.#title, notice: this.#noticed?.notice, rows };
  }

  #look(when: When): void {
    const { status, screen } = this.#options;
    const { by } = status.decided;
    // What was found before must not come back when the program takes its reports back. Hooks miss what title and screen show.
    if (by === 'report') status.found(undefined);
    else if (this.#agent === undefined) this.#lookAtPrompt(when);
    else {
      const seen = when === 'reported' ? this.#seen() : this.#seen(screen());
      const rule = decidingRule(this.#agent, seen, (each) => this.#accepts(each, when));
      if (rule !== undefined) this.#tell(this.#agent, rule, seen, when);
      else if (when === 'quiet') this.#tellNothing();
    }
  }

  /** While a program prints, its screen may be half drawn; and where a rule reads the screen, that decides who is idle. */
  #accepts({ on, state }: Rule, when: When): boolean {
    if (when === 'quiet') return true;
    if (on === 'screen') return when === 'printing' && state === 'working';
    return when === 'printing' || state === 'working' || state === 'blocked' || !this.#hasScreenRules;
  }

  #tell({ name }: AgentRules, rule: Rule, seen: Seen, when: When): void {
    const { clock, status } = this.#options;
    const now = clock.now();
    const state = this.#stateFor(rule.state);
    // A title says less than the screen on which the same was found.
    if (when === 'reported' && state === this.#told) return;
    if (state === 'working') this.#workedSince ??= now;
    else if (state !== 'blocked') this.#workedSince = undefined;
    this.#told = state;
    const msg = state === 'blocked' ? questionOf(rule, seen) : undefined;
    status.found({
      cause: `${name}.toml, line ${rule.line}`,
      // The screen has stood since the last output, which was waited for.
      since: rule.on === 'screen' && when === 'quiet' ? Math.max(this.#printedAt, now - QUIET_MS) : now,
      report: {
        state,
        id: '',
        app: name,
        ...(rule.kind === undefined ? {} : { kind: rule.kind }),
        ...(msg === undefined ? {} : { msg }),
      },
    });
  }

  /** Who worked and is idle is done, unless a person has interrupted it; and stays so. */
  #stateFor(state: Rule['state']): Rule['state'] {
    if (state !== 'idle') return state;
    const since = this.#workedSince;
    if (since === undefined) return this.#told === 'done' || this.#told === 'error' ? this.#told : 'idle';
    if (this.#interrupted) return 'idle';
    return this.#asked || this.#options.clock.now() - since >= UNASKED_MS ? 'done' : 'idle';
  }

  /** No rule knows what is there: it is not known any more whether the program works or waits. */
  #tellNothing(): void {
    if (this.#told !== 'working' && this.#told !== 'blocked') return;
    this.#told = undefined;
    this.#options.status.found(undefined);
  }

  /**
   * A program that has switched the echo off behind a text that it has printed asks for a password; one that reads a line behind a
   * question waits for the answer.
   */
  #lookAtPrompt(when: When): void {
    const { echoOff, readsLine, status } = this.#options;
    if (when !== 'quiet') {
      if (!echoOff() && when === 'reported') this.#tellNothing();
      return;
    }
    const kind = echoOff() ? 'auth' : 'question';
    // Nothing is parsed for a program that does not read.
    const asks = kind === 'auth' || readsLine() ? this.#textBeforeCursor() : '';
    if (asks === '' || (kind === 'question' && !isQuestion(asks))) {
      this.#tellNothing();
      return;
    }
    this.#told = 'blocked';
    const cause = kind === 'auth' ? 'the echo is off' : 'it reads a line behind a question';
    status.found({ cause, report: { state: 'blocked', id: '', kind, msg: asks } });
  }

  #textBeforeCursor(): string {
    const emulator = this.#options.screen();
    if (emulator.alternate) return '';
    const { x, y } = emulator.cursor;
    return rowText(emulator.row(emulator.base + y))
      .slice(0, x)
      .trim();
  }
}

/** Whether a row ends as questions do, behind words. */
function isQuestion(row: string): boolean {
  const end = /[?:]$/.test(row) ? row.length - 1 : row.search(CHOICE);
  return /\p{L}/u.test(row.slice(0, Math.max(0, end)));
}

/** Returns the name of the program in the words of a command line. */
function nameOf([first = '']: readonly string[]): string {
  return first.slice(first.lastIndexOf('/') + 1);
}
