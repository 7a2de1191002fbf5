/** A small AHP host for client tests: real states and numbers, and switches for every way a host may misbehave. */

import type { Action, ActionEnvelope, ActionOrigin } from '../../src/protocol/envelope.ts';
import { rootReducer } from '../../src/protocol/root/reducer.ts';
import type { RootState } from '../../src/protocol/root/state.ts';
import { terminalReducer } from '../../src/protocol/terminal/reducer.ts';
import type { TerminalState } from '../../src/protocol/terminal/state.ts';
import { actionFor, rootStateFor, stateFor } from '../../src/protocol/to-wire.ts';
import { Connection } from '../../src/rpc/connection.ts';
import { RpcError } from '../../src/rpc/errors.ts';
import { memoryPair, type Transport } from '../../src/rpc/transport.ts';

const ROOT = 'ahp-root://';

type Peer = { connection: Connection; transport: Transport; channels: Set<string>; clientId: string };
type Dispatch = { channel: string; clientSeq: number; action: Action };
export type Call = { readonly method: string; readonly params: Record<string, unknown> };

export class ScriptedHost {
  version = '1.0.0';
  /** Envelopes kept for replay. */
  ring = 100;
  reachable = true;
  readonly calls: Call[] = [];
  /** Stands in for an answer; what it returns is sent, `undefined` means the ordinary answer. */
  override: (call: Call) => unknown = () => undefined;
  /** Why an action is refused, if it is. */
  refuse: (dispatch: Dispatch) => string | undefined = () => undefined;
  root: RootState = { agents: [] };
  readonly terminals = new Map<string, TerminalState>();
  #seq = 0;
  #replay: ActionEnvelope[] = [];
  readonly #known = new Set<string>();
  readonly #peers = new Set<Peer>();

