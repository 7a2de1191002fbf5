/** Goes through the steps of a notebook with a person: Enter runs, s skips, e edits, b goes back, q ends. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Step } from '../../review/notebook/notebook.ts';
import { ExitCode } from '../common/exit-code.ts';
import { sentence } from '../common/help-pages.ts';
import type { Io } from '../common/io.ts';
import { printable } from '../common/plain-text.ts';
import { complain, say } from '../common/print.ts';
import { scriptOutput } from '../scripts/follow/script-output.ts';
import { differences } from './differences.ts';
import type { PlayTerminal } from './play-terminal.ts';

/** Stops at each step, and where one differs from what was recorded. The terminal stays open. */
export async function playSteps(terminal: PlayTerminal, steps: readonly Step[], io: Io): Promise<number> {
  const visit = new Visits({ terminal, steps, io });
  try {
    await visit.all();
  } finally {
    visit.close();
  }
  const end = visit.isAtEnd ? 'That was the last step. ' : '';
  const { ended } = terminal;
  const where =
    ended === undefined
      ? `The terminal stays open: cotty attach ${printable(terminal.title)}`
      : sentence(ended);
  say(io, `${end}${where}\n`);
  return visit.hasDiffered || (ended !== undefined && !visit.isAtEnd) ? ExitCode.failure : ExitCode.ok;
}

type Visiting = { readonly terminal: PlayTerminal; readonly steps: readonly Step[]; readonly io: Io };

/** Where one goes from a step. */
type Way = 'next' | 'back' | 'stay' | 'quit';

class Visits {
  hasDiffered = false;
  readonly #visiting: Visiting;
  readonly #keys: Keys;
  #at = 0;
  /** The command of the present step as it was edited. */
  #edited: string | undefined;

  constructor(visiting: Visiting) {
    this.#visiting = visiting;
    this.#keys = new Keys(visiting.io);
  }

  get isAtEnd(): boolean {
    return this.#at === this.#visiting.steps.length;
  }

  close(): void {
    this.#keys.close();
  }

  async all(): Promise<void> {
    const { steps, terminal } = this.#visiting;
    for (let step = steps[this.#at]; step !== undefined; step = steps[this.#at]) {
      const way = await this.#visit({ ...step, commandLine: this.#edited ?? step.commandLine });
      if (way === 'quit') return;
      if (way === 'stay') continue;
      this.#edited = undefined;
      this.#at = way === 'next' ? this.#at + 1 : Math.max(0, this.#at - 1);
      if (terminal.ended !== undefined) return;
    }
  }

  async #visit(step: Step): Promise<Way> {
    const { terminal, steps, io } = this.#visiting;
    showStep(step, { number: this.#at + 1, of: steps.length }, io);
    const act = await this.#keys.choose(ACTS);
    if (act === 'edit') {
      this.#edited = editCommand(step.commandLine, io);
      return 'stay';
    }
    if (act !== 'run') return act;
    if (await runStep(terminal, step, this.#keys, io)) return 'next';
    this.hasDiffered = true;
    if (terminal.ended !== undefined) return 'quit';
    say(io, 'Enter goes on with the next step · r runs it again · b back · q quits\n');
    return this.#keys.choose(AFTER);
  }
}

const ACTS = {
  '\r': 'run',
  '\n': 'run',
  s: 'next',
  e: 'edit',
  b: 'back',
  q: 'quit',
  '\x03': 'quit',
  '\x04': 'quit',
} as const;
const AFTER = {
  '\r': 'next',
  '\n': 'next',
  r: 'stay',
  b: 'back',
  q: 'quit',
  '\x03': 'quit',
  '\x04': 'quit',
} as const;

function showStep(
  { heading, line, commandLine, skip }: Step,
  { number, of }: { readonly number: number; readonly of: number },
  io: Io,
): void {
  const head = [
    `Step ${number} of ${of}`,
    `line ${line}`,
    ...(heading === undefined ? [] : [printable(heading)]),
  ];
  say(io, `\n${head.join(' · ')}\n\n`);
  for (const text of commandLine.split('\n')) say(io, `    ${printable(text)}\n`);
  const advice = skip === true ? ' (the file says to skip it)' : '';
  say(io, `\nEnter runs${advice} · s skips · e edits · b back · q quits\n`);
}

/** Returns whether it ended and printed as recorded. While it runs, keys go to it. */
async function runStep(terminal: PlayTerminal, step: Step, keys: Keys, io: Io): Promise<boolean> {
  const stop = keys.pass((typed) => terminal.type(typed));
  const played = await terminal.play(step, scriptOutput(io.stdout, false), 'person').finally(stop);
  const isRecorded = step.recorded !== undefined;
  const end = played.code === 0 ? '' : `Exit code ${played.code}. `;
  if (played.same) say(io, `${end}${isRecorded ? 'As recorded' : 'Done'}.\n`);
  else
    say(io, `${differences(played)}${end}It differs from what was recorded: ${printable(played.headline)}\n`);
  return played.same;
}

/** Opens the command in $VISUAL or $EDITOR, and returns what was saved. */
function editCommand(commandLine: string, io: Io): string {
  const folder = mkdtempSync(join(tmpdir(), 'cotty-play-'));
  const file = join(folder, 'step.sh');
  try {
    writeFileSync(file, `${commandLine}\n`, { mode: 0o600 });
    const editor = io.env['VISUAL'] || io.env['EDITOR'] || 'vi';
    // An editor may be given with options.
    const { status, error } = spawnSync('/bin/sh', ['-c', `${editor} "$1"`, 'sh', file], {
      stdio: 'inherit',
    });
    if (error !== undefined || status !== 0) {
      complain(io, `the editor "${printable(editor)}" failed: the step stays as it is`);
      return commandLine;
    }
    return readFileSync(file, 'utf8').replace(/(?<!\n)\n+$/, '');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Single keys of the person. */
class Keys {
  readonly #io: Io;
  /** What was typed behind the last key. */
  #ahead = '';
  #taker: ((chunk: Buffer) => void) | undefined;

  constructor(io: Io) {
    this.#io = io;
  }

  /** Waits for one of the keys; others do nothing. */
  choose<Act extends string>(acts: Readonly<Record<string, Act>>): Promise<Act> {
    return new Promise((resolve) => {
      this.#take((chunk) => {
        const typed = [...chunk.toString()];
        const at = typed.findIndex((char) => Object.hasOwn(acts, char));
        const act = acts[typed[at] ?? ''];
        if (act === undefined) return;
        this.#ahead = typed.slice(at + 1).join('');
        this.#take(undefined);
        resolve(act);
      });
    });
  }

  /** Passes on everything that is typed, until the returned function is called. */
  pass(onTyped: (typed: string) => void): () => void {
    this.#take((chunk) => onTyped(chunk.toString()));
    return () => this.#take(undefined);
  }

  close(): void {
    this.#take(undefined);
  }

  #take(taker: ((chunk: Buffer) => void) | undefined): void {
    const { stdin } = this.#io;
    if (this.#taker !== undefined) stdin.off('data', this.#taker);
    this.#taker = taker;
    stdin.setRawMode?.(taker !== undefined);
    if (taker === undefined) {
      stdin.pause();
      return;
    }
    stdin.on('data', taker);
    stdin.resume();
    const ahead = this.#ahead;
    this.#ahead = '';
    if (ahead !== '') taker(Buffer.from(ahead));
  }
}
