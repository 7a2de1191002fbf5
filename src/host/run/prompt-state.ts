/** Tells whether a shell is at its prompt, as far as its marks or the system show it. */

import type { RecentCommands } from '../../ledger/records/recent-commands.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import type { Shell } from '../../shell/nest/shells.ts';
import type { TrackState } from '../../shell/track-state.ts';
import type { Clock } from '../common/clock.ts';
import type { LastInput } from './last-input.ts';
import { type Dialect, dialectOf } from './run-text.ts';

/** A terminal as the runner sees it: the state of its shell, and a way to type. */
export type RunPort = {
  readonly clock: Clock;
  /** Base name of the shell; undefined when the terminal runs a program instead of a shell. */
  readonly shell: () => string | undefined;
  /** Whether the shell marks its commands, or is expected to: one that has not come to its first prompt. */
  readonly marksCommands: () => boolean;
  /** Whether the shell fetches what is delivered to it. */
  readonly fetches: () => boolean;
  /** The shell that reads commands. */
  readonly reader: () => Pick<Shell, 'signer' | 'fromTty'>;
  /** Path of the files by which commands are delivered, without their extension. */
  readonly delivery: string | undefined;
  readonly phase: () => TrackState['phase'];
  readonly exited: () => boolean;
  readonly bracketedPaste: () => boolean;
  /** Name of the program in the foreground, when it is known that the shell is not. */
  readonly foreground: () => string | undefined;
  /** Whether a shell waits at its prompt, as far as the system and the screen tell. */
  readonly isAtPrompt: () => boolean;
  readonly input: LastInput;
  readonly commands: RecentCommands;
  /** Types keys. Returns false when the queue of input has no room for them. */
  readonly type: (keys: string, writer?: string) => boolean;
  /** Types keys of the host's own, which nobody is told of. */
  readonly press: (keys: string) => void;
  /** Called when keys that have waited for a delivery may go on. */
  readonly onFree: () => void;
  /** Writes down for the next host whose command is about to be delivered. */
  readonly writes: (writer: string | undefined) => void;
};

/** A shell at its prompt. `marked`: the shell marks its commands itself. */
export type AtPrompt = { readonly ok: true; readonly dialect: Dialect; readonly marked: boolean };
/** `isDrawn: false`: the prompt of a shell without marks may still be drawn. */
export type Prompt = AtPrompt | { readonly ok: false; readonly reason: string; readonly isDrawn?: false };

/** Returns undefined while the prompt has not come yet, and a reason when a command runs or no prompt will ever come. */
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
  // fish sends no mark when its prompt is drawn.
  const ready =
    dialect === 'fish' ? port.phase() === 'prompt' && port.bracketedPaste() : port.phase() === 'ready';
  return ready ? { ok: true, dialect, marked: true } : undefined;
}

/** A shell without marks is taken to be at its prompt when the system knows of no other program in the foreground. */
function unmarked(port: RunPort, shell: string, dialect: Dialect | undefined): Prompt {
  if (dialect === undefined || dialect === 'fish') {
    return no(
      `this ${shell} does not mark its commands: cotty runs commands without marks only in shells like sh`,
    );
  }
  const program = port.foreground();
  if (program !== undefined) return no(`busy: ${program} is running`);
  // A start file of these may ask something by the line editor itself.
  if (dialect !== 'posix' && !port.isAtPrompt())
    return {
      ...no(`nothing on the screen tells that this ${shell} is at its prompt, so nothing was typed`),
      isDrawn: false,
    };
  return { ok: true, dialect: 'posix', marked: false };
}

type Known = Pick<LedgerRecord, 'commandLine' | 'writer'> & { readonly startedAt?: number };

/** Characters of a command line that a reason shows. */
const MAX_LINE = 120;

/** Returns why a terminal is busy, or undefined when nothing is known to run. */
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
