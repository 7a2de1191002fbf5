/**
 * Takes over a terminal of an earlier host, with its programs: opens it as it was, and plays its replay log. Where there is no replay log
 * that can be played, the terminal begins with what its record tells, and its program goes on.
 */

import type { Recovered } from '../../ledger/read/recover.ts';
import { stackOf } from '../../protocol/common/reason-of.ts';
import type { Clock } from '../common/clock.ts';
import type { ReplayHead } from '../keep/replay-head.ts';
import type { LeftReplayLog } from '../keep/replay-log.ts';
import { adoptedTerminal, recordedBefore } from '../launch/adopted-terminal.ts';
import { type AdoptPty, NoTerminalError } from '../pty/pty-port.ts';
import type { Recorder } from '../record/recorder.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Terminals } from '../terminal/terminals.ts';
import { freshHead } from './fresh-head.ts';
import { ReplayClock } from './replay-clock.ts';
import { replayRows } from './replay-rows.ts';

export type Adopting = {
  readonly terminals: Terminals;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly adopt: AdoptPty;
};

export type Adopted =
  /** `recovered`: its record with the commands that ended since it was written. */
  | { readonly ok: true; readonly recovered: Recovered }
  /** Undoes the attempt: nothing of the terminal is left in this host; its program and the descriptor are untouched. */
  | { readonly ok: false; readonly message: string; readonly isTerminal: boolean };

/** Time between two sizes (ms), for programs that look at the size some time after they were told that it has changed. */
const REDRAW_MS = 100;

type Source = { readonly fd: number; readonly replayLog: LeftReplayLog<ReplayHead> };

/** Takes over a terminal by its replay log. Never throws. */
export function adoptByReplay(recovered: Recovered, source: Source, means: Adopting): Promise<Adopted> {
  return orAbandon(recovered, means, () => {
    const { replayLog } = source;
    return open(recovered, source, means, (made) => made.replayLog?.goOn(replayLog.end, replayLog.unwritten));
  });
}

/**
 * Takes over a terminal of which no replay log can be played: with its record, an empty screen, and its running command. A program
 * that draws the whole screen is made to draw it again. Never throws.
 */
export function adoptFresh(recovered: Recovered, fd: number, means: Adopting): Promise<Adopted> {
  return orAbandon(recovered, means, async () => {
    const head = await freshHead(recovered, means.clock.now());
    const source = { fd, replayLog: { head, rows: [], end: 0, damage: [] } };
    return open(recovered, source, means, (made) => {
      made.replayLog?.begin(head);
      redrawSoon(made.terminal, means.clock);
    });
  });
}

type Made = ReturnType<Terminals['open']>;

function open(
  recovered: Recovered,
  { fd, replayLog: { head, rows } }: Source,
  { terminals, recorder, clock, adopt }: Adopting,
  goOn: (made: Made) => void,
): Adopted {
  const { uri } = recovered.terminal;
  const before = recordedBefore(recovered, head);
  const opened = adoptedTerminal(before, head, fd, adopt);
  if (!opened.ok) return { ...opened, isTerminal: true };
  const then = new ReplayClock(clock);
  const made = terminals.open(opened, before, { clock: then, earlier: head.checkpoint });
  replayRows(rows, made.terminal, opened.pty, then);
  recorder.replayed(uri);
  goOn(made);
  opened.pty.begin();
  return { ok: true, recovered: { ...before, records: recorder.recordOf(uri).commands.recent } };
}

/** A terminal that fails half-way must not stay: others would be told of it, and fail too. */
async function orAbandon(
  { terminal: { uri } }: Recovered,
  { terminals }: Adopting,
  run: () => Adopted | Promise<Adopted>,
): Promise<Adopted> {
  try {
    return await run();
  } catch (error) {
    await terminals.abandon(uri);
    const message = stackOf(error);
    return { ok: false, message, isTerminal: !(error instanceof NoTerminalError) };
  }
}

function redrawSoon(terminal: Terminal, clock: Clock): void {
  const { cols, rows } = terminal.state;
  if (cols === undefined || rows === undefined || rows < 2) return;
  clock.after(0, () => {
    terminal.outerMatch.resize(cols, rows - 1);
    clock.after(REDRAW_MS, () => {
      const { cols: colsNow = cols, rows: rowsNow = rows } = terminal.state;
      terminal.outerMatch.resize(colsNow, rowsNow);
    });
  });
}
