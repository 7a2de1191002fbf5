/** Options of a host. */

import type { HostErrors } from '../protocol/messages.ts';
import type { Transport } from '../rpc/transport.ts';
import type { Here } from '../shell/nest/shells.ts';
import type { Access } from './common/access.ts';
import type { Clock } from './common/clock.ts';
import type { Environment } from './common/environment.ts';
import type { Limits } from './common/limits.ts';
import type { Held } from './keep/masters.ts';
import type { ReadBuffers } from './keep/read-buffer.ts';
import type { NetworkOptions } from './listener/network-listener.ts';
import type { AdoptPty, SpawnPty } from './pty/pty-port.ts';
import type { ReplayLimits } from './restore/checkpoints.ts';
import type { HandedTerminals } from './restore/handed-terminals.ts';

export type HostOptions = {
  /** Address to listen on; without it only attached transports are served. The socket's folder must come from `runtimeFolder`. */
  readonly listen?: {
    readonly socket: string;
    /** Folder for the socket if its own folder is removed and cannot be made again. */
    readonly spareFolder?: string;
    /** A TCP port beside the socket. */
    readonly network?: NetworkOptions;
  };
  /** The page of the web door, which is opened on request; without it, or without `listen`, there is no such door. */
  readonly web?: {
    /** Folder of the page's files. */
    readonly page: string;
  };
  /** State folder; without it nothing is recorded and nothing is restored. */
  readonly record?: {
    /** The state folder. */
    readonly folder: string;
    /** Archives the records that exist instead of bringing their terminals back. */
    readonly clean?: boolean;
    /** Writes all output of each terminal to its `raw.log` as well. */
    readonly raw?: boolean;
  };
  /** Descriptors of ptys that outlive this host, and those of an earlier one; without it programs end with this host. */
  readonly keep?: {
    /** The program that starts the next host, of this version, and the arguments for one of any version. */
    readonly program: readonly string[];
    readonly args: readonly string[];
    /** Ends this process, whose terminals were handed over. */
    readonly leave: () => void;
    /** Terminals of the earlier host, whose masters this process was started with. */
    readonly handed: readonly Held[];
    /** Folder in memory, if there is one, for what was read and not yet written; without it a killed host loses that. */
    readonly readBuffers?: string;
    /** Process id of the keeper that has started this host. */
    readonly keeper?: number;
    /** When replay logs begin anew, if not at the usual limits. */
    readonly replayLogs?: ReplayLimits;
  };
  /** Limits that differ from the table. */
  readonly limits?: Partial<Limits>;
  /** Environment that shells inherit. */
  readonly env: Environment;
  readonly version: string;
  readonly log?: (message: string) => void;
  readonly clock?: Clock;
  readonly spawn?: SpawnPty;
  readonly adopt?: AdoptPty;
  /** Makes nonces for shell marks; they must be hard to guess. */
  readonly nonce?: () => string;
  /** The errors that nobody expected in this process, for the status of the host. */
  readonly errors?: () => HostErrors | undefined;
  /** Called some time after a burst of output, when it is quiet again. */
  readonly afterBurst?: () => void;
  /** Whether a shell that is entered is given marks, asked each time; they are, without it. */
  readonly nestedShells?: () => boolean;
  /** Names of the user and of the machine, if they are not those that the system tells. */
  readonly here?: Here;
  /** Milliseconds without clients and terminals after which the host ends by itself. */
  readonly exitWhenIdleMs?: number;
};

/** Values and acts of the running host that its parts need. */
export type Running = {
  /** Folder of the files by which commands are delivered to shells. */
  readonly deliveries: string;
  /** Read buffers in shared memory, from which the next host may go on. */
  readonly readBuffers?: ReadBuffers | undefined;
  /** Read buffers of an earlier host that no terminal has taken over yet. */
  readonly handed?: Pick<HandedTerminals, 'left'>;
  /** Serves pages that come by the web door; absent where there is no such door. */
  readonly pages?: {
    attach(transport: Transport, access: Access): void;
    /** Resolves when the host can serve. */
    readonly ready: Promise<void>;
  };
  /** Address on which it listens; undefined before it does. */
  address(): { readonly socket?: string; readonly address?: string };
  stop(): void;
  /** Ends this process, but nothing that runs in its terminals. */
  leave(): void;
};
