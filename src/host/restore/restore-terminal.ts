/**
 * Restores a terminal of an earlier host whose program still runs: by its replay log, or, if that cannot be replayed, with its
 * recorded commands and an empty screen. The program is not touched.
 */

import { readRunning } from '../../ledger/files/running-file.ts';
import type { Recovered } from '../../ledger/read/recover.ts';
import { noOutput, outputText } from '../../ledger/records/bounded-output.ts';
import { asCommandPart } from '../../ledger/records/command-part.ts';
import type { KeptCommand } from '../../ledger/records/kept-command.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import { stackOf } from '../../protocol/common/reason-of.ts';
import type { CommandExecutedAction } from '../../protocol/terminal/actions.ts';
import { annotated, annotationOf } from '../../protocol/terminal/annotation.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import type { CommandPart, TerminalState } from '../../protocol/terminal/state.ts';
import { splitStart } from '../../shell/split.ts';
import { asMeta, type OpenCommand, trackStart } from '../../shell/track-state.ts';
import type { Clock } from '../common/clock.ts';
import { DEFAULT_COLS, DEFAULT_ROWS } from '../common/screen-size.ts';
import { type Checkpoint, REPLAY_VERSION, type ReplayHead } from '../keep/replay-head.ts';
import type { LeftReplayLog } from '../keep/replay-log.ts';
import type { ReplayRow } from '../keep/replay-row.ts';
import type { NewTerminal } from '../launch/new-terminal.ts';
import { NO_SHELL } from '../launch/open-terminal.ts';
import { withRestoredContent } from '../launch/restored-terminal.ts';
import { runningState } from '../launch/running-state.ts';
import { type InheritedPty, type InheritPty, NoTerminalError } from '../pty/pty-port.ts';
import type { Recorder } from '../record/recorder.ts';
import { noteCommand } from '../terminal/command-status.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Terminals } from '../terminal/terminals.ts';

/** A clock for replaying: shows the time of the current row, and real time once all rows are replayed. */
class ReplayClock implements Clock {
  readonly #clock: Clock;
  #at: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#at ?? this.#clock.now();
  }

  after(ms: number, run: () => void): () => void {
    return this.#clock.after(ms, run);
  }

  soon(run: () => void): void {
    this.#clock.soon(run);
  }

  /** Sets the time of the current row, in Unix milliseconds; undefined for real time. */
  set(at: number | undefined): void {
    this.#at = at;
  }
}

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

/** Bytes after which the replayed output is parsed. A pty would be paused at this point, because the text log holds no more. */
const SETTLE_EVERY = 1024 * 1024;

/** Replays the rows of a replay log to a terminal, which then has the state that it had when the last row was written. */
function replayRows(
  rows: readonly ReplayRow<ReplayHead>[],
  terminal: Terminal,
  pty: Pick<InheritedPty, 'replay'>,
  clock: ReplayClock,
): void {
  let unsettled = 0;
  for (const row of rows) {
    if ('at' in row) clock.set(row.at);
    if (row.kind === 'read') {
      pty.replay(row.bytes);
      unsettled += row.bytes.length;
    } else if (row.kind === 'act') terminal.act(row.action);
    else if (row.kind === 'writer') terminal.input.noteInput('', row.writer);
    else if (row.kind === 'shells') terminal.replayUnprinted(row);
    if (unsettled < SETTLE_EVERY) continue;
    terminal.settle();
    unsettled = 0;
  }
  clock.set(undefined);
  terminal.settle();
}

const NOTICE =
  '\x1b[2mcotty: the screen of this terminal could not be restored after a restart; its program still runs\x1b[22m\r\n';

/**
 * Makes the head of a new replay log for a terminal whose own log is lost: from its recorded commands and the running one, with an
 * empty screen that has a notice. `now` is in Unix milliseconds.
 */
