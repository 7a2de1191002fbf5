/**
 * The hosts of several machines as one client: the person's own host, and far ones, whose terminals stand behind its own in the list.
 * `#routes` has a row for each request: it goes to the host of its terminal (`terminal-owners.ts`), to the own host, or to all.
 *
 * A terminal of another machine has `machine` in its metadata, and `away` while that machine is. An id that two hosts use means the
 * terminal of the first one: the other is not shown.
 */

import { ErrorCode, isRefusal } from '../../protocol/common/error-codes.ts';
import { cottyMeta, META_KEY, mergeMeta } from '../../protocol/common/meta.ts';
import { ROOT_URI } from '../../protocol/common/uri.ts';
import type { CreateMeta, DisposeMeta, TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { FindResult } from '../../protocol/cotty/find.ts';
import type { Look } from '../../protocol/cotty/program.ts';
import { onMachine } from '../../protocol/cotty/terminal-names.ts';
import type { Wake, WakesResult } from '../../protocol/cotty/wake.ts';
import type { Action } from '../../protocol/envelope.ts';
import type {
  ClientNotifications,
  ClientRequests,
  CreateTerminalParams,
  Method,
} from '../../protocol/messages.ts';
import { rootReducer } from '../../protocol/root/reducer.ts';
import type { RootState } from '../../protocol/root/state.ts';
import type { ClaimedAction } from '../../protocol/terminal/actions.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { NEEDS_YOU } from '../away.ts';
import { type Client, Listeners } from '../client.ts';
import type { ClientOptions } from '../client-options.ts';
import { CottyCalls } from '../cotty-calls.ts';
import { Mirror } from '../mirror.ts';
import { FarHost, type Machine } from './far-host.ts';
import { MergedHistory } from './merged-history.ts';
import { TerminalOwners } from './terminal-owners.ts';
import { WakeOrder } from './wake-order.ts';

export type ManyHostsOptions = {
  /** The person's own host; or the first of a group without it, which `homeMachine` names. */
  readonly home: Client;
  /** Name of the machine whose host `home` is, where that is not the person's own. */
  readonly homeMachine?: string | undefined;
  /** Who the client is at the other hosts. */
  readonly identity: Pick<ClientOptions, 'clientInfo' | 'meta' | 'contentLimit'>;
  readonly machines: readonly Machine[];
  readonly log?: (message: string) => void;
  readonly random?: () => number;
};

/** Milliseconds that a far host has to answer what is asked of all; then its part is left out. */
const GATHER_MS = 5_000;
/** How a host refuses a request about a terminal that it does not have, or that is none of this client's business. */
const UNKNOWN: readonly number[] = [ErrorCode.NotFound, ErrorCode.PermissionDenied, ErrorCode.MethodNotFound];
/** Begins the place at which a search of all hosts goes on: the name of a machine, a colon, and the terminal there. */
const PLACE = 'x-cotty-place:';

type Colors = Parameters<Client['notifyColors']>[0];
type Params<M extends Method> = ClientRequests[M]['params'];
type Result<M extends Method> = ClientRequests[M]['result'];

/**
 * Whom a request asks: the host of the terminal that is its channel, the own host, or all. `all` puts their answers together; on the
 * channel of a terminal its host answers. `terminal` returns what that host is sent.
 */
type Route<M extends Method> =
  | 'terminal'
  | 'own'
  | { readonly all: (params: Params<M>, timeoutMs?: number) => Promise<Result<M>> }
  | { readonly terminal: (host: Client, params: Params<M>) => Params<M> };
/** A request without a row does not compile. */
type Routes = { readonly [M in Method]: Route<M> };

/** The answers of several machines, and why others have not answered. */
export type Gathered<T> = {
  readonly answers: readonly { readonly machine: string | undefined; readonly answer: T }[];
  readonly silent: readonly { readonly machine: string; readonly reason: string }[];
};

export class ManyHosts implements Client {
  readonly home: Client;
  readonly root = new Mirror<RootState>(ROOT_URI, { agents: [] }, rootReducer);
  readonly cotty: CottyCalls = new ManyCalls(this);
  readonly #options: ManyHostsOptions;
  readonly #machineListeners = new Listeners<[]>();
  readonly #notificationListeners = new Listeners<[method: string, params: unknown]>();
  readonly #wakeListeners = new Listeners<[Wake]>();
  readonly #wakes = new WakeOrder<Client>();
  readonly #history = new MergedHistory<Client>(async (client, query) => {
    const answer = await this.#within(client, () => client.cotty.history(query));
    return { ...answer, commands: this.#placed(client, answer.commands) };
  });
  readonly #owners: TerminalOwners<Client>;
  /** The entries of machines as they are listed, by those that their hosts have sent. */
  readonly #infos = new WeakMap<TerminalInfo, TerminalInfo>();
  #far: readonly FarHost[] = [];
  #seq = 0;
  #colors: Colors | undefined;
  #look: Look | undefined;
  /** Whether all terminals are watched, those of machines that come later as well. */
  #watch: Params<'x-cotty/watch'>['filter'] | 'none' = 'none';
  /** The ids that a watch of all terminals has at each host, by that at the own one. */
  readonly #watchIds = new Map<string, ReadonlyMap<Client, string>>();

  constructor(options: ManyHostsOptions) {
    this.#options = options;
    this.home = options.home;
    this.#owners = new TerminalOwners({
      own: this.home,
      others: () => this.#far.flatMap(({ client }) => client ?? []),
      isOwn: (uri) => this.#isOwn(uri),
      onTaken: () => this.#merge(),
    });
    this.#hear(this.home);
    this.setMachines(options.machines);
    this.#merge();
  }

  /** Name of the machine whose host `home` is; undefined for the person's own. */
  get homeMachine(): string | undefined {
    return this.#options.homeMachine;
  }

  get clientId(): string {
    return this.home.clientId;
  }

  get connectionState() {
    return this.home.connectionState;
  }

  get welcome() {
    return this.home.welcome;
  }

  get received(): number {
    return this.home.received;
  }

  get underway() {
    return this.home.underway;
  }

  /** The other machines, in the order in which they are named. */
  get machines(): readonly FarHost[] {
    return this.#far;
  }

  readonly onConnectionState: Client['onConnectionState'] = (listener) =>
    this.home.onConnectionState(listener);
  readonly onNotification: Client['onNotification'] = (listener) => this.#notificationListeners.add(listener);
  /** Listens to machines that come, go and change their state. */
  readonly onMachines = (listener: () => void) => this.#machineListeners.add(listener);
  readonly retryNow = () => this.home.retryNow();
  readonly giveUp = (reason: string) => this.home.giveUp(reason);
  readonly ping = () => this.home.ping();
  readonly roundTrip = (uri: string) => this.#owners.of(uri).roundTrip(uri);

  /** Takes the machines as they are named now: new ones are connected, others are left. */
  setMachines(machines: readonly Machine[]): void {
    const before = new Map(this.#far.map((far) => [`${far.name} ${far.address}`, far]));
    const begun: FarHost[] = [];
    this.#far = machines.map((machine) => {
      const known = before.get(`${machine.name} ${machine.address}`);
      before.delete(`${machine.name} ${machine.address}`);
      if (known !== undefined) return known;
      const far = this.#newFar(machine);
      begun.push(far);
      return far;
    });
    for (const far of before.values()) {
      far.close();
      if (far.client !== undefined) this.#wakes.forget(far.client);
    }
    for (const far of begun) far.connect();
    this.#machineListeners.notify();
    this.#merge();
  }

  /** Connects to a machine now; a person may be asked. */
  connectMachine(name: string): void {
    this.#far.find((far) => far.name === name)?.connect();
  }

  /** The machine of a terminal; undefined for the person's own host. */
  machineOf(uri: string): FarHost | undefined {
    const client = this.#owners.of(uri);
    return this.#far.find((far) => far.client === client);
  }

  /** Asks the own host and each machine. Those that do not answer in time are named. */
  async gather<T>(ask: (client: Client) => Promise<T>, timeoutMs = GATHER_MS): Promise<Gathered<T>> {
    const silent: { machine: string; reason: string }[] = [];
    const home = { machine: this.#options.homeMachine, client: this.home, reason: '' };
    const asked = [home, ...this.#far.map(asFar)];
    const answers = await Promise.all(
      asked.map(async ({ machine, client, reason }) => {
        if (client === undefined) {
          silent.push({ machine: machine ?? '', reason });
          return [];
        }
        try {
          return [{ machine, answer: await within(timeoutMs, ask(client)) }];
        } catch (error) {
          if (machine === undefined) throw error;
          silent.push({ machine, reason: error instanceof Error ? error.message : String(error) });
          return [];
        }
      }),
    );
    return { answers: answers.flat(), silent };
  }

  terminal(uri: string) {
    return this.#owners.of(uri).terminal(uri);
  }

  async subscribe(uri: string) {
    return (await this.#owners.find(uri)).subscribe(uri);
  }

  unsubscribe(uri: string): Promise<void> {
    return this.#owners.of(uri).unsubscribe(uri);
  }

  claim(uri: string, action: ClaimedAction): void {
    this.#owners.of(uri).claim(uri, action);
  }

  dispatch(uri: string, action: Action): number {
    return this.#owners.of(uri).dispatch(uri, action);
  }

  /** Nothing is kept for a machine that is away: it may be away for hours. */
  type(uri: string, data: string, bytes = false): boolean {
    const far = this.machineOf(uri);
    return far !== undefined && !far.isReady ? false : this.#owners.of(uri).type(uri, data, bytes);
  }

  dispatchAndConfirm(uri: string, action: Action, timeoutMs?: number) {
    return this.#owners.of(uri).dispatchAndConfirm(uri, action, timeoutMs);
  }

  resize(uri: string, size: Parameters<Client['resize']>[1]): void {
    this.#owners.of(uri).resize(uri, size);
  }

  /** Creates it on the machine that `_meta` names, else at the own host. */
  async createTerminal(params: CreateTerminalParams): Promise<void> {
    const { machine, ...create } = cottyMeta<CreateMeta>(params._meta);
    const client = machine === undefined ? this.home : this.#readyClient(machine);
    this.#owners.mention(params.channel, client);
    await client.createTerminal({ ...params, _meta: { ...params._meta, [META_KEY]: create } });
  }

  async disposeTerminal(uri: string, how: DisposeMeta = {}): Promise<void> {
    await (await this.#owners.find(uri)).disposeTerminal(uri, how);
  }

  async call<M extends Method>(method: M, params: Params<M>, timeoutMs?: number): Promise<Result<M>> {
    const route: Route<M> = (this.#routes as Routes)[method];
    const { channel = ROOT_URI } = params as { readonly channel?: string };
    if (route === 'own') return this.home.call(method, params, timeoutMs);
    const asksAll = typeof route === 'object' && 'all' in route;
    if (asksAll && channel === ROOT_URI) return route.all(params, timeoutMs);
    const host = await this.#owners.find(channel);
    const sent = typeof route === 'object' && !asksAll ? route.terminal(host, params) : params;
    return host.call(method, sent, timeoutMs);
  }

  notify<M extends keyof ClientNotifications>(method: M, params: ClientNotifications[M]): void {
    const { channel } = params as { readonly channel?: string };
    this.#owners.of(channel ?? ROOT_URI).notify(method, params);
  }

  notifyColors(colors: Colors): void {
    this.#colors = colors;
    for (const client of this.#clients) client.notifyColors(colors);
  }

  notifyLooking(look: Look): void {
    this.#look = look;
    for (const client of this.#clients) client.notifyLooking(this.#lookAt(client, look));
  }

  onWake(listener: (wake: Wake) => void): () => void {
    return this.#wakeListeners.add(listener);
  }

  /** The person's notes are kept by the own host. */
  onNote(listener: (name: string, text: string) => void): () => void {
    return this.home.onNote(listener);
  }

  close(): void {
    for (const far of this.#far) far.close();
    this.home.close();
  }

  /** Acknowledges the wake-ups up to this number, at whichever host they are. */
  async acknowledge(n: number): Promise<WakesResult> {
    const upTo = this.#wakes.upTo(n);
    const all = await this.#askEach([...upTo.keys()], (client) =>
      client.cotty.acknowledge(upTo.get(client) ?? 0),
    );
    return this.#inOrder(all);
  }

  /** The wake-ups of several hosts in one order. */
  #inOrder(all: readonly { client: Client; answer: WakesResult }[]): WakesResult {
    const wakes = all.flatMap(({ client, answer }) =>
      answer.wakes
        .filter((wake) => this.#owners.mention(wake.channel, client))
        .map((wake) => ({ client, wake })),
    );
    const byTime = wakes.toSorted((one, other) => one.wake.finished_at.localeCompare(other.wake.finished_at));
    return {
      wakes: byTime
        .map(({ client, wake }) => this.#taken(client, wake))
        .toSorted((one, other) => one.n - other.n),
      dropped: all.reduce((sum, { answer }) => sum + answer.dropped, 0),
      watches: all.flatMap(({ answer }) => answer.watches),
    };
  }

  get #clients(): readonly Client[] {
    return [this.home, ...this.#ready];
  }

  get #ready(): readonly Client[] {
    return this.#far.flatMap((far) => (far.isReady && far.client !== undefined ? [far.client] : []));
  }

  /** Whether the own host knows a terminal, which may be a closed one. Rejects if it does not answer. */
  async #isOwn(uri: string): Promise<boolean> {
    // A request would wait until it is back.
    if (this.connectionState !== 'ready') throw new Error(`the own host, which may have ${uri}, is away`);
    try {
      await within(GATHER_MS, this.home.call('x-cotty/commands', { channel: uri, limit: 1 }));
      return true;
    } catch (error) {
      if (isRefusal(error) && UNKNOWN.includes(error.code)) return false;
      throw error;
    }
  }

  #readyClient(name: string): Client {
    if (name === this.#options.homeMachine) return this.home;
    const far = this.#far.find((one) => one.name === name);
    if (far?.client !== undefined && far.isReady) return far.client;
    if (far === undefined) throw new Error(`there is no machine "${name}"`);
    throw new Error(`${name} ${reasonOf(far)}`);
  }

  #newFar(machine: Machine): FarHost {
    const { identity, log = () => {}, random } = this.#options;
    return new FarHost({
      machine,
      identity: { ...identity, clientId: this.clientId },
      log: (message) => log(`${machine.name}: ${message}`),
      ...(random === undefined ? {} : { random }),
      onClient: (client) => this.#came(client),
      onState: (far) => {
        if (far.isReady) this.#joined(far);
        this.#merge();
        this.#machineListeners.notify();
      },
    });
  }

  #came(client: Client): void {
    this.#hear(client);
    if (this.#colors !== undefined) client.notifyColors(this.#colors);
  }

  /** What was told to all is told to a machine that has come. */
  #joined({ client }: FarHost): void {
    if (client === undefined) return;
    if (this.#look !== undefined) client.notifyLooking(this.#lookAt(client, this.#look));
    if (this.#watch !== 'none') void client.cotty.watch(ROOT_URI, this.#watch).catch(() => {});
  }

  #hear(client: Client): void {
    client.root.onChange(() => this.#merge());
    client.onNotification((method, params) => {
      const { channel } = (params ?? {}) as { readonly channel?: unknown };
      if (typeof channel !== 'string' || channel === ROOT_URI || !this.#owners.isOthers(channel, client))
        this.#notificationListeners.notify(method, params);
    });
    client.onWake((wake) => {
      if (this.#owners.mention(wake.channel, client)) this.#wakeListeners.notify(this.#taken(client, wake));
    });
  }

  /** The wake-up with its number among those of all hosts, and the machine before the name of its terminal. */
  #taken(client: Client, wake: Wake): Wake {
    const terminal = onMachine(this.#nameOf(client), wake.terminal);
    return this.#wakes.take(client, { ...wake, terminal });
  }

  #nameOf(client: Client): string | undefined {
    return client === this.home
      ? this.#options.homeMachine
      : this.#far.find((far) => far.client === client)?.name;
  }

  /** A look has only terminals of the host that is told; the own host sends notices about those of other machines, too. */
  #lookAt(client: Client, { inView, focus }: Look): Look {
    const own = client === this.home ? inView : inView.filter((uri) => this.#owners.of(uri) === client);
    return { inView: own, ...(focus !== undefined && this.#owners.of(focus) === client ? { focus } : {}) };
  }

  /** Makes the list of all terminals anew. */
  #merge(): void {
    const lists = this.#owners.list([
      [this.home, this.home.root.state.terminals ?? []],
      ...this.#far.map(({ client }) => [client, client?.root.state.terminals ?? []] as const),
    ]);
    const terminals = lists.flatMap((list, at) => {
      const far = this.#far[at - 1];
      const machine = far === undefined ? this.#options.homeMachine : far.name;
      const away = far === undefined || far.isReady ? undefined : reasonOf(far);
      return list.map((info) => this.#infoOf(info, machine, away));
    });
    this.#seq += 1;
    this.root.adopt({ ...this.home.root.state, terminals }, this.#seq);
  }

  /** Returns the entry with its machine; the same one as long as neither changes, so that nobody makes it anew. */
  #infoOf(info: TerminalInfo, machine: string | undefined, away?: string): TerminalInfo {
    if (machine === undefined) return info;
    const known = this.#infos.get(info);
    const said = cottyMeta<TerminalMeta>(known?._meta);
    if (known !== undefined && said.machine === machine && said.away === away) return known;
    const meta: Partial<TerminalMeta> = { machine, ...(away === undefined ? {} : { away }) };
    const made = { ...info, _meta: mergeMeta(info._meta, { [META_KEY]: meta }) ?? {} };
    this.#infos.set(info, made);
    return made;
  }

  /**
   * Commands that a host has found, with the machine before the names of their terminals. One of a terminal that another host has
   * gets an address that no host knows, so that nothing done with it concerns that terminal.
   */
  #placed<C extends { readonly terminal: string; readonly name: string }>(
    client: Client,
    commands: readonly C[],
  ): C[] {
    const machine = this.#nameOf(client);
    return commands.map((command) => {
      const name = onMachine(machine, command.name);
      return this.#owners.mention(command.terminal, client)
        ? { ...command, name }
        : { ...command, name, terminal: `${command.terminal}@${machine ?? ''}` };
    });
  }

  /** A far host has a time limit in which it must answer; the own host has that of the request. */
  #within<T>(client: Client, ask: () => Promise<T>): Promise<T> {
    return client === this.home ? ask() : within(GATHER_MS, ask());
  }

  /** Asks the own host and all machines that are there. Only the failure of the own host is told. */
  #askAll<T>(ask: (client: Client) => Promise<T>): Promise<readonly { client: Client; answer: T }[]> {
    return this.#askEach(this.#clients, ask);
  }

  async #askEach<T>(
    clients: readonly Client[],
    ask: (client: Client) => Promise<T>,
  ): Promise<readonly { client: Client; answer: T }[]> {
    const answers = clients.map(async (client) => {
      try {
        return [{ client, answer: await this.#within(client, () => ask(client)) }];
      } catch (error) {
        if (client === this.home) throw error;
        return [];
      }
    });
    return (await Promise.all(answers)).flat();
  }

  readonly #routes: Routes = {
    initialize: 'own',
    reconnect: 'own',
    ping: 'own',
    listSessions: 'own',
    authenticate: 'own',
    subscribe: 'terminal',
    createTerminal: 'terminal',
    disposeTerminal: 'terminal',
    'x-cotty/run': 'terminal',
    'x-cotty/type': 'terminal',
    'x-cotty/typeWhenRead': 'terminal',
    'x-cotty/screen': 'terminal',
    'x-cotty/picture': 'terminal',
    'x-cotty/parkTerminal': 'terminal',
    'x-cotty/restoreTerminal': 'terminal',
    'x-cotty/work': 'terminal',
    'x-cotty/ask': 'terminal',
    'x-cotty/report': 'terminal',
    'x-cotty/seen': 'terminal',
    'x-cotty/explain': 'terminal',
    'x-cotty/question': 'terminal',
    'x-cotty/answer': 'terminal',
    'x-cotty/records': 'terminal',
    'x-cotty/difference': 'terminal',
    'x-cotty/forget': 'terminal',
    'x-cotty/annotate': 'terminal',
    'x-cotty/commands': 'terminal',
    'x-cotty/output': 'terminal',
    'x-cotty/times': 'terminal',
    'x-cotty/recording': 'terminal',
    'x-cotty/outputSearch': 'terminal',
    'x-cotty/past': 'terminal',
    // Terminals of one machine stand together: before one of another machine is the end of them.
    'x-cotty/moveTerminal': {
      terminal: (host, { before, ...params }) =>
        before !== undefined && this.#owners.of(before) === host ? { ...params, before } : params,
    },
    'x-cotty/note': 'own',
    'x-cotty/stats': 'own',
    'x-cotty/stop': 'own',
    'x-cotty/restart': 'own',
    'x-cotty/webOpen': 'own',
    'x-cotty/webStatus': 'own',
    'x-cotty/webLink': 'own',
    'x-cotty/webLinks': 'own',
    'x-cotty/webRevoke': 'own',
    'x-cotty/webClose': 'own',
    'x-cotty/notifyStatus': 'own',
    'x-cotty/notifySet': 'own',
    'x-cotty/notifyOff': 'own',
    'x-cotty/notifyTest': 'own',
    'x-cotty/find': { all: (params, timeoutMs) => this.#find(params, timeoutMs) },
    'x-cotty/history': {
      all: async ({ channel: _channel, ...query }) => {
        const { terminal } = query;
        const from = terminal === undefined ? this.#clients : [await this.#owners.find(terminal)];
        return this.#history.page(from, query);
      },
    },
    'x-cotty/closed': {
      all: async (params) => {
        const all = await this.#askAll((client) => client.call('x-cotty/closed', params));
        // The own host is the first of them, then come the machines in their order.
        const seen = new Set<string>();
        const terminals = all.flatMap(({ client, answer }) =>
          answer.terminals.flatMap((closed) => {
            if (seen.has(closed.resource) || !this.#owners.mention(closed.resource, client)) return [];
            seen.add(closed.resource);
            const { info } = closed;
            return info === undefined
              ? closed
              : { ...closed, info: this.#infoOf(info, this.#nameOf(client)) };
          }),
        );
        return { terminals: terminals.toSorted((one, other) => other.parkedUntil - one.parkedUntil) };
      },
    },
    'x-cotty/lastLines': {
      all: async (params) => {
        const lines = new Map<string, string>();
        await this.#askAll(async (client) => {
          const own = params.terminals.filter((uri) => this.#owners.of(uri) === client);
          if (own.length === 0) return;
          const answer = await client.cotty.lastLines(own);
          for (const [at, uri] of own.entries()) lines.set(uri, answer[at] ?? '');
        });
        return { lines: params.terminals.map((uri) => lines.get(uri) ?? '') };
      },
    },
    'x-cotty/waits': {
      all: async (params, timeoutMs) => {
        const all = await this.#askAll((client) => client.call('x-cotty/waits', params, timeoutMs));
        const waits = all.flatMap(({ client, answer }) => this.#placed(client, answer.waits));
        return {
          waits: waits.toSorted((one, other) => other.askedAt - one.askedAt).slice(0, params.limit),
        };
      },
    },
    'x-cotty/watch': {
      all: async (params, timeoutMs) => {
        this.#watch = params.filter;
        const all = await this.#askAll((client) => client.call('x-cotty/watch', params, timeoutMs));
        const { answer } = firstOf(all);
        this.#watchIds.set(
          answer.watch.id,
          new Map(all.map(({ client, answer: { watch } }) => [client, watch.id])),
        );
        return answer;
      },
    },
    'x-cotty/unwatch': {
      all: async ({ id, ...rest }, timeoutMs) => {
        const ids = id === undefined ? undefined : (this.#watchIds.get(id) ?? new Map([[this.home, id]]));
        if (id === undefined) {
          this.#watch = 'none';
          this.#watchIds.clear();
        } else this.#watchIds.delete(id);
        const all = await this.#askAll(async (client) => {
          const its = ids?.get(client);
          if (ids !== undefined && its === undefined) return { subscribers: [] };
          return client.call('x-cotty/unwatch', its === undefined ? rest : { ...rest, id: its }, timeoutMs);
        });
        return { subscribers: all.flatMap(({ answer }) => answer.subscribers) };
      },
    },
    'x-cotty/wakes': {
      all: async ({ ack, ...params }) => {
        const upTo = ack === undefined ? undefined : this.#wakes.upTo(ack);
        const all = await this.#askAll((client) => {
          const own = upTo?.get(client);
          return client.cotty.wakes({ ...params, ...(own === undefined ? {} : { ack: own }) });
        });
        return this.#inOrder(all);
      },
    },
    'x-cotty/status': {
      all: async (params, timeoutMs) => {
        const all = await this.#askAll((client) => client.call('x-cotty/status', params, timeoutMs));
        const { answer: own } = firstOf(all);
        const agents = all.flatMap(({ answer }) => answer.agents ?? []);
        return { ...own, ...(own.agents === undefined ? {} : { agents }) };
      },
    },
    'x-cotty/blocks': {
      all: async (params, timeoutMs) => {
        await this.#askAll((client) => client.call('x-cotty/blocks', params, timeoutMs));
        return null;
      },
    },
  };

  /** Searches one host after the other, that of the terminal which is searched first before the others. */
  async #find(params: Params<'x-cotty/find'>, timeoutMs?: number): Promise<FindResult> {
    const { from, ...rest } = params;
    const first = params.first === undefined ? this.home : await this.#owners.find(params.first);
    if (params.alone === true) return first.call('x-cotty/find', params, timeoutMs);
    const clients = [first, ...this.#clients.filter((client) => client !== first)];
    const place = readPlace(from?.terminal);
    const at = clients.findIndex((client) => (this.#nameOf(client) ?? '') === place.machine);
    const client = place.machine === undefined ? first : clients[at];
    if (client === undefined) return { commands: [] };
    const asked =
      from === undefined || place.terminal === ''
        ? rest
        : { ...rest, from: { ...from, terminal: place.terminal } };
    const answer = await this.#within(client, () => client.call('x-cotty/find', asked, timeoutMs)).catch(
      (error: unknown) => {
        if (client === this.home) throw error;
        return { commands: [] } as FindResult;
      },
    );
    const found = { ...answer, commands: this.#placed(client, answer.commands) };
    const { next } = answer;
    const name = this.#nameOf(client) ?? '';
    if (next !== undefined)
      return { ...found, next: { ...next, terminal: `${PLACE}${name}:${next.terminal}` } };
    const following = clients[clients.indexOf(client) + 1];
    if (following === undefined) return found;
    return { ...found, next: { terminal: `${PLACE}${this.#nameOf(following) ?? ''}:`, beforeSeq: 0 } };
  }
}

/** Reads where a search goes on: the machine, empty for the own host, and the terminal there, empty for the beginning. */
function readPlace(text: string | undefined): {
  readonly machine: string | undefined;
  readonly terminal: string;
} {
  if (text?.startsWith(PLACE) !== true) return { machine: undefined, terminal: '' };
  const place = text.slice(PLACE.length);
  const colon = place.indexOf(':');
  return { machine: place.slice(0, colon), terminal: place.slice(colon + 1) };
}

/** The answer of the own host, which is the first. */
function firstOf<T>([first]: readonly T[]): T {
  if (first === undefined) throw new Error('no host has answered');
  return first;
}

/** Acknowledgements are counted over all hosts. */
class ManyCalls extends CottyCalls {
  readonly #hosts: ManyHosts;

  constructor(hosts: ManyHosts) {
    super(
      (method, params, timeoutMs) => hosts.call(method, params, timeoutMs),
      (method, params) => hosts.call(method, params),
    );
    this.#hosts = hosts;
  }

  override acknowledge(n: number): Promise<WakesResult> {
    return this.#hosts.acknowledge(n);
  }
}

function asFar(far: FarHost) {
  return {
    machine: far.name,
    client: far.isReady ? far.client : undefined,
    reason: reasonOf(far),
  };
}

/** Returns why a machine is not there, as the rest of a sentence that begins with its name. */
export function reasonOf({ state }: Pick<FarHost, 'state'>): string {
  switch (state.kind) {
    case 'ready':
      return 'is there';
    case 'connecting':
      return 'is being connected';
    case 'away':
      return `is not reachable: ${state.reason}`;
    case 'stopped':
      return `${NEEDS_YOU}: ${state.reason}`;
  }
}

/** Rejects when there is no answer in time. */
export function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${ms / 1000} s`)), ms);
    answer.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}
