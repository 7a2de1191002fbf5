/** Searches command lines and outputs of the blocks lazily, in slices that the caller drives. */

import type { Block } from '../../../client/blocks/block.ts';
import { asConsole, withoutControls } from '../../../client/blocks/copied-text.ts';
import { type Finder, finder } from '../../../client/blocks/match-text.ts';
import { isShortened, type OutputPieces } from '../../../client/blocks/output-pieces.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { CommandMeta } from '../../../protocol/terminal/command-meta.ts';
import type { CommandPart } from '../../../protocol/terminal/state.ts';
import type { Found, Match, Search } from '../block/block-view.ts';

/** Stands for the live part in a match; its lines are rows of the live part. */
export const LIVE = '';

/** Plain logical lines of an output. */
export type OutputText = {
  lines(part: CommandPart): readonly string[];
  /** The lines of an output that the window has, with their numbers. */
  held(part: CommandPart): OutputPieces;
  /** The rows of the live part, as text. */
  live?(): readonly string[];
};

export type SearchInput = {
  /** The blocks shown, oldest first. */
  readonly blocks: readonly Block[];
  /** The command that runs; what it prints is the live part. */
  readonly running?: Block | undefined;
  readonly query: string;
  readonly text: OutputText;
  /** Starting match, whose own line is searched last. Without it, the search starts at the newest line. */
  readonly from?: Match | undefined;
  readonly direction: 'up' | 'down';
};

/** A block, the command line of the one that runs, or the live part, which is the newest. */
type Item = { readonly id: string; readonly lines: (find: Finder) => readonly number[] };

/**
 * Searches once around, from the line after `from` back to it. Yields every match, and undefined after each block
 * without one, so that the caller can stop to handle a key. A line with several matches counts once.
 */
export function* search(input: SearchInput): Generator<Match | undefined, void> {
  if (input.query === '') return;
  const find = finder(input.query);
  for (const { item, wants } of visits(input)) {
    const lines = item.lines(find).filter(wants);
    if (input.direction === 'up') lines.reverse();
    if (lines.length === 0) yield undefined;
    for (const line of lines) yield { block: item.id, line };
  }
}

type Visit = { readonly item: Item; readonly wants: (line: number) => boolean };

/**
 * Visits every block and the live part once, wrapping around at the end. The item of `from` comes twice: first its lines beyond
 * `from`, at the end the rest.
 */
function* visits(input: SearchInput): Generator<Visit, void> {
  const { from, direction } = input;
  const items = itemsOf(input);
  const count = items.length;
  const step = direction === 'down' ? 1 : -1;
  const isBeyond = (line: number): boolean => (line - (from?.line ?? 0)) * step > 0;
  const start = from === undefined ? -1 : items.findLastIndex(({ id }) => id === from.block);
  const first = step > 0 ? 0 : count - 1;

  const at = (index: number) => itemAt(input, items[index] ?? LIVE_ITEM);
  if (start >= 0) yield { item: at(start), wants: isBeyond };
  const others = start < 0 ? count : count - 1;
  for (let visit = 0; visit < others; visit++) {
    const index = start < 0 ? first + step * visit : start + step * (visit + 1);
    yield { item: at((index + count) % count), wants: () => true };
  }
  if (start >= 0) yield { item: at(start), wants: (line) => !isBeyond(line) };
}

/** A block; the live part has none. */
type Place = { readonly id: string; readonly block?: Block };

const LIVE_ITEM: Place = { id: LIVE };

function itemsOf({ blocks, running }: SearchInput): readonly Place[] {
  const all = running === undefined ? blocks : [...blocks, running];
  return [...all.map((block) => ({ id: block.id, block })), LIVE_ITEM];
}

function itemAt({ text }: SearchInput, { id, block }: Place): Item {
  if (block === undefined) return { id, lines: (find) => liveMatches(find, text) };
  const printed = (find: Finder) => (block.status.kind === 'running' ? [] : outputMatches(block, find, text));
  return { id, lines: (find) => [...inCommandLine(block, find), ...printed(find)] };
}

/**
 * Drives a search to its next match through at most `blocks` blocks. The match is undefined when none was found yet;
 * `ended` says that the search is complete.
 */
export function nextMatch(
  running: Generator<Match | undefined, void>,
  blocks: number,
): { readonly match: Match | undefined; readonly ended: boolean } {
  for (let visited = 0; visited < blocks; visited++) {
    const { value, done } = running.next();
    if (done === true) return { match: undefined, ended: true };
    if (value !== undefined) return { match: value, ended: false };
  }
  return { match: undefined, ended: false };
}

/** Returns the line −1 when the command line or its note matches. */
function inCommandLine({ commandLine, note }: Block, find: Finder): readonly number[] {
  return find(withoutControls(commandLine)) || (note !== undefined && find(note.text)) ? [-1] : [];
}

/** Returns the matching rows of the live part, top to bottom. */
function liveMatches(find: Finder, text: OutputText): readonly number[] {
  return (text.live?.() ?? []).flatMap((line, row) => (find(line) ? [row] : []));
}

