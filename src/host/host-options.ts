/** Options of a host. */

import type { HostErrors, HostStatus } from '../protocol/messages.ts';
import type { Transport } from '../rpc/transport.ts';
import type { Here } from '../shell/nest/shells.ts';
import type { Access } from './common/access.ts';
import type { Clock } from './common/clock.ts';
import type { Environment } from './common/environment.ts';
import type { Limits } from './common/limits.ts';
import type { JoinFleet } from './fleet/fleet-port.ts';
import type { StartIndex } from './history/index-place.ts';
import type { Held } from './keep/masters.ts';
import type { ReadBuffers } from './keep/read-buffer.ts';
import type { NetworkOptions } from './listener/network-listener.ts';
import type { InheritPty, SpawnPty } from './pty/pty-port.ts';
import type { FollowMachines } from './push/notices.ts';
import type { ReplayLimits } from './restore/checkpoints.ts';
import type { InheritedMasters } from './restore/inherited-masters.ts';

export type HostOptions = {
  /** Address to listen on; without it only attached transports are served. The socket's folder must come from `runtimeFolder`. */
  readonly listen?: {
    readonly socket: string;
    /** Folder for the socket if its own folder is removed and cannot be made again. */
    readonly spareFolder?: string;
    /** The state folder to which the host belongs, also if it records nothing: clients of another one do not use it. */
    readonly state?: string;
    /** A TCP port beside the socket. */
    readonly network?: NetworkOptions;
  };
  /** The page of the web server, which is started on request. Without it, or without `listen`, there is no web server. */
  readonly web?: {
    /** Folder of the page's files. */
    readonly page: string;
  };
  /** State folder; without it nothing is recorded and nothing is restored. */
  readonly record?: {
    /** The state folder. */
    readonly folder: string;
    /** Archives the records that exist instead of restoring their terminals. */
    readonly clean?: boolean;
    /** Writes all output of each terminal to its `raw.log` as well. */
    readonly raw?: boolean;
  };
  /** Starts the index of the history; without it that is in this process. */
  readonly startIndex?: StartIndex;
  /** The fleet to which this host publishes what it records; absent for most. */
  readonly fleet?: JoinFleet;
  /** How programs survive this host; without it they end with it. */
  readonly keep?: {
    /** The program that starts the next host, of this version, and the arguments for one of any version. */
    readonly program: readonly string[];
    readonly args: readonly string[];
    /** Ends this process after a handoff. */
    readonly leave: () => void;
    /** The masters that this process has inherited, and their terminals. */
    readonly inherited: readonly Held[];
    /** Folder of the read buffers, which is in memory. Without it a killed host loses what it has read and not written. */
    readonly readBuffers?: string;
    /** Process id of the fd holder that has started this host. */
    readonly keeper?: number;
    /** Sizes at which replay logs are rewritten, if not the usual ones. */
    readonly replayLimits?: ReplayLimits;
  };
  /** Limits that differ from the table. */
  readonly limits?: Partial<Limits>;
  /** Environment that shells inherit. */
  readonly env: Environment;
  readonly version: string;
  readonly log?: (message: string) => void;
  readonly clock?: Clock;
  readonly spawn?: SpawnPty;
  readonly inherit?: InheritPty;
  /** Makes nonces for shell integration; they must be hard to guess. */
  readonly nonce?: () => string;
  /** Unexpected errors of this process, for the status of the host. */
  readonly errors?: () => HostErrors | undefined;
  /** Called some time after a burst of output, when it is quiet again. */
  readonly afterBurst?: () => void;
  /** Whether to set up shell integration in inner shells, called for each one. Without it, they are set up. */
  readonly nestedShells?: () => boolean;
  /** Names of the user and of the machine, if not those of the system. */
  readonly here?: Here;
  /** Follows the terminals of other machines, for notices about them; called while somebody wants notices. */
  readonly followMachines?: FollowMachines;
  /** Milliseconds without clients and terminals after which the host ends by itself. */
  readonly exitWhenIdleMs?: number;
};

/** Values and acts of the running host that its parts need. */
export type Running = {
  /** Folder of the files by which commands are delivered to shells. */
  readonly deliveries: string;
  /** Read buffers in shared memory, which the next host reads after a kill. */
  readonly readBuffers?: ReadBuffers | undefined;
  /** Masters of an earlier host that no terminal has yet. */
  readonly inherited?: Pick<InheritedMasters, 'left'>;
  /** Serves the pages of the web server; absent without one. */
  readonly pages?: {
    attach(transport: Transport, access: Access): void;
    /** Resolves when the host can serve. */
    readonly ready: Promise<void>;
  };
  /** Where it listens, once it does, and its part in a fleet. */
  ownStatus(): Partial<Pick<HostStatus, 'socket' | 'address' | 'fleet'>>;
  stop(): void;
  /** Ends this process, but nothing that runs in its terminals. */
  leave(): void;
};
