/** The method maps: params and results of every AHP message that cotty uses (AHP §3). */

import type { Meta } from './common/meta.ts';
import type { CottyRequests } from './cotty/cotty-requests.ts';
import type { WebRequests } from './cotty/web.ts';
import type { ActionEnvelope } from './envelope.ts';
import type { RootState } from './root/state.ts';
import type { ExecutionTarget, TerminalClaim, TerminalState } from './terminal/state.ts';

export type Implementation = { readonly name: string; readonly version?: string; readonly title?: string };

export type Snapshot = {
  readonly resource: string;
  readonly state: RootState | TerminalState;
  /** Every later action of this channel has a greater serverSeq. */
  readonly fromSeq: number;
};

type OnChannel = { readonly channel: string; readonly _meta?: Meta };

export type InitializeParams = OnChannel & {
  readonly protocolVersions: readonly string[];
  readonly clientId: string;
  readonly initialSubscriptions?: readonly string[];
  readonly locale?: string;
  readonly capabilities?: { readonly [name: string]: unknown };
  readonly clientInfo?: Implementation;
};

export type InitializeResult = {
  readonly protocolVersion: string;
  readonly serverSeq: number;
  readonly snapshots: readonly Snapshot[];
  readonly defaultDirectory?: string;
  readonly serverInfo?: Implementation;
  readonly _meta?: Meta;
};

/** A subscription to resume; newer clients give each its own cursor. */
export type ReconnectSubscription = string | { readonly channel: string; readonly lastSeenServerSeq: number };

export type ReconnectParams = OnChannel & {
  readonly clientId: string;
  readonly lastSeenServerSeq?: number;
  readonly subscriptions: readonly ReconnectSubscription[];
};

export type ReconnectResult =
  | {
      readonly type: 'replay';
      readonly actions: readonly ActionEnvelope[];
      readonly missing: readonly string[];
    }
  | { readonly type: 'snapshot'; readonly snapshots: readonly Snapshot[] }
  | { readonly channels: readonly ChannelRecovery[] };

/** The result of a reconnect with one cursor per channel: one entry for each requested channel. */
export type ChannelRecovery =
  | { readonly kind: 'replay'; readonly channel: string; readonly actions: readonly ActionEnvelope[] }
  | { readonly kind: 'snapshot'; readonly channel: string; readonly snapshot: Snapshot }
  | { readonly kind: 'missing'; readonly channel: string };

export type SubscribeParams = OnChannel & { readonly delivery?: { readonly maxLatencyMs?: number } };
export type SubscribeResult = { readonly snapshot?: Snapshot };

export type CreateTerminalParams = OnChannel & {
  readonly claim: TerminalClaim;
  readonly name?: string;
  readonly cwd?: string;
  readonly cols?: number;
  readonly rows?: number;
  /** `client` only for a host that supports it (`HostMeta`); any other host would start a shell of its own. */
  readonly executionTarget?: ExecutionTarget;
};

export type ListSessionsParams = OnChannel & { readonly limit?: number; readonly cursor?: string };
export type ListSessionsResult = { readonly items: readonly unknown[]; readonly nextCursor?: string };

export type AuthenticateParams = OnChannel & { readonly resource: string; readonly token: string };

export type DispatchActionParams = OnChannel & {
  readonly clientSeq: number;
  readonly action: { readonly type: string; readonly [key: string]: unknown };
};

/** Requests a client sends. `x-` names are cotty's own (AHP §7). */
export type ClientRequests = CottyRequests &
  WebRequests & {
    initialize: { params: InitializeParams; result: InitializeResult };
    ping: { params: OnChannel; result: null };
    reconnect: { params: ReconnectParams; result: ReconnectResult };
    subscribe: { params: SubscribeParams; result: SubscribeResult };
    createTerminal: { params: CreateTerminalParams; result: null };
    /** `_meta` may carry `DisposeMeta`. */
    disposeTerminal: { params: OnChannel; result: null };
    listSessions: { params: ListSessionsParams; result: ListSessionsResult };
    authenticate: { params: AuthenticateParams; result: object };
    /** Removes a terminal from the list but keeps it alive for a while; `x-cotty/restoreTerminal` restores it. */
    'x-cotty/parkTerminal': { params: OnChannel; result: null };
    'x-cotty/restoreTerminal': { params: OnChannel; result: null };
    /** The data for `cotty host status`. */
    'x-cotty/status': { params: OnChannel; result: HostStatus };
    'x-cotty/stop': { params: OnChannel; result: null };
    /** Exchanges the host for the one that `program` (a file and its first arguments) starts; programs in terminals go on. */
    'x-cotty/restart': {
      params: OnChannel & { readonly program: readonly string[] };
      result: { readonly version: string };
    };
  };

export type ClientNotifications = {
  unsubscribe: OnChannel;
  dispatchAction: DispatchActionParams;
  /**
   * The outer terminal's colours as `rgb:rrrr/gggg/bbbb`, and the pixels of a cell, for programs that ask (OSC 10, 11,
   * 12; CSI 14 t, 16 t).
   */
  'x-cotty/colors': OnChannel & {
    readonly foreground?: string;
    readonly background?: string;
    readonly cursor?: string;
    readonly cell?: { readonly width: number; readonly height: number };
    /** Whether it draws code points that make one character in the cells of one. */
    readonly clusters?: boolean;
    /** Whether it shows pictures. */
    readonly pictures?: boolean;
    /** The setting `nestedShells` of a window with a configuration of its own. */
    readonly nestedShells?: boolean;
  };
  /**
   * UTF-16 units of a terminal's output, of `data` and `screen`, that the client has shown since it last said so. `whole`: somebody
   * looks at its scrollback, so it wants the screen without gaps.
   */
  'x-cotty/ack': OnChannel & { readonly chars: number; readonly whole?: boolean };
  /** Gives up the turn of an `x-cotty/run`, whose request is then refused. It has no effect once the command is under way. */
  'x-cotty/giveUpTurn': OnChannel & { readonly ticket: string };
};

export type HostStatus = {
  readonly pid: number;
  readonly version: string;
  /** Unix milliseconds. */
  readonly startedAt: number;
  readonly clients: number;
  readonly terminals: number;
  readonly socket?: string;
  /** The network address on which the host also listens, as `ws://` or `wss://`. */
  readonly address?: string;
  /** Where the web door is open, as `http://` or `https://`. */
  readonly web?: string;
  /** Number of actions of unknown types; all were rejected. */
  readonly unknownActions?: number;
  /** Whether the output of terminals is written to their `raw.log`. */
  readonly rawLog?: boolean;
  /** Errors of the host that no part of it expected; absent when there were none. It goes on after them. */
  readonly errors?: HostErrors;
  /** Connected agents. */
  readonly agents?: readonly AgentStatus[];
  /** Processes that have outlived their terminal. */
  readonly survivors?: readonly Survivor[];
};

export type HostErrors = {
  readonly count: number;
  /** The last one, and its time in Unix milliseconds; the log of the host has all of it. */
  readonly message: string;
  readonly at: number;
};

export type Survivor = {
  readonly pid: number;
  readonly name: string;
  /** URI of the terminal that has ended. */
  readonly terminal: string;
};

export type AgentStatus = {
  readonly handle: string;
  /** Unix milliseconds. */
  readonly since: number;
  /** URIs of the terminals that the agent holds. */
  readonly holds: readonly string[];
};
