/** Root channel state: the host's agents, its configuration, and the list of its terminals. */

import type { Meta } from '../common/meta.ts';
import type { TerminalInfo } from '../terminal/state.ts';

/** An agent, opaque to cotty: a terminal host has none, a foreign host may list some. */
export type AgentInfo = { readonly [key: string]: unknown };

export type RootConfig = { readonly schema?: unknown; readonly values: { readonly [key: string]: unknown } };

export type RootState = {
  readonly agents: readonly AgentInfo[];
  readonly activeSessions?: number;
  readonly terminals?: readonly TerminalInfo[];
  readonly config?: RootConfig;
  readonly _meta?: Meta;
};
