/** Opens what records one terminal: its recent commands and their index, and on disk its ledger, outputs and raw log. */

import type { TerminalFacts } from '../../ledger/files/meta-file.ts';
import { CommandIndex } from '../../ledger/read/command-index.ts';
import { RecentCommands } from '../../ledger/records/recent-commands.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import type { TextSource } from '../../ledger/records/text-source.ts';
import type { WrittenRows } from '../../ledger/records/written-rows.ts';
import { OutputFiles } from '../../ledger/text/output-files.ts';
import type { TextLimits } from '../../ledger/text/text-limits.ts';
import { RawLog } from '../../ledger/write/raw-log.ts';
import { TerminalLedger } from '../../ledger/write/terminal-ledger.ts';
import { WaitFile } from '../../ledger/write/wait-file.ts';
import { type Clock, systemClock } from '../common/clock.ts';
import { DEFAULT_COLS, DEFAULT_ROWS } from '../common/screen-size.ts';
import { TextLog } from '../text/text-log.ts';
import { TerminalWaits } from './terminal-waits.ts';

/** Keeps the commands of one terminal, in memory and on disk. */
export type TerminalRecord = {
  readonly commands: RecentCommands;
  readonly index: CommandIndex;
  readonly waits: TerminalWaits;
  /** Folder of the ledger. These are absent when nothing is written to disk. */
  readonly folder?: string;
  readonly ledger?: TerminalLedger;
  readonly text?: OutputFiles;
  readonly raw?: RawLog;
};

export type OpenRecordOptions = {
  readonly terminal: TerminalFacts;
  /** Output of the terminal. */
  readonly printed: TextSource;
  /** Returns what the terminal has printed since its last command; undefined if that is nothing. */
  readonly printedSince: () => string | undefined;
  /** Number of the last command recorded before. */
  readonly lastSeq: number;
  readonly written?: WrittenRows | undefined;
  /** Records of an earlier host. */
  readonly earlier: readonly LedgerRecord[];
  /** Undefined when nothing is written. */
  readonly folder: string | undefined;
  /** Whether everything that is printed is written to a raw log, too. */
  readonly raw: boolean;
  readonly limits: TextLimits;
  readonly clock: Clock;
  readonly log: (message: string) => void;
  /** Called with the reason why the ledger cannot be written, or with undefined when it can again. */
  readonly onTrouble: (why: string | undefined) => void;
};

export function openRecord(options: OpenRecordOptions): TerminalRecord {
  const { terminal, printed, lastSeq, written, earlier, folder, raw, limits, clock, onTrouble } = options;
  const { uri, cols = DEFAULT_COLS, rows = DEFAULT_ROWS } = terminal;
  const report = (what: string) => (why: string) =>
    options.log(`${what} of ${uri}: cannot be written: ${why}`);
  const index = new CommandIndex(folder, lastSeq, (why) =>
    options.log(`earlier commands of ${uri}: cannot be read: ${why}`),
  );
  const waitsOf = (commands: RecentCommands, file?: WaitFile) =>
    new TerminalWaits({ clock, commands, file, earlier, isReplayed: written !== undefined });
  if (folder === undefined) {
    const commands = new RecentCommands(lastSeq, printed);
    return { commands, index, waits: waitsOf(commands) };
  }
  const text = new OutputFiles({ folder, limits, now: () => clock.now(), onTrouble: report('outputs') });
  const commands = new RecentCommands(lastSeq, printed, text);
  const ledger = new TerminalLedger({
    folder,
    terminal,
    commands,
    printedSince: options.printedSince,
    clock,
    onTrouble,
    ...(written === undefined ? {} : { written }),
  });
  const waits = waitsOf(commands, new WaitFile(folder, report('waits')));
  const opened = { commands, index, waits, folder, ledger, text };
  if (!raw) return opened;
  return {
    ...opened,
    raw: new RawLog({ folder, clock, size: { cols, rows }, onTrouble: report('raw log') }),
  };
}

export function emptyRecord(): TerminalRecord {
  const commands = new RecentCommands(0, new TextLog());
  const waits = new TerminalWaits({
    clock: systemClock,
    commands,
    file: undefined,
    earlier: [],
    isReplayed: false,
  });
  return { commands, index: new CommandIndex(undefined, 0), waits };
}
