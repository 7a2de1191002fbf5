/** The list of terminals: the activity of each, its holder, and whether it waits for a person. */

import { placeName } from '../../client/blocks/place.ts';
import { writerLabel } from '../../client/blocks/writer-label.ts';
import { holderOf, isOwn, type Me } from '../../client/holder.ts';
import { isUnseen, isWaiting, programWords } from '../../client/program-state.ts';
import { shownName } from '../../client/terminal-names.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import { nameText } from '../../protocol/common/name-text.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import { type ProgramState, shownWords } from '../../protocol/terminal/program-status.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { type BlockStatus, hasFailed, statusOfCode } from '../../review/exit-state.ts';

export type Need = 'waits' | 'asks' | 'secret' | 'error' | 'done' | 'notice' | 'failed' | 'bell';

export type TerminalRow = {
  readonly uri: string;
  readonly title: string;
  readonly state: 'idle' | 'running' | 'exited';
  /** Reason for attention, the most urgent first. */
  readonly need: Need | undefined;
  /** Whether a command has ended there that this page has not shown yet. */
  readonly hasEnded: boolean;
  /** Current activity in a few words. */
  readonly detail: string;
  /** Whether that are words in quotes, of which nobody has proved that the program has said them. */
  readonly isQuoted: boolean;
  /** What the program does, in words: `waits for you: permission`; undefined if nothing tells it. */
  readonly program: { readonly state: ProgramState; readonly words: string } | undefined;
  /** Unix milliseconds at which the running command began; where its program works or waits, since when it does. */
  readonly since: number | undefined;
  /** Unix milliseconds at which the last command, or the last work of the program, ended. */
  readonly endedAt: number | undefined;
  /** Exit state of the last command. */
  readonly last: BlockStatus | undefined;
  /** Name of the holder, if that is not this person. */
  readonly holder: string | undefined;
  /** Whether an agent has the claim. */
  readonly isHeldByAgent: boolean;
  /** Whether a person or an agent has made it; undefined at hosts that do not say it. */
  readonly madeBy: 'person' | 'agent' | undefined;
  /** Name of the creator, if that is not this person. */
  readonly maker: string | undefined;
  readonly purpose: string | undefined;
};

/** The state of a terminal when this page last showed it: later events are marked as new. */
export type Seen = { readonly bells: number; readonly notice: number; readonly finishedAt: number };

export type RowContext = {
  readonly me: Me;
  readonly home: string | undefined;
  readonly seen: (uri: string) => Seen | undefined;
};

export function rowOf(info: TerminalInfo, context: RowContext): TerminalRow {
  const { me, home } = context;
  const meta = cottyMeta<TerminalMeta>(info._meta);
  const holder = holderOf(info, me);
  const maker = writerLabel(meta.createdBy, me.writer);
  const { running } = meta;
  return {
    uri: info.resource,
    title: shownName(info),
    state: info.lifecycle.status === 'exited' ? 'exited' : running === undefined ? 'idle' : 'running',
    need: needOf(info, meta, context),
    hasEnded: seenNow(info).finishedAt > (context.seen(info.resource) ?? seenNow(info)).finishedAt,
    detail: nameText(detailOf(info, meta, home)),
    isQuoted: saidOf(info, meta) !== undefined && meta.program?.by !== 'hook',
    program: programOf(meta),
    since: sinceOf(meta),
    endedAt: meta.program?.since ?? meta.last?.finishedAt,
    last: meta.last === undefined ? undefined : statusOfCode(meta.last.exitCode),
    holder: holder.kind === 'other' || holder.kind === 'owner' ? holder.name : undefined,
    isHeldByAgent: info.claim.kind === 'session',
    madeBy:
      meta.createdBy === undefined ? undefined : meta.createdBy.startsWith('agent:') ? 'agent' : 'person',
    maker: maker.kind === 'other' ? maker.label : undefined,
    purpose: meta.purpose && nameText(meta.purpose),
  };
}

