/** What the programs of terminals do, as watches search it, and the wake-up for it. */

import { noOutput } from '../../ledger/records/bounded-output.ts';
import type { RecentCommands } from '../../ledger/records/recent-commands.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { ProgramTold } from '../../protocol/cotty/wake.ts';
import type { WatchedState } from '../../protocol/terminal/program-status.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';

/** The program of a terminal that waits for a person, or is done. */
export type ProgramNews = {
  readonly channel: string;
  /** Title of the terminal. */
  readonly terminal: string;
  /** Unix milliseconds. */
  readonly since: number;
  readonly told: ProgramTold;
  /**
   * The running command, until the program came into its state. A program that runs in place of a shell has none; number and id
   * are empty then.
   */
  readonly record: LedgerRecord;
};

/**
 * Returns what wakes, or undefined: a program that works or does nothing; one whose command has ended, because its end wakes; and
 * one whose command is not to be recorded, because wake-ups are.
 */
export function programNews(
  { resource, title, _meta }: TerminalInfo,
  { begun, recent }: Pick<RecentCommands, 'begun' | 'recent'>,
): ProgramNews | undefined {
  const { program } = cottyMeta<TerminalMeta>(_meta);
  if (program === undefined || watchedState(program.state) === undefined) return undefined;
  const { state, kind, app, title: named, msg, since, by } = program;
  const ended = recent.at(-1);
  if (begun === undefined ? ended !== undefined && ended.startedAt <= since : begun.unrecorded === true)
    return undefined;
  const noCommand = { commandId: '', commandLine: '', startedAt: since, seq: 0 };
  return {
    channel: resource,
    terminal: title,
    since,
    told: {
      state,
      ...(kind === undefined ? {} : { kind }),
      ...(app === undefined ? {} : { app }),
      ...(named === undefined ? {} : { title: named }),
      ...(msg === undefined ? {} : { msg }),
      by,
      since: new Date(since).toISOString(),
    },
    record: { ...(begun ?? noCommand), finishedAt: since, output: noOutput },
  };
}

/** The state that a watch names; undefined for one that wakes nobody. */
export function watchedState(state: string): WatchedState | undefined {
  if (state === 'blocked') return 'blocked';
  return state === 'done' || state === 'error' ? 'done' : undefined;
}
