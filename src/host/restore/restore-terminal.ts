/**
 * Restores a terminal of an earlier host whose program still runs: by its replay log, or, if that cannot be replayed, with its
 * recorded commands and an empty screen. The program is not touched.
 */

import type { Recovered } from '../../ledger/read/recover.ts';
import { stackOf } from '../../protocol/common/reason-of.ts';
import { annotated, annotationOf } from '../../protocol/terminal/annotation.ts';
import type { Clock } from '../common/clock.ts';
import type { ReplayHead } from '../keep/replay-head.ts';
import type { LeftReplayLog } from '../keep/replay-log.ts';
import { keptTerminal, recordedBefore } from '../launch/kept-terminal.ts';
import { type InheritPty, NoTerminalError } from '../pty/pty-port.ts';
import type { Recorder } from '../record/recorder.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Terminals } from '../terminal/terminals.ts';
import { freshHead } from './fresh-head.ts';
import { ReplayClock } from './replay-clock.ts';
import { replayRows } from './replay-rows.ts';

export type Restoring = {
  readonly terminals: Terminals;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly inherit: InheritPty;
};

export type Restored =
  /** `recovered`: the record of the terminal, with commands that ended while the log was replayed. `lastSeq` is the last of them. */
  | { readonly ok: true; readonly recovered: Recovered }
  /** The attempt was undone: this host has nothing of the terminal, and its program and descriptor are untouched. */
  | { readonly ok: false; readonly message: string; readonly isTerminal: boolean };

/** Time between two resizes (ms): some programs read the size only some time after SIGWINCH. */
const REDRAW_MS = 100;

type Source = { readonly fd: number; readonly replayLog: LeftReplayLog<ReplayHead> };

/** Restores a terminal from its replay log. Never throws. */
export function restoreByReplay(recovered: Recovered, source: Source, means: Restoring): Promise<Restored> {
  return orAbandon(recovered, means, () => {
    const { replayLog } = source;
    return open(recovered, source, means, (made) =>
      made.replayLog?.resume(replayLog.end, replayLog.unwritten),
    );
  });
}

/**
 * Restores a terminal without a usable replay log: with its recorded commands, its running command, and an empty screen. It is
 * resized twice, so that a full-screen program draws again. Never throws.
 */
export function restoreFromRecord(recovered: Recovered, fd: number, means: Restoring): Promise<Restored> {
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
  { terminals, recorder, clock, inherit }: Restoring,
  begin: (made: Made) => void,
): Restored {
  const { uri } = recovered.terminal;
  const before = recordedBefore(recovered, head);
  const opened = keptTerminal(before, head, fd, inherit);
  if (!opened.ok) return { ...opened, isTerminal: true };
  const then = new ReplayClock(clock);
  const made = terminals.open(opened, before, { clock: then, earlier: head.checkpoint });
  replayRows(rows, made.terminal, opened.pty, then);
  annotateReplayed(recovered, head.seq, made.terminal, recorder);
  recorder.replayed(uri);
  begin(made);
  opened.pty.begin();
  made.terminal.followFolder();
  const { begun, nextSeq, recent } = recorder.recordOf(uri).commands;
  return { ok: true, recovered: { ...before, records: recent, lastSeq: (begun?.seq ?? nextSeq) - 1 } };
}

/** Adds the notes and bookmarks of commands that were replayed: the replay log does not have them. */
function annotateReplayed(
  { records, terminal: { uri } }: Recovered,
  before: number,
  terminal: Terminal,
  recorder: Recorder,
): void {
  for (const record of records) {
    const change = annotationOf(record);
    if (record.seq <= before || Object.keys(change).length === 0) continue;
    const { commands, index } = recorder.recordOf(uri);
    commands.replace(record.seq, (known) => annotated(known, change));
    index.annotate(record.seq, change);
    terminal.announce({ type: 'x-cotty/annotated', commandId: record.commandId, ...change });
  }
}

/** Removes a terminal whose restoring has failed half-way: else clients would find it. */
async function orAbandon(
  { terminal: { uri } }: Recovered,
  { terminals }: Restoring,
  run: () => Restored | Promise<Restored>,
): Promise<Restored> {
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