async function freshHead(
  { folder, terminal, records, lastSeq }: Recovered,
  now: number,
): Promise<ReplayHead> {
  const { shell, program, cols = DEFAULT_COLS, rows = DEFAULT_ROWS, name, cwd, claim } = terminal;
  const last = records.at(-1);
  const running = last !== undefined && last.finishedAt === undefined ? last : undefined;
  const printed = running === undefined ? '' : await printedBy(running, folder);
  const part = running && runningPart(running, printed);
  const open = part && openCommand(part);
  const detected = records.length > 0;
  const place = cwd === undefined ? {} : { cwd };
  const checkpoint: Checkpoint = {
    segments: splitStart,
    track: {
      ...trackStart,
      detected,
      ...(open === undefined ? {} : { phase: 'running', open }),
      ...(detected && running?.where === undefined ? { shell: { signer: 'own' } } : {}),
      ...place,
    },
    commands: lastSeq,
    // The content does not have what was on the screen.
    tail: { cut: true, resized: false },
    detected,
    title: name || shell,
    ...place,
    claim,
    content: [{ type: 'unclassified', value: NOTICE }, ...(part === undefined ? [] : [part])],
    screen: `${NOTICE}${printed}`,
    ...(running === undefined ? {} : { command: kept(running, printed) }),
    entered: [],
    status: open === undefined ? {} : noteCommand({}, executed(open), now),
    says: {},
  };
  const seq = running === undefined ? lastSeq : running.seq - 1;
  const isProgram = program !== undefined;
  return {
    version: REPLAY_VERSION,
    seq,
    shell,
    program: isProgram,
    ...off(isProgram),
    cols,
    rows,
    checkpoint,
  };
}

function off(isProgram: boolean): Pick<ReplayHead, 'integrationOff'> {
  return isProgram ? { integrationOff: NO_SHELL } : {};
}

/** Returns the output of the running command, as far as it was written. */
async function printedBy({ seq }: LedgerRecord, folder: string): Promise<string> {
  const left = await readRunning(folder).catch(() => undefined);
  return left?.seq === seq ? outputText(left.output, seq) : '';
}

function runningPart(record: LedgerRecord, output: string): CommandPart {
  const { durationMs: _duration, ...part } = asCommandPart(record);
  return { ...part, output, isComplete: false };
}

function openCommand({ commandId, commandLine, timestamp, _meta }: CommandPart): OpenCommand {
  return { commandId, commandLine, timestamp, meta: cottyMeta<CommandMeta>(_meta) };
}

function executed({ meta, ...command }: OpenCommand): CommandExecutedAction {
  return { type: 'terminal/commandExecuted', ...command, _meta: asMeta(meta) };
}

/** Recording of the output starts again with the part that is known. */
function kept(record: LedgerRecord, text: string): KeptCommand {
  return {
    record: { ...record, output: noOutput },
    text,
    before: { chars: 0, lines: 0 },
    passed: { chars: 0, bytes: 0, inLine: false },
    isWritten: false,
  };
}

type KeptTerminal = NewTerminal & { readonly pty: InheritedPty };

/**
 * Makes a terminal whose program was kept: from its inherited pty and the state at the beginning of its replay log. Throws a
 * `NoTerminalError` if the descriptor is not a terminal.
 */
function keptTerminal(
  recovered: Recovered,
  head: ReplayHead,
  fd: number,
  inherit: InheritPty,
): KeptTerminal | { readonly ok: false; readonly message: string } {
  const { terminal: recorded } = recovered;
  const { process, held } = recorded;
  if (process === undefined || held === undefined) return { ok: false, message: 'its process is not known' };
  const { shell, integrationOff, cols, rows } = head;
  return {
    ok: true,
    pty: inherit({ fd, ...process, path: held.path }),
    state: stateOf(recovered, head),
    shell,
    integrationOff,
    size: { cols, rows },
    nonce: held.nonce,
    recorded,
  };
}

/** Returns the record as it was when the replay log began: the rows of the log have the rest. */
function recordedBefore(recovered: Recovered, head: ReplayHead): Recovered {
  const records = recovered.records.filter(({ seq }) => seq <= head.seq);
  return { ...recovered, records, lastSeq: head.seq };
}

function stateOf(recovered: Recovered, { cols, rows, checkpoint }: ReplayHead): TerminalState {
  const { records, terminal } = recovered;
  const size = { cols, rows };
  if (checkpoint === undefined) {
    const { cwd, claim } = terminal;
    return withRestoredContent(runningState({ ...size, cwd, claim }), recovered);
  }
  const { cwd, claim, detected, content } = checkpoint;
  return {
    ...runningState({ ...size, cwd: cwd ?? terminal.cwd, claim }),
    ...(detected ? { supportsCommandDetection: true } : {}),
    content: [...records.map(asCommandPart), ...content],
  };
}
