/** The pane layout as text, which the host keeps for the next window. Any client may have written it, so reading validates it. */

import { isArrangement, MOST_PANES, type Split } from '../split.ts';

/** The name of the note. */
export const SPLIT_NOTE = 'splits';

/** Limits of what is written and read: splits, and characters of a name or URI. */
const MOST_SPLITS = 16;
const MAX_TEXT = 256;

export function writeSplits(splits: readonly Split[]): string {
  return splits.length === 0 ? '' : JSON.stringify(splits.slice(-MOST_SPLITS));
}

/** Returns the splits of a note whose terminals are there; what is no split is left out. */
export function readSplits(text: string, has: (uri: string) => boolean): readonly Split[] {
  const taken = new Set<string>();
  return parsed(text)
    .slice(0, MOST_SPLITS)
    .flatMap((each) => {
      const split = splitFrom(each, (uri) => has(uri) && !taken.has(uri));
      for (const uri of split?.members ?? []) taken.add(uri);
      return split === undefined ? [] : [split];
    });
}

function parsed(text: string): readonly unknown[] {
  try {
    const found: unknown = JSON.parse(text);
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

function splitFrom(value: unknown, has: (uri: string) => boolean): Split | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { name, members, arrangement, columns, rows, zoomed, peeks } = value as Readonly<
    Record<string, unknown>
  >;
  const named = texts(members);
  const there = [...new Set(named)].filter(has).slice(0, MOST_PANES);
  if (there.length < 2 || !isArrangement(arrangement)) return undefined;
  const isWhole = there.length === named.length;
  return {
    name: typeof name === 'string' && name.length <= MAX_TEXT ? name : undefined,
    members: there,
    arrangement,
    columns: isWhole ? shares(columns) : [],
    rows: isWhole ? shares(rows) : [],
    zoomed: zoomed === true,
    peeks: texts(peeks).filter((uri) => there.includes(uri)),
  };
}

function texts(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value.filter((each): each is string => typeof each === 'string' && each.length <= MAX_TEXT);
}

function shares(value: unknown): readonly number[] {
  if (!Array.isArray(value) || value.length > MOST_PANES) return [];
  const fine = value.filter((each): each is number => typeof each === 'number' && each > 0 && each < 10_000);
  return fine.length === value.length ? fine : [];
}
