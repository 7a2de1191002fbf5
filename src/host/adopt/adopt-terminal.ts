/** Takes over a terminal of an earlier host, with its programs: opens it as it was, and plays its tape. */

import type { Recovered } from '../../ledger/read/recover.ts';
import type { Clock } from '../ground/clock.ts';
import { adoptedTerminal, recordedBefore } from '../launch/adopted-terminal.ts';
import type { AdoptPty } from '../pty/pty-port.ts';
import type { Recorder } from '../record/recorder.ts';
import type { Terminals } from '../terminal/terminals.ts';
import type { HandedTerminal } from './handed-terminals.ts';
import { replayTape } from './replay-tape.ts';
import { TapeClock } from './tape-clock.ts';

export type Adopting = {
  readonly terminals: Terminals;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly adopt: AdoptPty;
};

export type Adopted =
  /** `recovered`: its record with the commands that ended since it was written. */
  { readonly ok: true; readonly recovered: Recovered } | { readonly ok: false; readonly message: string };

export function adoptTerminal(
  recovered: Recovered,
  { fd, tape }: HandedTerminal,
  { terminals, recorder, clock, adopt }: Adopting,
): Adopted {
  const { uri } = recovered.terminal;
  const before = recordedBefore(recovered, tape.head);
  const opened = adoptedTerminal(before, tape.head, fd, adopt);
  if (!opened.ok) return opened;
  const then = new TapeClock(clock);
  const made = terminals.open(opened, before, { clock: then, earlier: tape.head.checkpoint });
  replayTape(tape.rows, made.terminal, opened.pty, then);
  recorder.replayed(uri);
  made.tape?.goOn(tape.end, tape.landed);
  opened.pty.begin();
  return { ok: true, recovered: { ...before, records: recorder.recordOf(uri).commands.recent } };
}
