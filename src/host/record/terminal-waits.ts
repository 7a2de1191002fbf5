/**
 * Records who waited in one terminal: a wait begins when its program is blocked, and ends when it is not any more. Who has typed
 * meanwhile has answered it.
 */

import { type WaitRow, withRow } from '../../ledger/files/wait-row.ts';
import type { RecentCommands } from '../../ledger/records/recent-commands.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import type { Wait, WaitEnd } from '../../ledger/records/wait.ts';
import type { WaitFile } from '../../ledger/write/wait-file.ts';
import { redact } from '../../protocol/common/redact.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { Clock } from '../common/clock.ts';

export type TerminalWaitsOptions = {
  readonly clock: Clock;
  readonly commands: Pick<RecentCommands, 'begun'>;
  /** Undefined when nothing is written. */
  readonly file: WaitFile | undefined;
  /** The records of an earlier host: what it cut off has ended then. */
  readonly earlier: readonly LedgerRecord[];
  /** Whether the replay log is being replayed: what is seen meanwhile is on record already. */
  readonly isReplayed: boolean;
};

type Program = NonNullable<TerminalMeta['program']>;

/** Most waits of a terminal that are kept; beyond it the oldest are dropped. */
const KEPT = 256;
/** UTF-16 units of a command line, and of the words of an answer. */
const [MAX_LINE, MAX_WORDS] = [400, 200];
/** For so long (ms) after an answer to which the program has printed nothing yet no other one is taken: it would answer what comes next. */
const ANSWERED_MS = 5000;
/** What a terminal tells a program when its window gets the focus or loses it: nobody has typed it. */
const FOCUS = /^(?:\x1b\[[IO])+$/;

export class TerminalWaits {
  readonly #options: TerminalWaitsOptions;
  #waits: readonly Wait[];
  #isReplayed: boolean;
  #program: () => Program | undefined = () => undefined;
  /** Who has answered the open wait, as far as it is known. */
  #answered: { readonly how: 'answer' | 'typed'; readonly by: string | undefined } | undefined;
  #inputs: number;
  #answeredAt: number | undefined;

  constructor(options: TerminalWaitsOptions) {
    this.#options = options;
    // No number of an earlier host.
    this.#inputs = options.clock.now();
    this.#isReplayed = options.isReplayed;
    this.#waits = options.file?.read() ?? [];
  }

  /** Oldest first. */
  get all(): readonly Wait[] {
    return this.#waits;
  }

  /** Must be called once, with the function that tells what the program does. */
  follow(program: () => Program | undefined): void {
    this.#program = program;
    for (const record of this.#options.earlier) this.commandEnded(record);
    this.changed();
  }

  /** Must be called when the replay log was replayed. A wait that the end of the earlier host has cut goes on. */
  replayed(): void {
    this.#isReplayed = false;
    this.changed();
  }

  /** Must be called when what the program does may have changed. */
  changed(): void {
    if (this.#isReplayed) return;
    const program = this.#program();
    const asking = program?.state === 'blocked' ? program : undefined;
    const open = this.#open;
    if (open !== undefined && asking !== undefined && this.#isSame(open, asking)) {
      if (open.msg !== wordsOf(asking)) this.#ask(open.n, asking, open.askedAt);
      return;
    }
    if (open !== undefined) this.#over(open);
    if (asking === undefined) return;
    // A program that asks the next thing at once has been blocked since the first one.
    const at = asking.since === open?.askedAt ? this.#options.clock.now() : asking.since;
    this.#ask((this.#waits.at(-1)?.n ?? 0) + 1, asking, at);
  }

  /** Another number after each input: what is asked by then is another question, also in the same words. */
  get inputs(): number {
    return this.#inputs;
  }

  /** Whether an answer was sent just now, and the program has printed nothing since. */
  get isAnswered(): boolean {
    return this.#answeredAt !== undefined && this.#options.clock.now() - this.#answeredAt < ANSWERED_MS;
  }

  /** Must be called when the program has printed something. */
  printed(): void {
    this.#answeredAt = undefined;
  }

  /** Must be called with all input of clients. */
  typed(data: string, by: string | undefined): void {
    if (FOCUS.test(data)) return;
    this.#inputs += 1;
    if (this.#open === undefined) return;
    this.#answered = { how: 'typed', by };
  }

  /** Must be called when an answer was sent; `words` are absent where it may be a secret. */
  answered(by: string | undefined, words: string | undefined): void {
    this.#answeredAt = this.#options.clock.now();
    const open = this.#open;
    if (open === undefined) return;
    this.#answered = { how: 'answer', by };
    this.#add({
      row: 'answer',
      n: open.n,
      at: this.#options.clock.now(),
      ...(by === undefined ? {} : { by }),
      ...(words === undefined ? {} : { words: redact(words).slice(0, MAX_WORDS) }),
    });
  }

  /** Must be called with the record of each command that has ended. */
  commandEnded({ seq, finishedAt, exitCode }: LedgerRecord): void {
    for (const { n, command, end } of this.#waits) {
      if (command?.seq !== seq || end !== undefined || finishedAt === undefined) continue;
      this.#add({ row: 'end', n, at: finishedAt, ...(exitCode === undefined ? {} : { exitCode }) });
    }
  }

  /** Must be called when the program of the terminal has ended for good. */
  ended(): void {
    const open = this.#open;
    if (open !== undefined) this.#over(open, this.#answered?.how ?? 'ended');
  }

  /** Erases the waits of a command. */
  forget(seq: number): void {
    const left = this.#waits.filter(({ command }) => command?.seq !== seq);
    if (left.length === this.#waits.length) return;
    this.#waits = left;
    this.#options.file?.replace(left);
  }

  get #open(): Wait | undefined {
    const last = this.#waits.at(-1);
    return last?.over === undefined ? last : undefined;
  }

  /** Whether it is still the same question; its words may have come later. */
  #isSame({ askedAt, app, kind, msg, command }: Wait, program: Program): boolean {
    if (command?.seq !== this.#options.commands.begun?.seq || kind !== program.kind || app !== program.app)
      return false;
    return msg === wordsOf(program) || (msg === undefined && askedAt === program.since);
  }

  #ask(n: number, program: Program, askedAt: number): void {
    const { app, kind, by } = program;
    const msg = wordsOf(program);
    const { begun } = this.#options.commands;
    if (begun?.unrecorded === true) return;
    this.#add({
      row: 'asked',
      n,
      askedAt,
      ...(app === undefined ? {} : { app }),
      ...(kind === undefined ? {} : { kind }),
      ...(msg === undefined ? {} : { msg }),
      told: by,
      ...(begun === undefined
        ? {}
        : {
            command: {
              seq: begun.seq,
              id: begun.commandId,
              line: redact(begun.commandLine).slice(0, MAX_LINE),
            },
          }),
    });
  }

  #over({ n, command }: Wait, how = this.#howOver(command)): void {
    const by = this.#answered?.by;
    const cutOff = this.#options.earlier.find(({ seq }) => seq === command?.seq)?.finishedAt;
    this.#answered = undefined;
    this.#add({
      row: 'over',
      n,
      at: (how === 'ended' ? cutOff : undefined) ?? this.#options.clock.now(),
      how,
      ...(by === undefined ? {} : { by }),
    });
  }

  #howOver(command: Wait['command']): WaitEnd {
    if (this.#answered !== undefined) return this.#answered.how;
    const isOver = command !== undefined && this.#options.commands.begun?.seq !== command.seq;
    return isOver ? 'ended' : 'went-on';
  }

  #add(row: WaitRow): void {
    this.#waits = withRow(this.#waits, row).slice(-KEPT);
    this.#options.file?.append(row, this.#waits);
  }
}

function wordsOf({ msg, title }: Program): string | undefined {
  return msg ?? title;
}
