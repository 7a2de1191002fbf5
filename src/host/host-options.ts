/** What a host is started with. */

import type { NetworkOptions } from './door/network-listener.ts';
import type { Clock } from './ground/clock.ts';
import type { Environment } from './ground/environment.ts';
import type { Limits } from './ground/limits.ts';
import type { SpawnPty } from './pty/pty-port.ts';

export type HostOptions = {
  /** Absent: only attached transports are served. The folder must be one that `runtimeFolder` gave. */
  readonly listen?: {
    readonly socket: string;
    /** A TCP port besides. */
    readonly network?: NetworkOptions;
  };
  /** Absent: nothing is recorded, and nothing is brought back. */
  readonly record?: {
    /** The state folder. */
    readonly folder: string;
    /** Brings nothing back; archives what there is. */
    readonly clean?: boolean;
    /** All that terminals print is written down besides, in their `raw.log`. */
    readonly raw?: boolean;
  };
  /** Those that differ from the table. */
  readonly limits?: Partial<Limits>;
  /** What shells inherit. */
  readonly env: Environment;
  readonly version: string;
  readonly log?: (message: string) => void;
  readonly clock?: Clock;
  readonly spawn?: SpawnPty;
  /** Hard to guess. */
  readonly nonce?: () => string;
  /** Ends by itself when for so long there was neither a client nor a terminal. */
  readonly exitWhenIdleMs?: number;
};
