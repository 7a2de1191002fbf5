/** What a host tells its fleet. The fleet itself is loaded only where the host belongs to one. */

import type { FleetStatus } from '../../protocol/cotty/fleet-status.ts';
import type { Clock } from '../common/clock.ts';
import type { Recorder } from '../record/recorder.ts';
import type { Terminals } from '../terminal/terminals.ts';

export type Fleet = {
  readonly status: FleetStatus;
  /** Must be called when a row was written to the ledger in this folder. */
  readonly recorded: (folder: string) => void;
  /** Must be called when a record in this folder was forgotten. */
  readonly forgot: (folder: string, seq: number) => void;
  /** Publishes what is there, for a second or so; the next host does the rest. */
  close(): Promise<void>;
};

/** Joins the fleet. Called when the terminals are restored, before anybody can run a command, with the parts of the host. */
export type JoinFleet = (parts: {
  /** The state folder. */
  readonly folder: string;
  readonly version: string;
  readonly clock: Clock;
  readonly log: (message: string) => void;
  readonly terminals: Pick<Terminals, 'listed'>;
  readonly recorder: Recorder;
}) => Promise<Fleet>;
