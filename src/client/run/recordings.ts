/** Reads what is played again from the host: one command, or all that is recorded of a terminal. */

import {
  RawRecording,
  type Recording,
  type RunAfter,
  recordingOfRuns,
} from '../../review/replay/recording.ts';
import type { CottyCalls } from '../cotty-calls.ts';
import { type NamedCommand, timedRunOf } from './compared-runs.ts';

/** Limits of a terminal without a raw log: its newest commands, and UTF-16 units of their outputs. */
const MOST_COMMANDS = 500;
const MOST_CHARS = 16 * 1024 * 1024;
/** Command lines that are known in a raw log: those of the newest commands. */
const MOST_LINES = 1000;

type Calls = Pick<CottyCalls, 'commands' | 'output' | 'times' | 'recording'>;

/** Reads the raw log of a terminal; where there is none, its finished commands. Undefined if it has none. */
export async function recordingOf(
  calls: Calls,
  terminal: Omit<NamedCommand, 'seq'>,
): Promise<Recording | undefined> {
  return (await rawLog(calls, terminal.channel)) ?? finishedCommands(calls, terminal);
}

async function rawLog(calls: Calls, channel: string): Promise<Recording | undefined> {
  let piece = await calls.recording(channel);
  if (piece.text === '' && piece.next === undefined) return undefined;
  const { commands } = await calls.commands(channel, { limit: MOST_LINES });
  const lines = new Map(commands.map(({ commandId, commandLine }) => [commandId, commandLine]));
  const recording = new RawRecording((id) => lines.get(id));
  const { cut } = piece;
  recording.add(piece.text);
  while (piece.next !== undefined && !recording.isFull) {
    piece = await calls.recording(channel, piece.next);
    recording.add(piece.text);
  }
  const made = recording.made(cut);
  return made.text === '' ? undefined : made;
}

async function finishedCommands(
  calls: Calls,
  { channel, name }: Omit<NamedCommand, 'seq'>,
): Promise<Recording | undefined> {
  const { commands, more } = await calls.commands(channel, { limit: MOST_COMMANDS });
  const finished = commands.filter(({ isComplete }) => isComplete);
  const runs: RunAfter[] = [];
  let chars = 0;
  // From the newest: the oldest are left out.
  for (const summary of finished.toReversed()) {
    if (chars > MOST_CHARS) break;
    const { timestamp: at, before = '', noCommand } = summary;
    const run = noCommand === true ? undefined : await timedRunOf(calls, summary, channel, name);
    chars += before.length + (run?.output.length ?? 0);
    runs.push({ at, before, ...(run === undefined ? {} : { run }) });
  }
  if (runs.length === 0) return undefined;
  return recordingOfRuns(runs.reverse(), more || runs.length < finished.length);
}
