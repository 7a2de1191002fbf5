/** The parts of a host and what connects them, from the lowest to the highest. */

import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { RuleBook, rulesFolder } from './agents/rule-book.ts';
import { Api } from './api/api.ts';
import { Subscriptions } from './attach/subscriptions.ts';
import { Clients } from './clients/clients.ts';
import { Looking } from './clients/looking.ts';
import type { Peer } from './clients/peer.ts';
import { wakePusher } from './clients/wake-subscriber.ts';
import { type Clock, systemClock } from './common/clock.ts';
import { type Limits, withLimits } from './common/limits.ts';
import { differencesIn } from './history/difference.ts';
import { History } from './history/history.ts';
import { indexHere } from './history/index-place.ts';
import type { HostOptions, Running } from './host-options.ts';
import { AckedInput } from './keep/acked-input.ts';
import { type Keeper, keeperOf } from './keep/keeper.ts';
import type { Held } from './keep/masters.ts';
import { homeOf } from './launch/cwd.ts';
import { hereOf } from './launch/here.ts';
import type { PauseReason } from './pty/pause-reasons.ts';
import { highestMaster, spawnPty } from './pty/pty.ts';
import { Notices } from './push/notices.ts';
import { Recorder } from './record/recorder.ts';
import { ControlRequests } from './requests/ask.ts';
import { statusOf } from './requests/host.ts';
import { Notes } from './requests/note.ts';
import { mayTypeAsPerson } from './requests/past.ts';
import { Checkpoints } from './restore/checkpoints.ts';
import { Handoff } from './restore/handoff.ts';
import { Places } from './run/places.ts';
import { BurstWatch } from './serve/burst-watch.ts';
import { Connections, leave } from './serve/connections.ts';
import { Dispatcher } from './serve/dispatch.ts';
import { requestTable } from './serve/request-table.ts';
import { Broadcast } from './stream/broadcast.ts';
import { type EnvelopeReceiver, Store } from './stream/store.ts';
import { TypingPriority } from './stream/typing-priority.ts';
import { Terminals } from './terminal/terminals.ts';
import { Wakes } from './wake/wakes.ts';
import type { WebServer } from './web/web-server.ts';
import { webServerOf } from './web-server-of.ts';

/** The parts that start, serve and end with the host. */
export type Wiring = {
  readonly clock: Clock;
  readonly log: (message: string) => void;
  readonly limits: Limits;
  readonly recorder: Recorder;
  readonly history: History;
  readonly terminals: Terminals;
  readonly rules: RuleBook;
  readonly wakes: Wakes;
  readonly looking: Looking;
  readonly connections: Connections;
  readonly bursts: BurstWatch;
  /** Undefined when the host does not listen. */
  readonly api: Api | undefined;
  readonly web: WebServer | undefined;
  readonly notices: Notices;
  /** Undefined when programs end with the host. */
  readonly keeper: Keeper | undefined;
  /** The masters that the fd holder is to hold now. */
  readonly held: () => readonly Held[];
  readonly acked: AckedInput;
  /** Undefined when the host does not end by itself. */
  readonly idle: IdleWatch | undefined;
};