export function isRunning({ _meta }: TerminalInfo): boolean {
  return cottyMeta<TerminalMeta>(_meta).running !== undefined;
}

export function seenNow(info: TerminalInfo): Seen {
  const { bells = 0, notice, last } = cottyMeta<TerminalMeta>(info._meta);
  return { bells, notice: notice?.n ?? 0, finishedAt: last?.finishedAt ?? 0 };
}

const NEEDS: readonly Need[] = ['waits', 'asks', 'secret', 'error', 'done', 'notice', 'failed', 'bell'];

/** Terminals that wait for a person come first, the rest stays in the host's order. */
export function inOrder(rows: readonly TerminalRow[]): readonly TerminalRow[] {
  const rank = ({ need }: TerminalRow) => (need === undefined ? NEEDS.length : NEEDS.indexOf(need));
  return [...rows].sort((one, other) => rank(one) - rank(other));
}

/** Whether two lists look the same; they are plain values. */
export function areSameRows(some: readonly TerminalRow[], others: readonly TerminalRow[]): boolean {
  return JSON.stringify(some) === JSON.stringify(others);
}

/** Whether each word of a filter is somewhere in a row. */
export function matches(row: TerminalRow, filter: string): boolean {
  const text = [row.title, row.detail, row.holder, row.maker, row.purpose, row.state, row.program?.words]
    .join(' ')
    .toLowerCase();
  return filter
    .toLowerCase()
    .split(' ')
    .every((word) => text.includes(word));
}

function detailOf(info: TerminalInfo, meta: Partial<TerminalMeta>, home: string | undefined): string {
  if (info.lifecycle.status === 'exited') {
    const { exitCode } = info.lifecycle;
    return meta.died ?? (exitCode === undefined ? 'ended' : `exited ${exitCode}`);
  }
  const said = saidOf(info, meta);
  if (said !== undefined) return shownWords(said, meta.program?.by);
  if (meta.running !== undefined) return firstLine(meta.running.commandLine);
  return meta.cwd === undefined ? '' : placeName(meta.cwd, home);
}

/** The words of the program that stand in place of what runs. */
function saidOf({ lifecycle }: TerminalInfo, meta: Partial<TerminalMeta>): string | undefined {
  const isShown = lifecycle.status !== 'exited' && (isWaiting(meta) || isUnseen(meta));
  return isShown ? meta.program?.msg : undefined;
}

function needOf(info: TerminalInfo, meta: Partial<TerminalMeta>, { me, seen }: RowContext): Need | undefined {
  const isMine = isOwn(holderOf(info, me));
  if (isWaiting(meta)) return 'waits';
  if (meta.askedBy !== undefined && isMine) return 'asks';
  if (meta.echoOff === true && meta.running !== undefined && isMine) return 'secret';
  if (isUnseen(meta)) return meta.program?.state === 'error' ? 'error' : 'done';
  const before = seen(info.resource);
  if (before === undefined) return undefined;
  const now = seenNow(info);
  if (now.notice > before.notice) return 'notice';
  const failed = hasFailed(statusOfCode(meta.last?.exitCode));
  if (now.finishedAt > before.finishedAt && failed) return 'failed';
  return now.bells > before.bells ? 'bell' : undefined;
}

function programOf(meta: Partial<TerminalMeta>): TerminalRow['program'] {
  const words = programWords(meta);
  if (meta.program === undefined || words === undefined) return undefined;
  const { state, seen } = meta.program;
  return { state: seen === true ? 'idle' : state, words };
}

function sinceOf({ program, running }: Partial<TerminalMeta>): number | undefined {
  if (program === undefined) return running?.timestamp;
  return program.state === 'blocked' || program.state === 'working' ? program.since : undefined;
}

export function firstLine(text: string): string {
  const end = text.indexOf('\n');
  return end === -1 ? text : text.slice(0, end);
}