  readonly dial = (): Transport => {
    if (!this.reachable) throw new Error('nobody listens');
    const [near, far] = memoryPair();
    const peer: Peer = { connection: new Connection(far), transport: far, channels: new Set(), clientId: '' };
    this.#peers.add(peer);
    peer.connection.onClose(() => this.#peers.delete(peer));
    peer.connection.serve((method) => (params) => {
      const call = { method, params: params as Record<string, unknown> };
      this.calls.push(call);
      return this.override(call) ?? this.#answer(peer, call);
    });
    peer.connection.onNotification((method, params) => {
      this.calls.push({ method, params: params as Record<string, unknown> });
      if (method === 'unsubscribe') peer.channels.delete((params as { channel: string }).channel);
      if (method === 'dispatchAction') this.#dispatched(peer, params as Dispatch);
    });
    return near;
  };

  get connections(): number {
    return this.#peers.size;
  }

  /** A terminal that exists and is on the list. */
  add(uri: string, content: TerminalState['content'] = []): void {
    const claim = { kind: 'client', clientId: 'somebody' } as const;
    this.terminals.set(uri, { title: uri, content, lifecycle: { status: 'running' }, claim });
    this.#list();
  }

  remove(uri: string): void {
    this.terminals.delete(uri);
    this.#list();
  }

  emit(
    channel: string,
    action: Action,
    extra: { origin?: ActionOrigin; rejectionReason?: string } = {},
  ): ActionEnvelope {
    this.#seq += 1;
    const envelope: ActionEnvelope = { channel, action, serverSeq: this.#seq, ...extra };
    if (extra.rejectionReason === undefined) this.#reduce(channel, action);
    this.#replay = [...this.#replay, envelope].slice(-this.ring);
    for (const peer of this.#peers) if (peer.channels.has(channel)) this.send(peer.connection, envelope);
    return envelope;
  }

  print(uri: string, data: string): void {
    this.emit(uri, { type: 'terminal/data', data });
  }

  /** The wire form of an envelope, to every connection or one. */
  send(connection: Connection, envelope: ActionEnvelope): void {
    connection.notify('action', { ...envelope, action: actionFor(this.version, envelope.action) });
  }

  sendRaw(method: string, params: unknown): void {
    for (const { connection } of this.#peers) connection.notify(method, params);
  }

  /** A request of the host to its clients. */
  request(method: string): Promise<unknown>[] {
    return [...this.#peers].map(({ connection }) => connection.request(method, { channel: ROOT }));
  }

  /** Cuts every connection, as a lost network does. */
  drop(code = 1006, reason = ''): void {
    for (const { transport } of this.#peers) transport.close(code, reason);
  }

  /** Forgets clients and numbers, as another process on the same address does; terminals may be kept. */
  restart({ keep }: { keep: boolean }): void {
    this.drop();
    this.#seq = 0;
    this.#replay = [];
    this.#known.clear();
    if (!keep) this.terminals.clear();
    this.#list();
  }

  /** Goes on counting from a lower number, with nothing to replay. */
  rewind(seq: number): void {
    this.#seq = seq;
    this.#replay = [];
  }

  /** Forgets the client only. */
  forget(): void {
    this.#known.clear();
  }

  #answer(peer: Peer, { method, params }: Call): unknown {
    switch (method) {
      case 'initialize':
        peer.clientId = String(params['clientId']);
        this.#known.add(peer.clientId);
        peer.channels.add(ROOT);
        return { protocolVersion: this.version, serverSeq: this.#seq, snapshots: [this.#snapshot(ROOT)] };
      case 'reconnect':
        return this.#reconnect(peer, params);
      case 'subscribe':
        return this.#subscribe(peer, String(params['channel']));
      case 'createTerminal':
        this.add(String(params['channel']));
        return null;
      case 'disposeTerminal':
        this.remove(String(params['channel']));
        return null;
      case 'ping':
        return null;
      default:
        throw new RpcError(-32601, `unknown method ${method}`);
    }
  }

  #subscribe(peer: Peer, uri: string): unknown {
    if (!this.#exists(uri)) throw new RpcError(-32008, `no terminal ${uri}`);
    peer.channels.add(uri);
    return { snapshot: this.#snapshot(uri) };
  }

  #reconnect(peer: Peer, params: Record<string, unknown>): unknown {
    peer.clientId = String(params['clientId']);
    if (!this.#known.has(peer.clientId)) throw new RpcError(-32008, 'unknown client');
    const since = Number(params['lastSeenServerSeq']);
    const asked = params['subscriptions'] as string[];
    const channels = asked.filter((uri) => this.#exists(uri));
    for (const uri of channels) peer.channels.add(uri);
    const oldest = this.#replay[0]?.serverSeq ?? this.#seq + 1;
    if (since > this.#seq || oldest > since + 1) {
      return { type: 'snapshot', snapshots: channels.map((uri) => this.#snapshot(uri)) };
    }
    const missed = this.#replay.filter(
      ({ channel, serverSeq }) => serverSeq > since && channels.includes(channel),
    );
    const actions = missed.map((envelope) => ({
      ...envelope,
      action: actionFor(this.version, envelope.action),
    }));
    return { type: 'replay', actions, missing: asked.filter((uri) => !channels.includes(uri)) };
  }

  #dispatched(peer: Peer, dispatch: Dispatch): void {
    if (!this.#exists(dispatch.channel)) return;
    const origin = { clientId: peer.clientId, clientSeq: dispatch.clientSeq };
    const rejectionReason = this.refuse(dispatch);
    this.emit(dispatch.channel, dispatch.action, { origin, ...(rejectionReason && { rejectionReason }) });
  }

  #snapshot(uri: string): object {
    const terminal = this.terminals.get(uri);
    const state =
      terminal === undefined ? rootStateFor(this.version, this.root) : stateFor(this.version, terminal);
    return { resource: uri, state, fromSeq: this.#seq };
  }

  #exists(uri: string): boolean {
    return uri === ROOT || this.terminals.has(uri);
  }

  #reduce(channel: string, action: Action): void {
    const terminal = this.terminals.get(channel);
    if (terminal !== undefined) this.terminals.set(channel, terminalReducer(terminal, action));
    else this.root = rootReducer(this.root, action);
  }

  #list(): void {
    const terminals = [...this.terminals].map(([resource, { title, claim, lifecycle }]) => ({
      resource,
      title,
      claim,
      lifecycle,
    }));
    this.emit(ROOT, { type: 'root/terminalsChanged', terminals });
  }
}
