/**
 * Commands of many terminals, the newest first. A host searches one terminal after the other; here each is asked for its next
 * commands only when none of the others can have a newer one, so that closed terminals of last year cost nothing.
 */

import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import type { FindPlace, FindResult, FoundCommand } from '../../../protocol/cotty/find.ts';
import type { TerminalInfo } from '../../../protocol/terminal/state.ts';

/** A terminal, and the time (Unix ms) after which no command of it has begun. */
export type SearchedTerminal = { readonly uri: string; readonly newest: number };

/** Searches one terminal, from a place on. */
export type AskTerminal = (uri: string, from: FindPlace | undefined) => Promise<FindResult>;

type Source = {
  readonly uri: string;
  newest: number;
  waiting: readonly FoundCommand[];
  from: FindPlace | undefined;
  hasMore: boolean;
};

export async function* newestFirst(
  terminals: readonly SearchedTerminal[],
  ask: AskTerminal,
): AsyncGenerator<FoundCommand, void, void> {
  let sources: readonly Source[] = terminals.map(({ uri, newest }) => ({
    uri,
    newest,
    waiting: [],
    from: undefined,
    hasMore: true,
  }));
  for (;;) {
    sources = sources.filter(({ waiting, hasMore }) => waiting.length > 0 || hasMore);
    const source = sources.reduce<Source | undefined>(later, undefined);
    if (source === undefined) return;
    const [next, ...rest] = source.waiting;
    if (next === undefined) await fill(source, ask);
    else {
      source.waiting = rest;
      source.newest = rest[0]?.startedAt ?? next.startedAt;
      yield next;
    }
  }
}

/** Returns when the newest command of a terminal has begun, at the latest. */
export function newestIn({ _meta }: TerminalInfo, open: boolean): number {
  const { last, running } = cottyMeta<TerminalMeta>(_meta);
  // What an open terminal tells may be a moment old.
  return open || running !== undefined
    ? Number.POSITIVE_INFINITY
    : (last?.finishedAt ?? Number.POSITIVE_INFINITY);
}

function later(one: Source | undefined, other: Source): Source {
  return one === undefined || other.newest > one.newest ? other : one;
}

async function fill(source: Source, ask: AskTerminal): Promise<void> {
  const { commands, next } = await ask(source.uri, source.from);
  source.waiting = commands;
  // A search of one terminal that would begin at its end again has ended.
  source.hasMore = next !== undefined && next.beforeSeq < (source.from?.beforeSeq ?? Number.MAX_SAFE_INTEGER);
  source.from = next;
  source.newest = commands[0]?.startedAt ?? source.newest;
}
