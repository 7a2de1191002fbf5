/** What a terminal has to be told, and whom it tells. */

import type { CommandLog } from '../../ledger/records/command-log.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { Clock } from '../ground/clock.ts';
import type { Colors } from '../ground/colors.ts';
import type { RemotePty } from '../pty/remote-pty.ts';
import type { RecordMeta } from '../record/recorder.ts';
import type { Store } from '../stream/store.ts';

export type TerminalOptions = {
  readonly uri: string;
  readonly store: Store;
  /** Its pty, where that runs at a client. */
  readonly remote?: RemotePty;
  readonly clock: Clock;
  readonly log: (message: string) => void;
  /** cotty's own, for programs that ask. */
  readonly version: string;
  readonly nonce: string;
  readonly shell: string;
  /** That is a program which was started instead of a shell. */
  readonly program: boolean;
  /** What ran in it. */
  readonly commands: CommandLog;
  readonly size: { readonly cols: number; readonly rows: number };
  /** Lines kept above the screen. */
  readonly scrollback: number;
  readonly integrationOff: string | undefined;
  /** The user gave it a name: programs do not change it. */
  readonly named: boolean;
  /** Who made it, when and what for. */
  readonly origin: TerminalMeta;
  /** How many commands ran in it under earlier hosts. */
  readonly commandsBefore: number;
  /** What its record adds to its line of the list. */
  readonly recordMeta: () => RecordMeta;
  readonly holder: () => { readonly name: string; readonly connected: boolean };
  readonly colors: () => Colors;
  /** Its program has ended, or is being ended. */
  readonly onExit: () => void;
  /** Its line of the root list changed; `now` if people wait to see it. */
  readonly onInfo: (now: boolean) => void;
};
