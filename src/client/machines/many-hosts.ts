/**
 * The hosts of several machines as one client: the person's own host, and far ones, whose terminals stand behind its own in the list.
 * What is about a terminal goes to the host that has it; what is about all is asked of each, and put together.
 *
 * A terminal of another machine has `machine` in its metadata, and `away` while that machine is. An id that two hosts use means the
 * terminal of the first one: the other is not shown. A machine answers for its own terminals only: what it says of a terminal that
 * another host has listed, or that the own host knows, is not about that one.
 */

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
/** Limit: terminals that are not listed whose hosts are known. */
const MOST_NAMED = 20_000;
/** Begins the place at which a search of all hosts goes on: the name of a machine, a colon, and the terminal there. */
const PLACE = 'x-cotty-place:';

type Colors = Parameters<Client['notifyColors']>[0];
type Params<M extends Method> = ClientRequests[M]['params'];
type Result<M extends Method> = ClientRequests[M]['result'];
type Routes = { readonly [M in Method]?: (params: Params<M>, timeoutMs?: number) => Promise<Result<M>> };

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
  /** Listed terminals, by URI. */
  #listed = new Map<string, Client>();
  /** Terminals that are not listed, such as closed ones in the history: the hosts that have named them, the newest last. */
  readonly #named = new Map<string, Set<Client>>();
  /** Those of them about which the own host was asked. */
  readonly #settled = new Set<string>();
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
  readonly roundTrip = (uri: string) => this.#of(uri).roundTrip(uri);

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
    const client = this.#of(uri);
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
    return this.#of(uri).terminal(uri);
  }

  async subscribe(uri: string) {
    return (await this.#owner(uri)).subscribe(uri);
  }

  unsubscribe(uri: string): Promise<void> {
    return this.#of(uri).unsubscribe(uri);
  }

  claim(uri: string, action: ClaimedAction): void {
    this.#of(uri).claim(uri, action);
  }

  dispatch(uri: string, action: Action): number {
    return this.#of(uri).dispatch(uri, action);
  }

  /** Nothing is kept for a machine that is away: it may be away for hours. */
  type(uri: string, data: string, bytes = false): boolean {
    const far = this.machineOf(uri);
    return far !== undefined && !far.isReady ? false : this.#of(uri).type(uri, data, bytes);
  }

  dispatchAndConfirm(uri: string, action: Action, timeoutMs?: number) {
    return this.#of(uri).dispatchAndConfirm(uri, action, timeoutMs);
  }

  resize(uri: string, size: Parameters<Client['resize']>[1]): void {
    this.#of(uri).resize(uri, size);
  }

  /** Creates it on the machine that `_meta` names, else at the own host. */
  async createTerminal(params: CreateTerminalParams): Promise<void> {
    const { machine, ...create } = cottyMeta<CreateMeta>(params._meta);
    const client = machine === undefined ? this.home : this.#readyClient(machine);
    this.#remember(params.channel, client);
    await client.createTerminal({ ...params, _meta: { ...params._meta, [META_KEY]: create } });
  }

  async disposeTerminal(uri: string, how: DisposeMeta = {}): Promise<void> {
    await (await this.#owner(uri)).disposeTerminal(uri, how);
  }

  async call<M extends Method>(method: M, params: Params<M>, timeoutMs?: number): Promise<Result<M>> {
    const route = (this.#routes as Routes)[method];
    if (route !== undefined) return route(params, timeoutMs);
    const { channel = ROOT_URI } = params as { readonly channel?: string };
    return (await this.#owner(channel)).call(method, params, timeoutMs);
  }

  notify<M extends keyof ClientNotifications>(method: M, params: ClientNotifications[M]): void {
    const { channel } = params as { readonly channel?: string };
    this.#of(channel ?? ROOT_URI).notify(method, params);
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
      answer.wakes.filter((wake) => !this.#isOthers(wake.channel, client)).map((wake) => ({ client, wake })),
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

  /** The host of a terminal as far as is known; of one that several have named, the first of them in the order of the machines. */
  #of(uri: string): Client {
    const listed = this.#listed.get(uri);
    if (listed !== undefined) return listed;
    const by = this.#named.get(uri);
    if (by === undefined || by.has(this.home)) return this.home;
    return this.#far.find(({ client }) => client !== undefined && by.has(client))?.client ?? this.home;
  }

  /** The same for a request. A terminal that only machines have named may be a closed one of the own host, which knows it. */
  async #owner(uri: string): Promise<Client> {
    const owner = this.#of(uri);
    if (owner === this.home || this.#listed.has(uri) || this.#settled.has(uri)) return owner;
    this.#settled.add(uri);
    const own = await this.home.cotty.history({ terminal: uri, limit: 1 }).catch(() => undefined);
    if (own !== undefined && own.commands.length > 0) this.#remember(uri, this.home);
    return this.#of(uri);
  }

  /** Whether a machine speaks of a terminal of another host. */
  #isOthers(uri: string, client: Client): boolean {
    const listed = this.#listed.get(uri);
    if (listed !== undefined) return listed !== client;
    return client !== this.home && this.#named.get(uri)?.has(this.home) === true;
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
      if (typeof channel !== 'string' || channel === ROOT_URI || !this.#isOthers(channel, client))
        this.#notificationListeners.notify(method, params);
    });
    client.onWake((wake) => {
      if (!this.#isOthers(wake.channel, client)) this.#wakeListeners.notify(this.#taken(client, wake));
    });
  }

  /** The wake-up with its number among those of all hosts, and the machine before the name of its terminal. */
  #taken(client: Client, wake: Wake): Wake {
    this.#remember(wake.channel, client);
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
    const own = client === this.home ? inView : inView.filter((uri) => this.#of(uri) === client);
    return { inView: own, ...(focus !== undefined && this.#of(focus) === client ? { focus } : {}) };
  }

  /** Makes the list of all terminals anew. */
  #merge(): void {
    const listed = new Map<string, Client>();
    const terminals = [
      ...this.#listOf(this.home, listed).map((info) => this.#infoOf(info, this.#options.homeMachine)),
      ...this.#far.flatMap((far) =>
        this.#listOf(far.client, listed).map((info) =>
          this.#infoOf(info, far.name, far.isReady ? undefined : reasonOf(far)),
        ),
      ),
    ];
    this.#listed = listed;
    this.#seq += 1;
    this.root.adopt({ ...this.home.root.state, terminals }, this.#seq);
  }

  /** Lists the terminals of a host that are no other's. They stay its own when they are closed. */
  #listOf(client: Client | undefined, listed: Map<string, Client>): readonly TerminalInfo[] {
    if (client === undefined) return [];
    const isOwn = ({ resource }: TerminalInfo) =>
      client === this.home || !(listed.has(resource) || this.#named.get(resource)?.has(this.home) === true);
    const own = (client.root.state.terminals ?? []).filter(isOwn);
    for (const { resource } of own) {
      listed.set(resource, client);
      if (!this.#listed.has(resource)) this.#remember(resource, client);
    }
    return own;
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

  #remember(uri: string, client: Client): void {
    const by = this.#named.get(uri) ?? new Set();
    this.#named.delete(uri);
    this.#named.set(uri, by.add(client));
    for (const old of this.#named.keys()) {
      if (this.#named.size <= MOST_NAMED) return;
      this.#named.delete(old);
      this.#settled.delete(old);
    }
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
      if (this.#isOthers(command.terminal, client))
        return { ...command, name, terminal: `${command.terminal}@${machine ?? ''}` };
      this.#remember(command.terminal, client);
      return { ...command, name };
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

  /** Requests that are not about one terminal, or name several. */
  readonly #routes: Routes = {
    'x-cotty/history': async (params) => {
      const { channel: _channel, ...query } = params;
      const { terminal } = query;
      const from = terminal === undefined ? this.#clients : [await this.#owner(terminal)];
      return this.#history.page(from, query);
    },
    'x-cotty/find': (params, timeoutMs) => this.#find(params, timeoutMs),
    'x-cotty/closed': async (params) => {
      const all = await this.#askAll((client) => client.call('x-cotty/closed', params));
      // The own host is the first of them, then come the machines in their order.
      const seen = new Set<string>();
      const terminals = all.flatMap(({ client, answer }) =>
        answer.terminals.flatMap((closed) => {
          if (seen.has(closed.resource) || this.#isOthers(closed.resource, client)) return [];
          seen.add(closed.resource);
          this.#remember(closed.resource, client);
          const { info } = closed;
          return info === undefined ? closed : { ...closed, info: this.#infoOf(info, this.#nameOf(client)) };
        }),
      );
      return { terminals: terminals.toSorted((one, other) => other.parkedUntil - one.parkedUntil) };
    },
    'x-cotty/lastLines': async (params) => {
      const lines = new Map<string, string>();
      await this.#askAll(async (client) => {
        const own = params.terminals.filter((uri) => this.#of(uri) === client);
        if (own.length === 0) return;
        const answer = await client.cotty.lastLines(own);
        for (const [at, uri] of own.entries()) lines.set(uri, answer[at] ?? '');
      });
      return { lines: params.terminals.map((uri) => lines.get(uri) ?? '') };
    },
    'x-cotty/moveTerminal': ({ before, ...params }, timeoutMs) => {
      // Terminals of one machine stand together: before one of another machine is the end of them.
      const client = this.#of(params.channel);
      const beside = before !== undefined && this.#of(before) === client ? { before } : {};
      return client.call('x-cotty/moveTerminal', { ...params, ...beside }, timeoutMs);
    },
    'x-cotty/watch': async (params, timeoutMs) => {
      if (params.channel !== ROOT_URI)
        return this.#of(params.channel).call('x-cotty/watch', params, timeoutMs);
      this.#watch = params.filter;
      const all = await this.#askAll((client) => client.call('x-cotty/watch', params, timeoutMs));
      const [own] = all;
      if (own === undefined) throw new Error('no host has answered');
      this.#watchIds.set(
        own.answer.watch.id,
        new Map(all.map(({ client, answer }) => [client, answer.watch.id])),
      );
      return own.answer;
    },
    'x-cotty/unwatch': async (params, timeoutMs) => {
      if (params.channel !== ROOT_URI)
        return this.#of(params.channel).call('x-cotty/unwatch', params, timeoutMs);
      const { id, ...rest } = params;
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
    'x-cotty/wakes': async ({ ack, ...params }) => {
      const upTo = ack === undefined ? undefined : this.#wakes.upTo(ack);
      const all = await this.#askAll((client) => {
        const own = upTo?.get(client);
        return client.cotty.wakes({ ...params, ...(own === undefined ? {} : { ack: own }) });
      });
      return this.#inOrder(all);
    },
    'x-cotty/status': async (params, timeoutMs) => {
      const [own, ...others] = await this.#askAll((client) =>
        client.call('x-cotty/status', params, timeoutMs),
      );
      if (own === undefined) throw new Error('no host has answered');
      const agents = [own, ...others].flatMap(({ answer }) => answer.agents ?? []);
      return { ...own.answer, ...(own.answer.agents === undefined ? {} : { agents }) };
    },
    'x-cotty/blocks': async (params, timeoutMs) => {
      if (params.channel !== ROOT_URI)
        return this.#of(params.channel).call('x-cotty/blocks', params, timeoutMs);
      await this.#askAll((client) => client.call('x-cotty/blocks', params, timeoutMs));
      return null;
    },
  };

  /** Searches one host after the other, that of the terminal which is searched first before the others. */
  async #find(params: Params<'x-cotty/find'>, timeoutMs?: number): Promise<FindResult> {
    const { from, ...rest } = params;
    const first = params.first === undefined ? this.home : await this.#owner(params.first);
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
      return `is away: ${state.reason}`;
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
