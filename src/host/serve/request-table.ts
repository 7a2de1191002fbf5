/** All requests that the host serves, by method, with the parts of the host that they need. */

import type { HostStatus } from '../../protocol/messages.ts';
import { initialize } from '../attach/initialize.ts';
import { reconnect } from '../attach/reconnect.ts';
import { subscribe } from '../attach/subscribe.ts';
import type { Subscriptions } from '../attach/subscriptions.ts';
import { wakeRequests } from '../attach/watch.ts';
import type { Clients } from '../clients/clients.ts';
import type { Clock } from '../common/clock.ts';
import type { Limits } from '../common/limits.ts';
import type { Differences } from '../history/difference.ts';
import type { History } from '../history/history.ts';
import { ReadingTurns } from '../history/reading-turns.ts';
import type { AckedInput } from '../keep/acked-input.ts';
import { survivors } from '../keep/survivors.ts';
import type { Notices } from '../push/notices.ts';
import { RecordedTerminals } from '../record/recorded-terminals.ts';
import type { Recorder } from '../record/recorder.ts';
import { annotateRequests } from '../requests/annotate.ts';
import { askRequests, type ControlRequests } from '../requests/ask.ts';
import { listRequests } from '../requests/close-terminal.ts';
import { outputRequests } from '../requests/command-output.ts';
import { createRequests } from '../requests/create-terminal.ts';
import { hostRequests } from '../requests/host.ts';
import { type Notes, noteRequests } from '../requests/note.ts';
import { notifyRequests } from '../requests/notify.ts';
import { pastRequests } from '../requests/past.ts';
import { programRequests } from '../requests/program.ts';
import { recordRequests } from '../requests/records.ts';
import type { Requests } from '../requests/request.ts';
import { inputRequests } from '../requests/run.ts';
import { screenRequests } from '../requests/screen.ts';
import { waitRequests } from '../requests/waits.ts';
import { webRequests } from '../requests/web.ts';
import type { Checkpoints } from '../restore/checkpoints.ts';
import type { Handoff } from '../restore/handoff.ts';
import type { Places } from '../run/places.ts';
import type { Broadcast } from '../stream/broadcast.ts';
import type { Store } from '../stream/store.ts';
import type { Terminals } from '../terminal/terminals.ts';
import type { Wakes } from '../wake/wakes.ts';
import type { WebServer } from '../web/web-server.ts';

export type RequestTableOptions = {
  readonly store: Store;
  readonly broadcast: Broadcast;
  readonly subscriptions: Subscriptions;
  readonly clients: Clients;
  readonly terminals: Terminals;
  readonly controlRequests: ControlRequests;
  readonly places: Places;
  readonly notes: Notes;
  readonly recorder: Recorder;
  readonly history: History;
  readonly checkpoints: Checkpoints;
  readonly acked: AckedInput;
  readonly wakes: Wakes;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly version: string;
  readonly home: string;
  readonly differences: Differences;
  readonly status: () => HostStatus;
  /** Ends the host. */
  readonly stop: () => void;
  readonly handoff: Handoff;
  /** Undefined when the host does not listen. */
  readonly web: WebServer | undefined;
  readonly notices: Notices;
  /** Ends the host and leaves the programs in its terminals running. */
  readonly leave: () => void;
};

export function requestTable(host: RequestTableOptions): Requests {
  const { terminals, recorder, subscriptions, broadcast } = host;
  const parts = {
    ...host,
    readings: new ReadingTurns(host.clock),
    recorded: new RecordedTerminals(recorder),
    survivors: () => survivors(recorder.folder, (uri) => terminals.find(uri) !== undefined),
  };
  return {
    initialize: initialize(host),
    reconnect: reconnect(host),
    subscribe: subscribe(subscriptions, broadcast),
    ...hostRequests(parts),
    ...createRequests(parts),
    ...listRequests(parts),
    ...noteRequests(parts),
    ...inputRequests(parts),
    ...askRequests(parts),
    ...programRequests(parts),
    ...waitRequests(parts),
    ...screenRequests(parts),
    ...recordRequests(parts),
    ...outputRequests(parts),
    ...annotateRequests(parts),
    ...pastRequests(parts),
    ...wakeRequests(parts),
    ...webRequests(host.web),
    ...notifyRequests(parts),
  };
}