export function wire(options: HostOptions, running: Running): Wiring {
  const { env, version, record, exitWhenIdleMs, afterBurst = () => {} } = options;
  const { clock = systemClock, log = () => {}, spawn = spawnPty, nonce = newNonce } = options;
  const startedAt = clock.now();
  const home = homeOf(env);
  const limits = withLimits(options.limits);

  // State: what is there, who is connected, what has happened.
  const store = new Store(limits);
  const clients = new Clients();
  const disk = record === undefined ? {} : { disk: { clean: false, raw: false, ...record } };
  const recorder = new Recorder({ ...disk, limits, clock, log });
  const places = new Places(record?.folder);
  const rules = new RuleBook({ folder: rulesFolder(env), now: clock.now.bind(clock), log });
  const terminals = new Terminals({
    store,
    clients,
    recorder,
    clock,
    log,
    limits,
    version,
    env,
    home,
    spawn,
    nonce,
    here: options.here ?? hereOf(),
    places,
    rules,
    keeps: options.keep !== undefined,
    readBuffers: running.readBuffers,
    deliveries: running.deliveries,
    // A window with a configuration of its own uses that; all others use the user's.
    nestedShells: (claim) => clients.profileOf(claim).nestedShells ?? options.nestedShells?.() ?? true,
  });
  const checkAll = () => {
    for (const { outerMatch } of terminals.listed) outerMatch.check();
  };
  const looking = new Looking((uri, focused) => terminals.find(uri)?.focusMoved(focused));
  const history = new History({ clock, terminals, recorder, startIndex: options.startIndex ?? indexHere });
  const controlRequests = new ControlRequests(terminals);

  // Actions out: viewers, and who waits for whom.
  const pause = (why: PauseReason) => (uri: string, paused: boolean) =>
    terminals.find(uri)?.pause(why, paused);
  const typingPriority = new TypingPriority(pause('typing'), clock);
  const broadcast = new Broadcast(pause('viewers'), {
    clock,
    pendingBytes: limits.pendingBytes,
    log: (uri) => store.log(uri),
    screen: (uri) => terminals.find(uri)?.kept.screen,
  });
  const subscriptions = new Subscriptions({ terminals, store, broadcast, limits });
  const push = wakePusher(clients, limits, () => broadcast.flush());
  const differences = differencesIn(store, recorder);
  const wakes = new Wakes({
    store,
    recorder,
    differences,
    isOpen: (uri) => terminals.find(uri) !== undefined,
    clock,
    log,
    push,
  });

  const keeper = keeperOf(options.keep, record?.folder, { highest: highestMaster, clock, log });
  const held = (): readonly Held[] => [...terminals.masters, ...(running.inherited?.left ?? [])];
  // Requests and actions in.
  const acked = new AckedInput(log);
  const dispatcher = new Dispatcher({ terminals, clients, store, broadcast, limits, acked, log });
  const forget = (peer: Peer) => leave({ broadcast, clients, looking, controlRequests }, peer);
  const notices: Notices = new Notices({
    store,
    clock,
    log,
    folder: record?.folder,
    machine: hostname(),
    isLookedAt: (uri) => looking.isLookedAt(uri),
    browsers: () => web,
    follow: options.followMachines,
    changed: () => idle?.check(),
  });
  const web = webServerOf(options, running.pages, {
    limits,
    clock,
    log,
    pushKey: () => notices.publicKey(),
    onApi: (exchange) => void api?.serve(exchange),
    changed: () => {
      idle?.check();
      notices.check();
    },
  });
  const status = () => {
    const errors = options.errors?.();
    return statusOf(clients, terminals, {
      version,
      startedAt,
      unknownActions: dispatcher.unknownActions,
      ...(record?.raw === true ? { rawLog: true } : {}),
      ...(recorder.trouble === undefined ? {} : { unrecorded: recorder.trouble }),
      ...running.ownStatus(),
      ...(web?.address === undefined ? {} : { web: web.address }),
      ...(errors === undefined ? {} : { errors }),
    });
  };
  const checkpoints = new Checkpoints({
    find: (uri) => terminals.find(uri),
    recorder,
    clock,
    limits: options.keep?.replayLimits,
    log,
  });
  const handoff = new Handoff({
    terminals,
    held,
    rewrite: (uri) => checkpoints.rewrite(uri),
    keeper,
    args: options.keep?.args ?? [],
  });
  const requests = requestTable({
    store,
    broadcast,
    subscriptions,
    clients,
    terminals,
    controlRequests,
    places,
    notes: new Notes(record?.folder),
    recorder,
    checkpoints,
    history,
    acked,
    wakes,
    differences,
    clock,
    limits,
    version,
    home,
    status,
    stop: () => {
      // After `cotty host stop` the web server stays closed; after a kill or a reboot the next host opens it again.
      void web?.close();
      running.stop();
    },
    handoff,
    web,
    notices,
    leave: running.leave,
  });
  const connections = new Connections({
    requests,
    dispatcher,
    subscriptions,
    broadcast,
    leave: forget,
    onProfile: (peer, profile) => {
      clients.setProfile(peer, profile);
      checkAll();
    },
    onLook: (peer, look) => {
      if (mayTypeAsPerson(peer)) looking.take(peer, look);
    },
    clock,
    limits,
    log,
  });
  const served = { terminals, clients, store, requests, dispatcher, limits, clock, log };
  const api = options.listen === undefined ? undefined : new Api({ ...served, leave: forget, env, version });

  const bursts = new BurstWatch({ terminals, clock, afterBurst });

  // Every accepted action goes to these, in this order. `typingPriority` is first: it pauses other ptys before anybody works on
  // a key. `wakes` learns only of terminals that are gone; commands that end come by `recorder.onFinished`, below.
  const receivers: EnvelopeReceiver[] = [
    typingPriority,
    broadcast,
    recorder,
    wakes,
    bursts,
    checkpoints,
    notices,
  ];
  store.announceTo(api === undefined ? receivers : [...receivers, api]);

  const isUnused = () =>
    clients.size === 0 && terminals.size === 0 && web?.isOpen !== true && !notices.followsMachines;
  const idle =
    exitWhenIdleMs === undefined ? undefined : new IdleWatch(clock, exitWhenIdleMs, isUnused, running.stop);
  notices.check();
  recorder.onChange(() => terminals.touch(true));
  recorder.readBetween((uri) => terminals.find(uri)?.printedSince);
  recorder.onFinished((uri, finished) => {
    wakes.finished(uri, finished);
    history.ran(finished);
  });
  terminals.onCount(() => {
    keeper?.hold(held());
    idle?.check();
  });
  clients.onChange(() => {
    // The state of each terminal has whether its holder is connected, and its profile is that of a connected window.
    terminals.clientsChanged();
    checkAll();
    idle?.check();
  });
  return {
    clock,
    log,
    limits,
    recorder,
    history,
    terminals,
    rules,
    wakes,
    looking,
    connections,
    bursts,
    api,
    web,
    notices,
    keeper,
    held,
    acked,
    idle,
  };
}

function newNonce(): string {
  return randomBytes(16).toString('hex');
}

/** Ends a host that has had neither clients nor terminals for a while. */
class IdleWatch {
  readonly #clock: Clock;
  readonly #idleMs: number;
  readonly #isIdle: () => boolean;
  readonly #end: () => void;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, idleMs: number, isIdle: () => boolean, end: () => void) {
    this.#clock = clock;
    this.#idleMs = idleMs;
    this.#isIdle = isIdle;
    this.#end = end;
  }

  /** Must be called when a client or terminal has come or gone. */
  check(): void {
    this.close();
    if (this.#isIdle()) this.#cancel = this.#clock.after(this.#idleMs, this.#end);
  }

  close(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}
