/** Blocks — what the shell ran, read off a terminal's content, one block a command part. */

import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { CommandMeta } from '../../../protocol/terminal/command-meta.ts';
import type { CommandPart, ContentPart, TerminalState } from '../../../protocol/terminal/state.ts';
import { type BlockStatus, statusOf } from './exit-state.ts';
import { placeName } from './place.ts';
import { type Writer, writerLabel } from './writer-label.ts';

export type Block = {
  /** The command's id: unique in its terminal. */
  readonly id: string;
  readonly commandLine: string;
  readonly status: BlockStatus;
  readonly writer: Writer;
  /** Unix milliseconds on the host's clock. */
  readonly timestamp: number;
  readonly durationMs?: number;
  /** Where it ran, when that is not where the block before it ran. */
  readonly cwd?: string;
  /** The marks around it were not ours: another program could have written them. */
  readonly unverified: boolean;
  readonly part: CommandPart;
};

/** What was read last time, and from what: parts that are still the same objects are not read again. */
type Reading = {
  readonly me: string;
  readonly home: string | undefined;
  readonly content: readonly ContentPart[];
  readonly blocks: readonly Block[];
  /** Of each block: the index of its part, and the directory (URI) known after it. */
  readonly origins: readonly { readonly index: number; readonly place: string | undefined }[];
};

/** Keyed by the first part of a content, which stays the same object while the content only grows. */
const readings = new WeakMap<ContentPart, Reading>();

/**
 * The blocks of a terminal, oldest first; only the last can be running. The same array comes back while no command
 * part changed. `me` is this window's writer (`user:NAME`), `home` the host's home directory.
 */
export function blocksOf(state: TerminalState, me: string, home?: string): readonly Block[] {
  const first = state.content[0];
  if (first === undefined) return [];
  const known = readings.get(first);
  const before = known?.me === me && known.home === home ? known : undefined;
  const reading = read(state, me, home, before);
  readings.set(first, reading);
  return reading.blocks;
}

/** Blocks whose command has ended: what stands above the live part. */
export function finishedCount(blocks: readonly Block[]): number {
  return blocks.at(-1)?.status.kind === 'running' ? blocks.length - 1 : blocks.length;
}

function read(
  state: TerminalState,
  me: string,
  home: string | undefined,
  before: Reading | undefined,
): Reading {
  const { content } = state;
  const kept = before === undefined ? 0 : keptBlocks(before, sharedStart(content, before.content));
  const blocks = before?.blocks.slice(0, kept) ?? [];
  const origins = before?.origins.slice(0, kept) ?? [];
  const last = content.findLastIndex((part) => part.type === 'command');
  for (let index = (origins.at(-1)?.index ?? -1) + 1; index <= last; index++) {
    const part = content[index];
    if (part?.type !== 'command') continue;
    // A terminal is taken to start in the home directory: the first block names its place only elsewhere.
    const place = origins.at(-1)?.place ?? (home === undefined ? undefined : `file://${home}`);
    const open = index === last && state.lifecycle.status === 'running';
    blocks.push(blockOf(part, { open, me, home, place }));
    origins.push({ index, place: cottyMeta<CommandMeta>(part._meta).cwd ?? place });
  }
  const unchanged = kept === blocks.length && kept === before?.blocks.length;
  return { me, home, content, blocks: unchanged ? before.blocks : blocks, origins };
}

function sharedStart(a: readonly ContentPart[], b: readonly ContentPart[]): number {
  const limit = Math.min(a.length, b.length);
  let same = 0;
  while (same < limit && a[same] === b[same]) same++;
  return same;
}

/** How many blocks come from unchanged parts; one that was running is read anew, its end may show elsewhere. */
function keptBlocks(before: Reading, same: number): number {
  let kept = before.blocks.length;
  while (kept > 0 && (before.origins[kept - 1]?.index ?? 0) >= same) kept--;
  return kept > 0 && before.blocks[kept - 1]?.status.kind === 'running' ? kept - 1 : kept;
}

type Around = {
  /** The terminal is busy with it. */
  readonly open: boolean;
  readonly me: string;
  readonly home: string | undefined;
  /** URI of the directory before it. */
  readonly place: string | undefined;
};

function blockOf(part: CommandPart, { open, me, home, place }: Around): Block {
  const meta = cottyMeta<CommandMeta>(part._meta);
  const cwd = moved(place, meta.cwd, home);
  return {
    id: part.commandId,
    commandLine: part.commandLine,
    status: statusOf(part, open),
    writer: writerLabel(meta.writer, me),
    timestamp: part.timestamp,
    ...(part.durationMs === undefined ? {} : { durationMs: part.durationMs }),
    ...(cwd === undefined ? {} : { cwd }),
    unverified: meta.unverified === true,
    part,
  };
}

function moved(
  from: string | undefined,
  to: string | undefined,
  home: string | undefined,
): string | undefined {
  if (to === undefined) return undefined;
  const name = placeName(to, home);
  return from !== undefined && placeName(from, home) === name ? undefined : name;
}
