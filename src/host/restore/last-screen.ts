/**
 * Shows the last screen of a full-screen program that ended with its host (`cotty host stop`, a reboot). No block has the output of
 * such a program, so its replay log is left in the folder and the screen is restored from it.
 */

import { StringDecoder } from 'node:string_decoder';
import { rowText } from '../../screen/cells/row.ts';
import { Emulator } from '../../screen/emulator/emulator.ts';
import { type ReplayHead, readTerminalReplayLog } from '../keep/replay-head.ts';
import { type LeftReplayLog, logBytes, removeReplayLog } from '../keep/replay-log.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Limit in bytes. Replaying a longer log would delay the start of the host by more than half a second. */
const LONGEST = 8 * 1024 * 1024;

const DIM = '\x1b[2m';
const NOT_DIM = '\x1b[22m';

/** Makes terminals with a full-screen program leave their replay log. Must be called before the host ends its terminals. */
export function leaveLastScreens(terminals: readonly Pick<Terminal, 'screenState' | 'options'>[]): void {
  for (const { screenState, options } of terminals)
    if (screenState.emulator.alternate) options.replayLog?.keepFile();
}

/** Returns the rows of the last screen as dimmed lines, and removes the replay log. Undefined if there is no such screen. */
export function takeLastScreen(folder: string): string | undefined {
  const replayLog = logBytes(folder) > LONGEST ? undefined : readTerminalReplayLog(folder);
  try {
    removeReplayLog(folder);
  } catch {
    // The folder is not writable. The terminal is restored all the same.
  }
  if (replayLog === undefined) return undefined;
  const screen = replay(replayLog);
  const lines = screen.alternate ? dimmedLines(screen) : undefined;
  screen.close();
  return lines;
}

function dimmedLines(screen: Emulator): string {
  const rows = Array.from({ length: screen.rows }, (_, y) => rowText(screen.row(screen.base + y)).trimEnd());
  const last = rows.findLastIndex((row) => row !== '');
  return rows
    .slice(0, last + 1)
    .map((row) => `${DIM}${row}${NOT_DIM}\r\n`)
    .join('');
}

function replay({ head: { cols, rows, checkpoint }, rows: told }: LeftReplayLog<ReplayHead>): Emulator {
  const emulator = new Emulator({ cols, rows, scrollback: 0 });
  const decoder = new StringDecoder('utf8');
  emulator.write(checkpoint?.screen ?? '');
  for (const row of told) {
    if (row.kind === 'read') emulator.write(decoder.write(Buffer.from(row.bytes)));
    else if (row.kind === 'act' && row.action.type === 'terminal/resized')
      emulator.resize(row.action.cols, row.action.rows);
  }
  return emulator;
}
