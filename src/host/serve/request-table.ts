/** All requests the host serves, by method, each with the parts of the host that it works with. */

import type { HostStatus } from '../../protocol/messages.ts';
import type { Checkpoints } from '../adopt/checkpoints.ts';
import type { Handover } from '../adopt/handover.ts';
import { initialize } from '../attach/initialize.ts';
import { reconnect } from '../attach/reconnect.ts';
import { subscribe } from '../attach/subscribe.ts';
import type { Subscriptions } from '../attach/subscriptions.ts';
import { readWakes, unwatchCommands, watchCommands } from '../attach/watch.ts';
import type { Clock } from '../ground/clock.ts';
import type { Limits } from '../ground/limits.ts';
import { survivors } from '../keep/survivors.ts';
import type { TakenInput } from '../keep/taken-input.ts';
import type { Places } from '../nest/places.ts';
import { note } from '../note/note-request.ts';
import type { Notes } from '../note/notes.ts';
import type { Past } from '../past/past.ts';
import { ReadingTurns } from '../past/reading-turns.ts';
import type { Clients } from '../people/clients.ts';
import type { Recorder } from '../record/recorder.ts';
import { ask, blocks } from '../requests/ask.ts';
import {
  closed,
  disposeTerminal,
  moveTerminal,
  parkTerminal,
  restoreTerminal,
} from '../requests/close-terminal.ts';
import { commandOutputRequests } from '../requests/command-output.ts';
import type { ControlRequests } from '../requests/control-requests.ts';
import { createTerminal } from '../requests/create-terminal.ts';
import { forget } from '../requests/forget.ts';
import { ping, restart, status, stop } from '../requests/host/host-life.ts';
import { webRequests } from '../requests/host/web.ts';
import { lastLines } from '../requests/last-lines.ts';
import { find, past, unknown } from '../requests/past.ts';
import { records } from '../requests/records.ts';
import type { Method, Request } from '../requests/request.ts';
import { run } from '../requests/run.ts';
import { picture, screen } from '../requests/screen.ts';
import { typeText } from '../requests/type.ts';
import { work } from '../requests/work.ts';
import type { Broadcast } from '../stream/broadcast.ts';
import type { Store } from '../stream/store.ts';
import type { Terminals } from '../terminal/terminals.ts';
import type { Wakes } from '../wake/wakes.ts';
import type { WebDoor } from '../web/web-door.ts';
import { authenticate, listSessions } from './absent-requests.ts';

/** The table is complete: a method of the protocol that is missing here does not compile. */
export type Requests = { readonly [M in Method]: Request<M> };

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
  readonly past: Past;
  readonly checkpoints: Checkpoints;
  readonly taken: TakenInput;
  readonly wakes: Wakes;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly version: string;
  readonly home: string;
  readonly status: () => HostStatus;
  /** Ends the host. */
  readonly stop: () => void;
  readonly handover: Handover;
  /** Undefined when the host does not listen. */
  readonly web: WebDoor | undefined;
  /** Ends the host, but nothing that runs in its terminals. */
  readonly leave: () => void;
};

export function requestTable(host: RequestTableOptions): Requests {
  const { store, broadcast, subscriptions, clients, terminals, controlRequests, recorder, wakes } = host;
  const { taken, clock, limits, version, home } = host;
  const readings = new ReadingTurns(clock);
  return {
    initialize: initialize({ clients, subscriptions, store, taken, clock, version, home }),
    reconnect: reconnect({ clients, subscriptions, store, taken, clock }),
    subscribe: subscribe(subscriptions, broadcast),
    ping,
    listSessions,
    authenticate,
    createTerminal: createTerminal(host),
    disposeTerminal: disposeTerminal({ terminals, clients, wakes }),
    'x-cotty/parkTerminal': parkTerminal({ terminals, clients }),
    'x-cotty/restoreTerminal': restoreTerminal({ terminals, clients }),
    'x-cotty/closed': closed(terminals),
    'x-cotty/moveTerminal': moveTerminal(terminals),
    'x-cotty/note': note(host.notes),
    'x-cotty/work': work(terminals),
    'x-cotty/run': run({ terminals, clients, limits }),
    'x-cotty/type': typeText({ terminals, clients, limits }),
    'x-cotty/ask': ask({ terminals, controlRequests }),
    'x-cotty/blocks': blocks({ terminals, places: host.places }),
    'x-cotty/screen': screen({ terminals, recorder }),
    'x-cotty/lastLines': lastLines(terminals),
    'x-cotty/picture': picture(terminals),
    'x-cotty/records': records({ terminals, recorder, readings }),
    ...commandOutputRequests({ terminals, recorder, readings }),
    'x-cotty/find': find({ terminals, recorder, clock, readings }),
    'x-cotty/past': past({ terminals, past: host.past }),
    'x-cotty/unknown': unknown(terminals),
    'x-cotty/forget': forget({
      terminals,
      recorder,
      wakes,
      store,
      past: host.past,
      checkpoints: host.checkpoints,
    }),
    'x-cotty/watch': watchCommands(wakes, subscriptions),
    'x-cotty/unwatch': unwatchCommands(wakes),
    'x-cotty/wakes': readWakes(wakes),
    'x-cotty/status': status(host.status, () =>
      survivors(recorder.folder, (uri) => terminals.find(uri) !== undefined),
    ),
    'x-cotty/stop': stop(host.stop, clock),
    ...webRequests(host.web),
    'x-cotty/restart': restart(host.handover, host.leave, clock),
  };
}
