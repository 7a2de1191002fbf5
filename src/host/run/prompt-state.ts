/** Whether a shell waits for a command, as far as that can be known of it. */

import type { CommandLog } from '../../ledger/records/command-log.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import type { TrackState } from '../../shell/track.ts';
import type { Clock } from '../ground/clock.ts';
import type { LastInput } from './last-input.ts';
import { type Dialect, dialectOf } from './run-text.ts';

/** What is known of a terminal in which commands are to be run, and the way in. */
export type RunPort = {
  readonly clock: Clock;
  /** Base name of the shell; undefined: a program runs instead of one. */
  readonly shell: string | undefined;
  /** Its shell marks its commands, or is still expected to. */
  readonly marks: () => boolean;
  readonly phase: () => TrackState['phase'];
  readonly over: () => boolean;
  readonly bracketedPaste: () => boolean;
  /** The program that reads what is typed, if that is known not to be the shell. */
  readonly foreground: () => string | undefined;
  readonly input: LastInput;
  readonly log: CommandLog;
  /** False: there is no room for it. */
  readonly type: (keys: string) => boolean;
};

/** `marked`: by the shell itself. */
export type AtPrompt = { readonly ok: true; readonly dialect: Dialect; readonly marked: boolean };
export type Prompt = AtPrompt | { readonly ok: false; readonly reason: string };

/** Undefined: not yet. */
export function atPrompt(port: RunPort): Prompt | undefined {
  if (port.over()) return no('the terminal has exited');
  if (port.shell === undefined)
    return no('this terminal runs a program, not a shell: it takes input, not commands');
  const dialect = dialectOf(port.shell);
  const { begun } = port.log;
  if (begun !== undefined) return no(busyReason(begun, port.clock.now()) ?? '');
  if (!port.marks()) return unmarked(port, dialect);
  if (dialect === undefined) return no(`commands are typed into no ${port.shell}`);
  // fish says nothing when its prompt is drawn.
  const ready =
    dialect === 'fish' ? port.phase() === 'prompt' && port.bracketedPaste() : port.phase() === 'ready';
  return ready ? { ok: true, dialect, marked: true } : undefined;
}

/** A best effort: whether it is at a prompt only the system can tell. */
function unmarked(port: RunPort, dialect: Dialect | undefined): Prompt {
  if (dialect === undefined || dialect === 'fish') {
    return no(
      `this ${port.shell} does not mark its commands, and they are typed unmarked only into a shell like sh`,
    );
  }
  const program = port.foreground();
  if (program !== undefined) return no(`busy: ${program} runs in it`);
  return { ok: true, dialect: 'posix', marked: false };
}

type Known = Pick<LedgerRecord, 'commandLine' | 'writer'> & { readonly startedAt?: number };

/** Of a command line as much as a reason has room for. */
const MAX_LINE = 120;

export function busyReason(known: Known | undefined, now: number): string | undefined {
  if (known === undefined) return undefined;
  const { commandLine, writer, startedAt } = known;
  const line = commandLine.replaceAll(/\s+/g, ' ');
  const shown = line.length > MAX_LINE ? `${Array.from(line).slice(0, MAX_LINE).join('')}…` : line;
  const by = writer === undefined ? '' : ` by ${writer}`;
  if (startedAt === undefined) return `busy: \`${shown}\`${by} is about to begin`;
  return `busy: \`${shown}\`${by} runs since ${Math.max(0, Math.round((now - startedAt) / 1000))} s`;
}

function no(reason: string): Prompt {
  return { ok: false, reason };
}