/** Returns the matching lines among those that the window has of an output, top to bottom. */
export function outputMatches(block: Block, find: Finder, text: OutputText): readonly number[] {
  const lines: number[] = [];
  for (const { part, firstLine } of text.held(block.part).pieces) {
    text.lines(part).forEach((line, index) => {
      if (find(line)) lines.push(firstLine + index);
    });
  }
  return lines;
}

// All matches of a search in order: in command lines, in the outputs that the host keeps, and in the
// live part.

type Sought = {
  /** The blocks shown, oldest first. */
  readonly blocks: readonly Block[];
  /** The command that runs; what it prints is the live part. */
  readonly running?: Block | undefined;
  readonly query: string;
  readonly found: Found;
  readonly text: OutputText;
};

/** Cache of the matches by the host's answer: stepping through them does not search again while the blocks are the same. */
const known = new WeakMap<Found, Known>();

type Known = {
  readonly blocks: readonly Block[];
  readonly matches: readonly Match[];
  /** With the matches of the live part, as they were when the list was last made. */
  readonly all: readonly Match[];
};

/** Returns the matches as they were last listed, without looking for any. */
export function knownMatches({ found }: Search): readonly Match[] {
  return (found && known.get(found)?.all) ?? [];
}

/** Returns the matches, oldest first. */
export function matchList(sought: Sought): readonly Match[] {
  const { blocks, running, query, found, text } = sought;
  const made = known.get(found);
  const inBlocks = made?.blocks === blocks ? made.matches : matchesInBlocks(sought);
  const find = finder(query);
  const inHeader = running === undefined ? [] : inCommandLine(running, find);
  const live = liveMatches(find, text);
  const all = [
    ...inBlocks,
    ...inHeader.map((line) => ({ block: running?.id ?? LIVE, line })),
    ...live.map((line) => ({ block: LIVE, line })),
  ];
  known.set(found, { blocks, matches: inBlocks, all });
  return all;
}

function matchesInBlocks({ blocks, query, found, text }: Sought): readonly Match[] {
  const find = finder(query);
  const reported = linesByCommand(found);
  return blocks.flatMap((block) => {
    const { seq } = cottyMeta<CommandMeta>(block.part._meta);
    const lines =
      seq === undefined || seq < found.from
        ? outputMatches(block, find, text)
        : searchedLines(block, reported.get(seq), find, text);
    return [...inCommandLine(block, find), ...lines].map((line) => ({ block: block.id, line }));
  });
}

function linesByCommand({ matches }: Found): ReadonlyMap<number, readonly number[]> {
  const lines = new Map<number, number[]>();
  for (const { seq, line } of matches) {
    const of = lines.get(seq);
    if (of === undefined) lines.set(seq, [line - 1]);
    else of.push(line - 1);
  }
  return lines;
}

/**
 * Returns the matching lines of a block for which the host reports matches. An output that the window has whole is searched as
 * shown, without overwritten text; for a shortened one the host's lines are taken.
 */
function searchedLines(
  block: Block,
  reported: readonly number[] | undefined,
  find: Finder,
  text: OutputText,
): readonly number[] {
  if (reported === undefined) return [];
  if (isShortened(block.part)) return [...reported].sort((one, other) => one - other);
  return outputMatches(block, find, text);
}

/** Returns the match before or after the current one, around the ends; without one, the newest, or downwards the oldest. */
export function nextOf(all: readonly Match[], current: Match | undefined, direction: 'up' | 'down'): number {
  const { block, line } = current ?? { block: undefined, line: 0 };
  // The current match may be on a line that is not listed: its neighbours are those of the same block.
  const before = all.findLastIndex((match) => match.block === block && match.line < line);
  const after = all.findIndex((match) => match.block === block && match.line >= line);
  if (before < 0 && after < 0) return direction === 'up' ? all.length - 1 : 0;
  const next = after < 0 ? before + 1 : after;
  const isListed = all[next]?.block === block && all[next]?.line === line;
  const at = direction === 'up' ? next - 1 : next + (isListed ? 1 : 0);
  return (at + all.length) % all.length;
}

// Text for the clipboard: output, command, or both as Markdown, in whole logical lines without control
// characters.

export type Copy = { readonly text: string; readonly lines: number };

export function copyOutput(block: Block, output: OutputText): Copy {
  const lines = output.lines(block.part);
  return { text: lines.join('\n'), lines: lines.length };
}

export function copyCommand(block: Block): Copy {
  const text = withoutControls(block.commandLine);
  return { text, lines: text.split('\n').length };
}

/** Returns a fenced block with a prompt before the command, ready to paste into an issue. */
export function copyBoth(block: Block, output: OutputText): Copy {
  if (block.status.kind === 'between') return copyOutput(block, output);
  const text = asConsole(block.commandLine, output.lines(block.part));
  return { text, lines: text.split('\n').length - FENCES };
}

/** The two lines of a fenced block that hold the fences. */
const FENCES = 2;
