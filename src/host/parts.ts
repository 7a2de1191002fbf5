/** What the requests work with: the parts of a running host. */

import type { HostStatus } from '../protocol/messages.ts';
import type { Clock } from './ground/clock.ts';
import type { Limits } from './ground/limits.ts';
import type { Clients } from './people/clients.ts';
import type { Recorder } from './record/recorder.ts';
import type { ControlRequests } from './serve/control-requests.ts';
import type { Broadcast } from './stream/broadcast.ts';
import type { Store } from './stream/store.ts';
import type { Terminals } from './terminal/terminals.ts';
import type { Wakes } from './wake/wakes.ts';

export type HostParts = {
  readonly store: Store;
  readonly broadcast: Broadcast;
  readonly clients: Clients;
  readonly terminals: Terminals;
  readonly wakes: Wakes;
  readonly recorder: Recorder;
  readonly asks: ControlRequests;
  readonly clock: Clock;
  readonly log: (message: string) => void;
  readonly limits: Limits;
  readonly version: string;
  /** Where terminals start unless told otherwise. */
  readonly home: string;
  readonly status: () => HostStatus;
  /** Ends the host, once the answer to whoever asked for it is on its way. */
  readonly stop: () => void;
  /** A client sent an action that this build does not know. */
  readonly onUnknownAction: () => void;
  /** A client came or went. */
  readonly onClients: () => void;
};
