/** The screen of a terminal as data, for agents and scripts. */

import type { LedgerRecord } from '../../ledger/records/record.ts';
import type { ScreenReport } from '../../protocol/cotty/cotty-requests.ts';
import { rowText } from '../../screen/cells/row.ts';
import type { Emulator } from '../../screen/emulator/emulator.ts';
import type { CountedNotice } from '../../screen/report/program-reports.ts';
import type { Progress } from '../../screen/report/progress.ts';
import { lastLines } from '../../screen/text/screen-text.ts';

// Guesses from printed text whether a program asks for input.

/** Ends of prompts: `Name:`, `>>>`, `[Y/n]`, `(yes/no)?`, `$`. */
const ASKS = /[:?>：$#%❯›\])]$/;

/** Tells whether the text of a row before the cursor ends like a prompt. */
function endsLikePrompt(before: string): boolean {
  return ASKS.test(before.trimEnd());
}

/** Reports of programs beside text. */
export type ScreenReported = {
  readonly title: string;
  readonly bells: number;
  readonly notice: CountedNotice | undefined;
  readonly progress: Progress | null;
};

export type ScreenListeners = {
  readonly onReport: (report: ScreenReported) => void;
  /** Called when the parser falls too far behind the output, and when it has caught up. */
  readonly onBehind: (behind: boolean) => void;
};

/** Silence after which a program may be waiting for input. */
export const QUIET_MS = 400;

/** The state of a terminal's screen at this moment. */
export type ScreenState = {
  readonly emulator: Emulator;
  readonly title: string;
  readonly echoOff: boolean;
  /** Whether nothing was printed for `QUIET_MS`. */
  readonly quiet: boolean;
};

export function screenReport(
  state: ScreenState,
  running: LedgerRecord | undefined,
  lines?: number,
): ScreenReport {
  const { emulator, title } = state;
  const { cols, rows, cursor, alternate } = emulator;
  const { applicationCursorKeys, kittyKeyboard, modifyOtherKeys } = emulator.modes;
  const { progress } = emulator.reports;
  return {
    lines: lines === undefined ? viewport(emulator) : linesOf(lastLines(emulator, lines)),
    cols,
    rows,
    cursor: { x: cursor.x, y: cursor.y, visible: cursor.visible },
    fullScreen: alternate,
    title,
    running:
      running === undefined
        ? null
        : { cmd: running.commandLine, seq: running.seq, writer: running.writer ?? null },
    waitingForInput: waitingFor(state, running),
    applicationCursorKeys,
    kittyKeyboard,
    modifyOtherKeys,
    // A killed program cannot reset its progress.
    progress: running === undefined ? null : progress,
  };
}

function viewport(emulator: Emulator): string[] {
  return Array.from({ length: emulator.rows }, (_, y) => rowText(emulator.row(emulator.base + y)));
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

/** Guesses whether the program waits for input, and by which sign. Null for full-screen programs, which always wait. */
function waitingFor(
  { emulator, echoOff, quiet }: ScreenState,
  running: LedgerRecord | undefined,
): ScreenReport['waitingForInput'] {
  if (echoOff) return 'echo-off';
  if (running === undefined || !quiet || emulator.alternate) return null;
  const { base, cursor } = emulator;
  return endsLikePrompt(rowText(emulator.row(base + cursor.y)).slice(0, cursor.x)) ? 'prompt' : null;
}
