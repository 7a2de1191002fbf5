/**
 * What a window shows, as text that the host stores for the user's next window: the tab in front, and how far each tab is
 * scrolled back. Any client may have written it, so reading validates it.
 */

import { type Anchor, type BlocksView, BOTTOM } from '../blocks/block/block-view.ts';
import type { Model } from './model.ts';

/** The name of the note. */
export const PLACE_NOTE = 'place';

/** Limits for writing and reading: tabs that are scrolled back, the one in front first, and characters of an id. */
const MOST_TABS = 32;
const MAX_TEXT = 256;

export type Scroll = Pick<BlocksView, 'anchor' | 'clearedAt'>;

export type PlaceNote = {
  /** Whether the user has used cotty for so long that the first lines are not shown. */
  readonly isKnown: boolean;
  readonly front: string | undefined;
  readonly scrolls: ReadonlyMap<string, Scroll>;
};

/** While a closed terminal is shown, the tab to go back to counts as the one in front. */
export function writePlace({ active, visited, tabs, views, lessons }: Model): string {
  const front = visited === undefined ? active : visited.from;
  if (front === undefined) return '';
  const others = tabs.map(({ resource }) => resource).filter((uri) => uri !== front);
  const scrolls = [front, ...others].flatMap((uri) => {
    const { anchor = BOTTOM, clearedAt } = views[uri]?.blocks ?? {};
    return anchor.kind === 'bottom' && clearedAt === undefined ? [] : [{ uri, anchor, clearedAt }];
  });
  return JSON.stringify({ front, scrolls: scrolls.slice(0, MOST_TABS), isKnown: lessons === undefined });
}

/** Reads a note; terminals that do not exist, and fields that are not valid, are left out. */
export function readPlace(text: string, has: (uri: string) => boolean): PlaceNote {
  const { front, scrolls, isKnown } = fieldsOf(parsed(text));
  const list = Array.isArray(scrolls) ? scrolls.slice(0, MOST_TABS) : [];
  return {
    isKnown: isKnown === true,
    front: isId(front) && has(front) ? front : undefined,
    scrolls: new Map(
      list.flatMap((each) => {
        const { uri, anchor, clearedAt } = fieldsOf(each);
        if (!isId(uri) || !has(uri)) return [];
        const cleared = isCount(clearedAt) ? clearedAt : undefined;
        return [[uri, { anchor: anchorFrom(anchor), clearedAt: cleared }] as const];
      }),
    ),
  };
}

function anchorFrom(value: unknown): Anchor {
  const { kind, block, line, output, at, newest } = fieldsOf(value);
  if (kind !== 'line' || !isCount(line) || !isCount(at) || !isCount(newest)) return BOTTOM;
  const { line: outputLine, row } = fieldsOf(output);
  return {
    kind: 'line',
    block: isId(block) ? block : undefined,
    line,
    ...(isCount(outputLine) && isCount(row) ? { output: { line: outputLine, row } } : {}),
    at,
    newest,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_TEXT;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
