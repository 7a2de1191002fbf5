/** How an MCP server reaches its host, and where its terminals start. */

import type { WayToHost } from '../../client/client-options.ts';
import type { Machine } from '../../client/machines/far-host.ts';

export type Located =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly error: string };

export type OtherMachines = {
  readonly read: () => readonly Machine[];
  /** Calls back when they may have changed; returns a function that stops it. */
  readonly watch: (changed: () => void) => () => void;
  /** Name of this machine, by which the others know the agent: `builder@laptop`. */
  readonly here: string;
};

export type HostAccess = {
  /** Finds the host, or starts one. Called again whenever the host is away. */
  readonly locate: () => Promise<Located>;
  readonly way: (url: string) => WayToHost;
  /** The other machines that this person has named; absent where only one host is meant. */
  readonly machines?: OtherMachines;
  /** True if the host runs on this machine, so that paths here are paths there. */
  readonly local: boolean;
  /** Folder in or below which all terminals made here must start. */
  readonly root?: string;
  /** Folder in which terminals start that name none. */
  readonly cwd: string;
  readonly version: string;
  /** Writes to stderr, because stdout belongs to MCP. */
  readonly log: (message: string) => void;
};
