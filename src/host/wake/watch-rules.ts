/** Rules for watches: which two are the same, and which are refused. */

import { isRootUri } from '../../protocol/common/uri.ts';
import type { Watch, WatchFilter } from '../../protocol/cotty/wake.ts';
import { checkPattern } from './watch-filter.ts';

/** Limit of watches per subscriber. */
const MAX_WATCHES = 64;
/** Limit of different patterns of all subscribers: each is searched for in the output of every watched command. */
const MAX_PATTERNS = 32;

export function sameWatch(watch: Watch, channel: string, filter: WatchFilter): boolean {
  const other = watch.filter;
  return (
    watch.channel === channel &&
    other.failed === filter.failed &&
    other.matches === filter.matches &&
    other.longerThanMs === filter.longerThanMs &&
    other.commandId === filter.commandId
  );
}

/** Returns the filter as it is kept and written: without unknown keys that a client has sent. */
export function storedFilter({ failed, matches, longerThanMs, commandId }: WatchFilter): WatchFilter {
  return {
    ...(failed === true ? { failed } : {}),
    ...(matches === undefined ? {} : { matches }),
    ...(longerThanMs === undefined || longerThanMs === 0 ? {} : { longerThanMs }),
    ...(commandId === undefined ? {} : { commandId }),
  };
}

export type KnownWatches = {
  /** Watches of the subscriber. */
  readonly own: readonly Watch[];
  /** Watches of all subscribers that share the limit of patterns. */
  readonly all: readonly Watch[];
  /** Tells whether the terminal of the watch knows this command. */
  readonly isKnownCommand: (commandId: string) => boolean;
};

/** Returns why a watch is refused, or undefined when it is accepted. */
export function refusal(channel: string, filter: WatchFilter, known: KnownWatches): string | undefined {
  const { matches, commandId } = filter;
  if (commandId !== undefined) {
    if (isRootUri(channel)) return `watch ${commandId} on its own terminal, not on all terminals`;
    if (!known.isKnownCommand(commandId))
      return `${channel} has no command ${commandId}, or no longer keeps it`;
  }
  if (known.own.length >= MAX_WATCHES)
    return `you have ${MAX_WATCHES} watches, which is the limit: end some first`;
  return matches === undefined ? undefined : patternRefusal(matches, known.all);
}

function patternRefusal(pattern: string, all: readonly Watch[]): string | undefined {
  const checked = checkPattern(pattern);
  if (!checked.ok) return checked.error;
  const patterns = new Set(all.flatMap(({ filter }) => filter.matches ?? []));
  if (patterns.has(pattern) || patterns.size < MAX_PATTERNS) return undefined;
  return `${MAX_PATTERNS} different patterns are watched already, which is the limit: end a watch first, or use one of its patterns`;
}
