/** Describes a terminal by the fields that the tools return. */

import { cottyMeta } from '../../protocol/common/meta.ts';
import { isRootUri } from '../../protocol/common/uri.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import { fullId, fullName, idOf } from '../../protocol/cotty/terminal-names.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import { authorityOf } from '../../protocol/terminal/program-status.ts';
import { safeEnd } from '../../protocol/terminal/safe-cut.ts';
import type { TerminalInfo, TerminalState } from '../../protocol/terminal/state.ts';
import type { Agent } from '../agent/agent.ts';
import { lastIn, runningIn, writerOf } from '../agent/command-state.ts';
import type { ShownTerminal } from './schemas.ts';

export function metaOf(info: TerminalInfo): Partial<TerminalMeta> {
  return cottyMeta<TerminalMeta>(info._meta);
}

/** Returns the title, `box:build` on another machine, if no other terminal has it; else the id. Tools accept both as the name. */
export function nameOf(info: TerminalInfo, all: readonly TerminalInfo[]): string {
  const name = fullName(info);
  const same = all.filter((one) => fullName(one) === name);
  return same.length > 1 ? fullId(info) : name;
}

/** Returns `agent:builder` for an agent, the name from the host for a client, or null if there is no holder. */
export function holderOf(info: TerminalInfo): string | null {
  const { claim } = info;
  const { holder } = metaOf(info);
  // A terminal is free while its holder is disconnected.
  if (holder?.connected === false) return null;
  return claim.kind === 'session' ? `agent:${idOf(claim.session)}` : (holder?.name ?? null);
}

/** Describes one terminal. A given `state` is exact; the list alone may be a moment behind. */
export function shownTerminal(
  listed: TerminalInfo,
  agent: Agent,
  { now, state }: { readonly now: number; readonly state: TerminalState | undefined },
): ShownTerminal {
  const info = state === undefined ? listed : { ...listed, claim: state.claim, lifecycle: state.lifecycle };
  const meta = metaOf(info);
  const running = state === undefined ? meta.running : runningOf(state);
  const last = (state && lastOf(state)) ?? meta.last;
  const exited = info.lifecycle.status === 'exited';
  return {
    name: nameOf(info, agent.terminals),
    id: idOf(info.resource),
    title: info.title,
    ...elsewhere(meta),
    pid: meta.pid ?? null,
    // The shell that reads commands, which may be one inside the terminal's own.
    shell: meta.within?.shell ?? meta.shell ?? null,
    cwd: pathOf(state?.cwd),
    status: exited ? 'exited' : running === undefined ? 'running' : 'busy',
    exit_code: exitCodeOf(info),
    created_by: meta.createdBy ?? null,
    started_at: isoOf(meta.created),
    holder: holderOf(info),
    held_by_you: agent.holds(info),
    asked_by: meta.askedBy ?? null,
    purpose: meta.purpose ?? null,
    running: running === undefined ? null : shownRunning(running, now),
    program: shownProgram(meta, now),
    last: last === undefined ? null : shownLast(last),
    ...annotations(state),
    subscribed: agent.inbox.watches.some(({ channel }) => channel === info.resource || isRootUri(channel)),
  };
}

function elsewhere({ machine, away }: Partial<TerminalMeta>): Pick<ShownTerminal, 'machine' | 'away'> {
  return { ...(machine === undefined ? {} : { machine }), ...(away === undefined ? {} : { away }) };
}

export function shownProgram(
  { program }: Pick<TerminalMeta, 'program'>,
  now: number,
): ShownTerminal['program'] {
  if (program === undefined) return null;
  const { state, kind, app, title, msg, by, progress, since } = program;
  return {
    state,
    ...(kind === undefined ? {} : { kind }),
    ...(app === undefined ? {} : { app }),
    ...(title === undefined ? {} : { title }),
    ...(msg === undefined ? {} : { msg }),
    by: authorityOf(by) ?? 'report',
    ...(progress === undefined ? {} : { progress }),
    since: new Date(since).toISOString(),
    seconds: Math.max(0, Math.floor((now - since) / 1000)),
  };
}

function exitCodeOf({ lifecycle }: TerminalInfo): number | null {
  return lifecycle.status === 'exited' ? (lifecycle.exitCode ?? null) : null;
}

function runningOf(state: TerminalState): TerminalMeta['running'] {
  const part = runningIn(state);
  if (part === undefined) return undefined;
  const { commandLine, timestamp } = part;
  const writer = writerOf(part);
  return { commandLine, timestamp, ...(writer === undefined ? {} : { writer }) };
}

function lastOf(state: TerminalState): TerminalMeta['last'] {
  const part = lastIn(state);
  if (part === undefined) return undefined;
  const { commandLine, timestamp, durationMs = 0, exitCode } = part;
  const code = exitCode === undefined ? {} : { exitCode };
  return { commandLine, finishedAt: timestamp + durationMs, ...code };
}

/** Of a longer note `term_read` has the rest. */
const MAX_NOTE_SHOWN = 500;

/** Counts the notes and bookmarks of the commands that the terminal still shows. */
function annotations(
  state: TerminalState | undefined,
): Pick<ShownTerminal, 'notes' | 'bookmarks' | 'newest_note'> {
  const metas = (state?.content ?? []).flatMap((part) =>
    part.type === 'command' ? [cottyMeta<CommandMeta>(part._meta)] : [],
  );
  const noted = metas.flatMap(({ seq, note }) => (note === undefined ? [] : [{ seq: seq ?? 0, ...note }]));
  const newest = noted.toSorted((one, other) => one.at - other.at).at(-1);
  return {
    notes: noted.length,
    bookmarks: metas.filter(({ bookmarked }) => bookmarked === true).length,
    newest_note:
      newest === undefined
        ? null
        : {
            seq: newest.seq,
            note: newest.text.slice(0, safeEnd(newest.text, MAX_NOTE_SHOWN)),
            by: newest.by ?? null,
            at: new Date(newest.at).toISOString(),
          },
  };
}

function shownRunning(running: NonNullable<TerminalMeta['running']>, now: number): ShownTerminal['running'] {
  const { commandLine, timestamp, writer = null } = running;
  const seconds = Math.max(0, Math.round((now - timestamp) / 1000));
  return { cmd: commandLine, writer, since: new Date(timestamp).toISOString(), seconds };
}

function shownLast({
  commandLine,
  exitCode,
  finishedAt,
}: NonNullable<TerminalMeta['last']>): ShownTerminal['last'] {
  return { cmd: commandLine, exit: exitCode ?? null, finished_at: new Date(finishedAt).toISOString() };
}

/** Returns in one word who created the terminal. */
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
    // A malformed URI, from a host other than cotty, is returned unchanged.
    return cwd;
  }
}
