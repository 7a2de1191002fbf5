/**
 * Blocks: the shell commands of a terminal, one block per command part of its content, and before a command one more for what
 * background jobs have printed since the command before it.
 */

import { cottyMeta, META_KEY } from '../../protocol/common/meta.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import { isNoCommand } from '../../protocol/terminal/no-command.ts';
import type { CommandPart, ContentPart, TerminalState } from '../../protocol/terminal/state.ts';
import { type BlockStatus, statusOf } from '../../review/exit-state.ts';
import { placeName, whereLabel } from './place.ts';
import { type Writer, writerLabel } from './writer-label.ts';

/** Stands in place of a command line for what was printed between two commands. */
export const BETWEEN = 'printed in the background';

export type Block = {
  /** Id of the shell command, unique in its terminal; that of a block between commands is made of the next one's. */
  readonly id: string;
  /** Empty for a block between commands. */
  readonly commandLine: string;
  readonly status: BlockStatus;
  readonly writer: Writer;
  /** Unix milliseconds on the host's clock. */
  readonly timestamp: number;
  readonly durationMs?: number;
  /** Directory of the shell command, when it differs from that of the previous block. */
  readonly cwd?: string;
  /** The marks around the command were not cotty's own: another program may have written them. */
  readonly unverified: boolean;
  /** Nothing of it goes to disk: its line begins with a blank, and the shell's own history ignores such lines. */
  readonly unrecorded: boolean;
  /** The shell that ran it, if that was not the terminal's own one: `fish`, `root@box`. */
  readonly where?: string;
  readonly note?: { readonly text: string; readonly writer: Writer };
  readonly bookmarked?: true;
  readonly part: CommandPart;
};

/** Result of the last read and its input. Parts that are still the same objects are not read again. */
type BlocksRead = {
  readonly me: string;
  readonly home: string | undefined;
  readonly content: readonly ContentPart[];
  readonly blocks: readonly Block[];
  /** For each block, the index of its part and the directory (URI) after it. */
  readonly origins: readonly { readonly index: number; readonly place: string | undefined }[];
};

/** The last results, by the first part of a content, which stays the same object while the content only grows. */
const lastReads = new WeakMap<ContentPart, BlocksRead>();

/**
 * Returns the blocks of a terminal, oldest first; only the last can be running. The array is the same while no
 * command part changes. `me` is this window's writer (`user:NAME`), `home` the host's home directory.
 */
export function blocksOf(state: TerminalState, me: string, home?: string): readonly Block[] {
  const first = state.content[0];
  if (first === undefined) return [];
  const known = lastReads.get(first);
  const before = known?.me === me && known.home === home ? known : undefined;
  const reading = read(state, me, home, before);
  lastReads.set(first, reading);
  return reading.blocks;
}

/** Number of blocks whose shell command has ended; they are above the live part. */
export function finishedCount(blocks: readonly Block[]): number {
  return blocks.at(-1)?.status.kind === 'running' ? blocks.length - 1 : blocks.length;
}

/** The block whose shell command runs. */
export function runningBlock(blocks: readonly Block[]): Block | undefined {
  return blocks[finishedCount(blocks)];
}

function read(
  state: TerminalState,
  me: string,
  home: string | undefined,
  before: BlocksRead | undefined,
): BlocksRead {
  const { content } = state;
  const last = content.findLastIndex(isCommandPart);
  const kept = before === undefined ? 0 : keptBlocks(before, sharedStart(content, before.content), last);
  const blocks = before?.blocks.slice(0, kept) ?? [];
  const origins = before?.origins.slice(0, kept) ?? [];
  for (let index = (origins.at(-1)?.index ?? -1) + 1; index <= last; index++) {
    const part = content[index];
    if (part === undefined || !isCommandPart(part)) continue;
    // A terminal is assumed to start in the home directory, so the first block names its directory only elsewhere.
    const place = origins.at(-1)?.place ?? (home === undefined ? undefined : `file://${home}`);
    const open = index === last && state.lifecycle.status === 'running';
    const found = blocksOfPart(part, { open, me, home, place });
    const after = cottyMeta<CommandMeta>(part._meta).cwd ?? place;
    blocks.push(...found);
    origins.push(...found.map(() => ({ index, place: after })));
  }
  const unchanged = kept === blocks.length && kept === before?.blocks.length;
  return { me, home, content, blocks: unchanged ? before.blocks : blocks, origins };
}

