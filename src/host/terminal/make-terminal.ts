/** Makes a `Terminal`: its state in the store, its record, its replay log, and the parts that work on them. */

import type { Recovered } from '../../ledger/read/recover.ts';
import { deliveryPath } from '../common/deliveries.ts';
import { type Checkpoint, REPLAY_VERSION, type ReplayHead } from '../keep/replay-head.ts';
import { TerminalReplayLog } from '../keep/terminal-replay-log.ts';
import type { NewTerminal } from '../launch/new-terminal.ts';
import { originMeta } from '../launch/origin.ts';
import type { PtyExit } from '../pty/pty-port.ts';
import { Terminal } from './terminal.ts';
import type { TerminalOptions, TerminalsOptions } from './terminal-options.ts';

export type Making = {
  readonly opened: NewTerminal;
  readonly naming: TerminalOptions['naming'];
  readonly recovered: Recovered | undefined;
  /** State of the terminal under an earlier host. */
  readonly earlier?: Checkpoint | undefined;
  readonly onExit: (exit?: PtyExit) => void;
  readonly onInfo: (now: boolean) => void;
};

export type Made = { readonly terminal: Terminal; readonly replayLog: TerminalReplayLog | undefined };

export function makeTerminal(
  { opened, naming, recovered, earlier, onExit, onInfo }: Making,
  means: TerminalsOptions,
): Made {
  const { store, clients, recorder, clock, log, version, limits, here, places, rules } = means;
  const { pty, remote, shell, integrationOff, size, nonce } = opened;
  const recorded = { ...opened.recorded, ...naming.naming };
  const { uri, name: title } = recorded;
  const printed = store.open(uri, { ...opened.state, title }, earlier?.command?.before.chars);
  store.trim(uri);
  recorder.opened(recorded, printed, remote === undefined, recovered);
  const { commands, waits, folder } = recorder.recordOf(uri);
  commands.resume(earlier?.command, earlier?.entered ?? []);
  printed.append(earlier?.command?.text ?? '');
  const replayLog =
    !means.keeps || folder === undefined || pty.master === undefined
      ? undefined
      : replayLogIn(folder, uri, means);
  const terminal: Terminal = new Terminal(pty, {
    uri,
    store,
    clock,
    log,
    version,
    nonce,
    delivery: remote === undefined ? deliveryPath(means.deliveries, uri) : undefined,
    shell,
    program: recorded.program !== undefined,
    commands,
    waits,
    size,
    scrollback: limits.scrollbackLines,
    integrationOff,
    ...(remote === undefined ? {} : { remote }),
    ...(replayLog === undefined ? {} : { replayLog }),
    ...(earlier === undefined ? {} : { earlier }),
    lastScreen: recovered?.lastScreen,
    note: opened.note,
    naming,
    onNamed: (named) => recorder.named(uri, named),
    origin: originMeta(recorded),
    here,
    marksInside: () => (remote ?? integrationOff) === undefined && means.nestedShells(terminal.state.claim),
    places,
    rules,
    commandsBefore: recovered?.lastSeq ?? 0,
    recordMeta: () => recorder.metaOf(uri),
    holder: () => clients.holderMeta(terminal.state.claim),
    outer: () => clients.profileOf(terminal.state.claim),
    onExit,
    onInfo,
  });
  void terminal.status.firstPrompt.then(() => rules.readAhead(clock));
  return { terminal, replayLog };
}

/** Returns the head of a replay log that begins with a new terminal. */
export function firstHead(opened: NewTerminal, recovered: Recovered | undefined): ReplayHead {
  const { shell, integrationOff, size, recorded } = opened;
  return {
    version: REPLAY_VERSION,
    seq: recovered?.lastSeq ?? 0,
    shell,
    program: recorded.program !== undefined,
    ...(integrationOff === undefined ? {} : { integrationOff }),
    ...size,
  };
}

function replayLogIn(
  folder: string,
  uri: string,
  { clock, log, readBuffers }: TerminalsOptions,
): TerminalReplayLog {
  const onTrouble = (why: string | undefined) => {
    if (why !== undefined)
      log(`${uri}: its replay log cannot be written, so a killed host would lose its screen: ${why}`);
  };
  return new TerminalReplayLog(
    { folder, onTrouble, ...(readBuffers === undefined ? {} : { readBuffers }) },
    clock,
  );
}
