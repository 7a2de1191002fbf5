/** Selects the blocks that the body shows: all finished blocks, or only those that a filter lets pass. */

import { cottyMeta } from '../../protocol/common/meta.ts';
import {
  type CommandFilter,
  type FilteredCommand,
  passesFilter,
} from '../../protocol/cotty/filter/command-filter.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import { hasFailed } from '../../review/exit-state.ts';
import { type Block, finishedCount } from './block.ts';
import { finder } from './match-text.ts';

export type BlockFilter = {
  /** As a person has typed it. */
  readonly words: string;
  /** Text that the command line has; empty for any. */
  readonly text: string;
  readonly filter: CommandFilter;
};

const FAILED = 'is:failed';

/** Caches by array of blocks, which stays the same array while no block changes. */
const filteredOf = new WeakMap<readonly Block[], { filter: BlockFilter; shown: readonly Block[] }>();
const finishedOf = new WeakMap<readonly Block[], readonly Block[]>();

export function shownBlocks(blocks: readonly Block[], filter: BlockFilter | undefined): readonly Block[] {
  if (filter === undefined) return finished(blocks);
  const known = filteredOf.get(blocks);
  if (known?.filter === filter) return known.shown;
  const shown = filtered(blocks, filter);
  filteredOf.set(blocks, { filter, shown });
  return shown;
}

/** Returns the filter that lets only failed blocks pass as well, or does not ask for that any more. */
export function withFailedToggled(filter: BlockFilter | undefined): BlockFilter | undefined {
  const { words = '', text = '', filter: had = {} } = filter ?? {};
  const others = words.split(' ').filter((word) => word !== '' && word !== FAILED);
  if (had.failed !== true)
    return { words: [FAILED, ...others].join(' '), text, filter: { ...had, failed: true } };
  const { failed: _was, ...rest } = had;
  return others.length === 0 ? undefined : { words: others.join(' '), text, filter: rest };
}

function filtered(blocks: readonly Block[], { text, filter }: BlockFilter): readonly Block[] {
  const find = text === '' ? () => true : finder(text);
  const isFound = ({ commandLine, part }: Block): boolean => {
    const { note } = cottyMeta<CommandMeta>(part._meta);
    return find(commandLine) || (note !== undefined && find(note.text));
  };
  return finished(blocks).filter((block) => isFound(block) && passesFilter(filter, factsOf(block)));
}

function factsOf({ status, part, timestamp, durationMs = 0 }: Block): FilteredCommand {
  const meta = cottyMeta<CommandMeta>(part._meta);
  return {
    ...meta,
    failed: hasFailed(status),
    startedAt: timestamp,
    endedAt: timestamp + durationMs,
    durationMs,
    exitCode: part.exitCode,
    host: meta.where?.host,
    noted: meta.note !== undefined,
  };
}

/** Returns the finished blocks; a running shell command belongs to the live rows. */
function finished(blocks: readonly Block[]): readonly Block[] {
  if (finishedCount(blocks) === blocks.length) return blocks;
  const known = finishedOf.get(blocks) ?? blocks.slice(0, -1);
  finishedOf.set(blocks, known);
  return known;
}