/** Returns the block of what was printed before the command, if there is one, and the block of the command. */
function blocksOfPart(part: CommandPart, around: Around): readonly Block[] {
  const between = betweenBlock(part);
  return isNoCommand(part) ? between : [...between, blockOf(part, around)];
}

function isCommandPart(part: ContentPart): part is CommandPart {
  return part.type === 'command';
}

function sharedStart(a: readonly ContentPart[], b: readonly ContentPart[]): number {
  const limit = Math.min(a.length, b.length);
  let same = 0;
  while (same < limit && a[same] === b[same]) same++;
  return same;
}

/**
 * Number of blocks from unchanged parts. A running block is read again, because its end may be recorded in another part, and one
 * whose last line was left out when another command follows. `lastCommand`: index of the last command.
 */
function keptBlocks(before: BlocksRead, same: number, lastCommand: number): number {
  let kept = before.blocks.length;
  while (kept > 0 && (before.origins[kept - 1]?.index ?? 0) >= same) kept--;
  const last = before.origins[kept - 1]?.index;
  const kind = before.blocks[kept - 1]?.status.kind;
  const isFollowed = last !== undefined && last < lastCommand;
  if (kind !== 'running' && !(kind === 'inside' && isFollowed)) return kept;
  while (kept > 0 && before.origins[kept - 1]?.index === last) kept--;
  return kept;
}

/** Returns the id of the block of what was printed before a command. */
export function betweenId(commandId: string): string {
  return `${commandId}:before`;
}

/** Blocks between commands, by the metadata of the next command, which stay the same object while it prints. */
const betweenBlocks = new WeakMap<object, Block>();

/** Makes a block of the output that was printed before a command while none ran; undefined if there is none. */
function betweenBlock(part: CommandPart): readonly Block[] {
  const { before, cols, noCommand, seq } = cottyMeta<CommandMeta>(part._meta);
  if (typeof before !== 'string' || before === '' || part._meta === undefined) return [];
  const known = betweenBlocks.get(part._meta);
  if (known !== undefined) return [known];
  const id = betweenId(part.commandId);
  const { timestamp } = part;
  const meta: CommandMeta = {
    ...(cols === undefined ? {} : { cols }),
    ...(noCommand === true && seq !== undefined ? { seq } : {}),
  };
  const block: Block = {
    id,
    commandLine: '',
    status: { kind: 'between' },
    writer: writerLabel(undefined, ''),
    timestamp,
    unverified: false,
    unrecorded: false,
    part: {
      type: 'command',
      commandId: id,
      commandLine: '',
      output: before,
      timestamp,
      isComplete: true,
      _meta: { [META_KEY]: meta },
    },
  };
  betweenBlocks.set(part._meta, block);
  return [block];
}

type Around = {
  /** Whether the terminal is busy with this shell command. */
  readonly open: boolean;
  readonly me: string;
  readonly home: string | undefined;
  /** URI of the directory before the shell command. */
  readonly place: string | undefined;
};

function blockOf(part: CommandPart, { open, me, home, place }: Around): Block {
  const meta = cottyMeta<CommandMeta>(part._meta);
  const cwd = moved(place, meta.cwd, home);
  const status = statusOf(part, open);
  return {
    id: part.commandId,
    commandLine: part.commandLine,
    status,
    writer: writerLabel(meta.writer, me),
    timestamp: part.timestamp,
    ...(part.durationMs === undefined ? {} : { durationMs: part.durationMs }),
    ...(cwd === undefined ? {} : { cwd }),
    unverified: meta.unverified === true,
    unrecorded: meta.unrecorded === true,
    ...(meta.where === undefined ? {} : { where: whereLabel(meta.where) }),
    ...(meta.note === undefined
      ? {}
      : { note: { text: meta.note.text, writer: writerLabel(meta.note.by, me) } }),
    ...(meta.bookmarked === true ? { bookmarked: true } : {}),
    part: open && status.kind === 'inside' ? withoutOpenLine(part) : part,
  };
}

/**
 * Leaves out a last line without an end. When a command has just entered another shell, that is the prompt of this shell, which
 * the live part begins with.
 */
function withoutOpenLine(part: CommandPart): CommandPart {
  const output = part.output.slice(0, part.output.lastIndexOf('\n') + 1);
  return output.length === part.output.length ? part : { ...part, output };
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
