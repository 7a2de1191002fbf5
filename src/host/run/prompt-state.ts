/** Finds out whether a shell is at its prompt, by its shell-integration marks or by its process. */

import type { RecentCommands } from '../../ledger/records/recent-commands.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import type { Shell } from '../../shell/nest/shells.ts';
import type { TrackState } from '../../shell/track-state.ts';
import type { Clock } from '../common/clock.ts';
import type { ModesAnswer } from '../pty/modes/tty-modes.ts';
import type { LastInput } from './last-input.ts';
import { type Dialect, dialectOf } from './run-text.ts';

/** A terminal as the runner sees it: the state of its shell, and a way to type. */
export type RunPort = {
  readonly clock: Clock;
  /** Base name of the shell; undefined when the terminal runs a program instead of a shell. */
  readonly shell: () => string | undefined;
  /** Whether the shell has integration, or is expected to at its first prompt. */
  readonly marksCommands: () => boolean;
  /** Whether the shell has the key bindings by which it fetches delivered commands (`delivery.ts`). */
  readonly fetches: () => boolean;
  /** Returns the shell that reads commands. */
  readonly reader: () => Pick<Shell, 'signer' | 'fromTty'>;
  /** Path of the delivery files, without extension. */
  readonly delivery: string | undefined;
  readonly phase: () => TrackState['phase'];
  readonly exited: () => boolean;
  readonly bracketedPaste: () => boolean;
  /** Name of the foreground program, if it is known not to be the shell. */
  readonly foreground: () => string | undefined;
  /** Process id of the shell that reads commands; undefined if not known. */
  readonly process: () => number | undefined;
  readonly askModes: (answer: ModesAnswer) => void;
  /** Whether a shell is at its prompt, judged by its process and the screen. */
  readonly isAtPrompt: () => boolean;
  readonly input: LastInput;
  readonly commands: RecentCommands;
  /** Types keys. Returns false if they do not fit into the input queue. */
  readonly type: (keys: string, writer?: string) => boolean;
  /** Writes keys of the host, which are not announced as input. */
  readonly press: (keys: string) => void;
  /** Called when input that has waited for a delivery may be written. */
  readonly onFree: () => void;
  /** Notes in the replay log who is the writer of the command that is about to be delivered. */
  readonly writes: (writer: string | undefined) => void;
};

/** A shell at its prompt. `marked`: it has shell integration. */
export type AtPrompt = { readonly ok: true; readonly dialect: Dialect; readonly marked: boolean };
/** `isDrawn: false`: a shell without integration may still be drawing its prompt. */
export type Prompt = AtPrompt | { readonly ok: false; readonly reason: string; readonly isDrawn?: false };

/** Returns undefined while the prompt is still expected, and a reason if a command runs or there will be no prompt. */
export function atPrompt(port: RunPort): Prompt | undefined {
  if (port.exited()) return no('the terminal has exited');
  const shell = port.shell();
  if (shell === undefined)
    return no('this terminal runs a program, not a shell: it takes input, not commands');
  const dialect = dialectOf(shell);
  const { begun } = port.commands;
  if (begun !== undefined) return no(busyReason(begun, port.clock.now()) ?? '');
  if (!port.marksCommands()) return unmarked(port, shell, dialect);
  if (dialect === undefined) return no(`cotty cannot type commands into ${shell}`);
  // fish sends no mark when its prompt is drawn: bracketed paste shows that it reads.
  const ready =
    dialect === 'fish' ? port.phase() === 'prompt' && port.bracketedPaste() : port.phase() === 'ready';
  return ready ? { ok: true, dialect, marked: true } : undefined;
}

/** A shell without integration counts as being at its prompt if no other program is known to be in the foreground. */
function unmarked(port: RunPort, shell: string, dialect: Dialect | undefined): Prompt {
  if (dialect === undefined || dialect === 'fish') {
    return no(
      `this ${shell} has no shell integration: without it, cotty runs commands only in shells like sh`,
    );
  }
  const program = port.foreground();
  if (program !== undefined) return no(`busy: ${program} is running`);
  // In these shells a start file may use the line editor for a question of its own.
  if (dialect !== 'posix' && !port.isAtPrompt())
    return {
      ...no(`no prompt of this ${shell} is recognised on the screen, so nothing was typed`),
      isDrawn: false,
    };
  return { ok: true, dialect: 'posix', marked: false };
}

type Known = Pick<LedgerRecord, 'commandLine' | 'writer'> & { readonly startedAt?: number };

/** Limit in characters of a command line in a reason. */
const MAX_LINE = 120;

/** Returns why a terminal is busy; undefined if nothing is known to run. */
export function busyReason(known: Known | undefined, now: number): string | undefined {
  if (known === undefined) return undefined;
  const { commandLine, writer, startedAt } = known;
  const line = commandLine.replaceAll(/\s+/g, ' ');
  const shown = line.length > MAX_LINE ? `${Array.from(line).slice(0, MAX_LINE).join('')}…` : line;
  const by = writer === undefined ? '' : ` by ${writer}`;
  if (startedAt === undefined) return `busy: \`${shown}\`${by} is about to begin`;
  return `busy: \`${shown}\`${by} has been running for ${Math.max(0, Math.round((now - startedAt) / 1000))} s`;
}

function no(reason: string): Prompt & { readonly ok: false } {
  return { ok: false, reason };
}
