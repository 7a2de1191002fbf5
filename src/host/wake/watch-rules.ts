/** Which wishes to be woken are the same, and which are refused. */

import { isRootUri } from '../../protocol/common/uri.ts';
import type { Watch, WatchFilter } from '../../protocol/cotty/wake.ts';
import { checkPattern } from './watch-filter.ts';

/** Of one subscriber. */
const MAX_WATCHES = 64;
/** Different ones of all subscribers: each is searched for in the output of every command that it may be about. */
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

/** Without what peers send besides: it is kept and written. */
export function wish({ failed, matches, longerThanMs, commandId }: WatchFilter): WatchFilter {
  return {
    ...(failed === true ? { failed } : {}),
    ...(matches === undefined ? {} : { matches }),
    ...(longerThanMs === undefined || longerThanMs === 0 ? {} : { longerThanMs }),
    ...(commandId === undefined ? {} : { commandId }),
  };
}

export type Wishes = {
  readonly own: readonly Watch[];
  /** Of all subscribers who share the bound. */
  readonly all: readonly Watch[];
  /** That command is known in the terminal of the wish. */
  readonly isThere: (commandId: string) => boolean;
};

/** Why not; undefined: it can be had. */
export function refusal(channel: string, filter: WatchFilter, wishes: Wishes): string | undefined {
  const { matches, commandId } = filter;
  if (commandId !== undefined) {
    if (isRootUri(channel)) return `${commandId} is watched on its terminal, not on all of them`;
    if (!wishes.isThere(commandId)) return `there is no command ${commandId} in ${channel}, or not any more`;
  }
  if (wishes.own.length >= MAX_WATCHES) return `${MAX_WATCHES} watches are the limit: end some`;
  return matches === undefined ? undefined : patternRefusal(matches, wishes.all);
}

function patternRefusal(pattern: string, all: readonly Watch[]): string | undefined {
  const checked = checkPattern(pattern);
  if (!checked.ok) return checked.error;
  const patterns = new Set(all.flatMap(({ filter }) => filter.matches ?? []));
  if (patterns.has(pattern) || patterns.size < MAX_PATTERNS) return undefined;
  return `${MAX_PATTERNS} different patterns are watched for already, which is the limit`;
}
