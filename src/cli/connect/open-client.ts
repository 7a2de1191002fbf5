/** Connects a client for one subcommand, or prints why that failed and returns the exit code. */

import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import type { Client } from '../../client/client.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { ExitCode } from '../common/exit-code.ts';
import { readVersion } from '../common/installation.ts';
import type { Io } from '../common/io.ts';
import { complain } from '../common/print.ts';
import { type HostFlags, readHostToken } from './host-flags.ts';
import type { StartMode } from './start-mode.ts';
import { findTarget } from './target.ts';

type OpenOptions = HostFlags & {
  readonly start: boolean;
  /** Whether to fail if it is ambiguous which host is meant. */
  readonly onlyOne?: boolean;
  readonly mode?: StartMode;
  /** True for the window: snapshots may contain screens, and the client reconnects. */
  readonly screens?: boolean;
  /** Set for a window: the client then acks output, and the host does not send its own input back to it. */
  readonly window?: WindowNeeds | undefined;
  /** Whether the client reconnects after its connection was lost. */
  readonly retry?: boolean;
  /** Loads further modules while the host boots or answers. */
  readonly preload?: () => void;
};

const loadClient = async () => {
  const [client, way] = await Promise.all([import('../../client/client.ts'), import('./machines.ts')]);
  return { HostClient: client.HostClient, wayTo: way.wayTo };
};

/** Lines that can be scrolled back to in a window. */
type WindowNeeds = { readonly scrollback: number };

export type Opened =
  | { readonly ok: true; readonly client: Client; readonly url: string }
  | { readonly ok: false; readonly exitCode: ExitCode };

/** Identity that each connection of this program sends to the host. */
export function clientIdentity(io: Io, screens: boolean, window?: WindowNeeds) {
  return {
    clientId: `cotty-${randomUUID()}`,
    clientInfo: { name: 'cotty', version: readVersion() },
    meta: {
      writer: writerOf(io.env),
      screens,
      ...(window && { ownInput: false, acks: true }),
    },
  };
}

export async function openClient(options: OpenOptions, io: Io): Promise<Opened> {
  const {
    connect,
    token: file,
    start,
    onlyOne,
    mode,
    screens = false,
    window,
    retry = screens,
    preload,
  } = options;
  const meanwhile = (): void => {
    // If this fails, it fails again below, where the error is reported.
    loadClient().catch(() => {});
    preload?.();
  };
  const read = await readHostToken({ connect, token: file }, io);
  if (!read.ok) {
    complain(io, read.error);
    return { ok: false, exitCode: ExitCode.usage };
  }
  const target = await findTarget({ connect, start, onlyOne, mode, meanwhile }, io);
  if (!target.ok) {
    complain(io, target.error);
    return target;
  }
  const { HostClient, wayTo } = await loadClient();
  try {
    const { url } = target;
    const way = wayTo(url, { token: read.token }, io);
    const opening = HostClient.open({ ...way, retry, ...clientIdentity(io, screens, window) });
    preload?.();
    const client = await opening;
    return { ok: true, client, url };
  } catch (error) {
    const why = reasonOf(error);
    complain(io, `cannot connect to ${shownUrl(target.url)}: ${why}${hint(error)}`);
    return { ok: false, exitCode: ExitCode.noHost };
  }
}

/** The URL without its query, which may contain a token. */
export function shownUrl(url: string): string {
  return /^wss?:/.test(url) ? url.replace(/\?.*$/, '') : url;
}

function hint(error: unknown): string {
  const refused = error instanceof Error && 'status' in error && error.status === 401;
  return refused ? '\nThis host needs a token: use --token FILE or COTTY_TOKEN_FILE' : '';
}

/** For one-shot subcommands: connects, runs, and closes the client in any case. */
export async function withClient(
  options: OpenOptions,
  io: Io,
  run: (client: Client) => Promise<number>,
): Promise<number> {
  const { on, retry = false } = options;
  const opened =
    on === undefined ? await openClient(options, io) : await openHosts({ ...options, on, retry }, io);
  if (!opened.ok) return opened.exitCode;
  try {
    return await run(opened.client);
  } finally {
    opened.client.close();
  }
}

/** Connects to the hosts that `--on` names, as one client. */
async function openHosts(
  { on, connect, token, retry }: HostFlags & { readonly on: string; readonly retry: boolean },
  io: Io,
): Promise<
  { readonly ok: true; readonly client: Client } | { readonly ok: false; readonly exitCode: ExitCode }
> {
  if ((connect ?? token) !== undefined) {
    complain(io, `use only one of --on and ${connect === undefined ? '--token' : '--connect'}`);
    return { ok: false, exitCode: ExitCode.usage };
  }
  const { openAsked } = await import('./asked-hosts.ts');
  return openAsked(on, { identity: clientIdentity(io, false), retry }, io);
}

/** Writer that this person's commands are recorded under. */
export function writerOf(env: Io['env']): string {
  try {
    return `user:${userInfo().username}`;
  } catch {
    // The user id has no entry in the password file, as in some containers.
    return `user:${env['USER'] ?? env['LOGNAME'] ?? 'unknown'}`;
  }
}
