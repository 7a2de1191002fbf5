/** What there is to know of a terminal, in the words of the tools. */

import { idOf } from '../client/find-terminal.ts';
import { cottyMeta, type TerminalMeta } from '../protocol/cotty-meta.ts';
import type { TerminalInfo } from '../protocol/terminal/state.ts';
import { isRootUri } from '../protocol/uri.ts';
import type { Agent } from './agent.ts';
import type { ShownTerminal } from './schemas.ts';

export function metaOf(info: TerminalInfo): Partial<TerminalMeta> {
  return cottyMeta<TerminalMeta>(info._meta);
}

/** The title where it is the only one, else the id: what can be said to mean this terminal. */
export function nameOf(info: TerminalInfo, all: readonly TerminalInfo[]): string {
  const same = all.filter(({ title }) => title === info.title);
  return same.length > 1 || info.title.trim() === '' ? idOf(info.resource) : info.title;
}

/** `user:mara`, `agent:builder`, or the name that the host gives for a client that said no more. */
export function holderOf(info: TerminalInfo): string | null {
  const { claim } = info;
  if (claim.kind === 'session') return `agent:${idOf(claim.session)}`;
  const { holder } = metaOf(info);
  return holder === undefined || !holder.connected ? null : holder.name;
}

export function shownTerminal(
  info: TerminalInfo,
  agent: Agent,
  { now, cwd }: { readonly now: number; readonly cwd: string | undefined },
): ShownTerminal {
  const meta = metaOf(info);
  const { running, last } = meta;
  const exited = info.lifecycle.status === 'exited';
  return {
    name: nameOf(info, agent.terminals),
    id: idOf(info.resource),
    title: info.title,
    pid: meta.pid ?? null,
    shell: meta.shell ?? null,
    cwd: pathOf(cwd),
    status: exited ? 'exited' : running === undefined ? 'running' : 'busy',
    exit_code: info.lifecycle.status === 'exited' ? (info.lifecycle.exitCode ?? null) : null,
    created_by: meta.createdBy ?? null,
    started_at: isoOf(meta.created),
    holder: holderOf(info),
    held_by_you: agent.holds(info),
    asked_by: meta.askedBy ?? null,
    purpose: meta.purpose ?? null,
    running:
      running === undefined
        ? null
        : {
            cmd: running.commandLine,
            writer: running.writer ?? null,
            since: new Date(running.timestamp).toISOString(),
            seconds: Math.max(0, Math.round((now - running.timestamp) / 1000)),
          },
    last:
      last === undefined
        ? null
        : {
            cmd: last.commandLine,
            exit: last.exitCode ?? null,
            finished_at: new Date(last.finishedAt).toISOString(),
          },
    subscribed: agent.inbox.watches.some(({ channel }) => channel === info.resource || isRootUri(channel)),
  };
}

/** Who made it, in one word. */
export function originOf({ created_by }: Pick<ShownTerminal, 'created_by'>): 'user' | 'agent' {
  return created_by?.startsWith('agent:') === true ? 'agent' : 'user';
}

function isoOf(milliseconds: number | undefined): string | null {
  return milliseconds === undefined ? null : new Date(milliseconds).toISOString();
}

function pathOf(cwd: string | undefined): string | null {
  if (cwd === undefined || !cwd.startsWith('file://')) return cwd ?? null;
  try {
    return decodeURIComponent(new URL(cwd).pathname);
  } catch {
    // Malformed, from a host that is not ours: as it came.
    return cwd;
  }
}
