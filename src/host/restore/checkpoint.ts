/** Makes a checkpoint: the state of a terminal that the head of its replay log holds. */

import type { RecentCommands } from '../../ledger/records/recent-commands.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import { safeCut } from '../../protocol/terminal/safe-cut.ts';
import type { ContentPart } from '../../protocol/terminal/state.ts';
import { serialise } from '../../screen/serialise/serialise.ts';
import type { Checkpoint } from '../keep/replay-head.ts';
import type { Kept } from '../terminal/snapshot.ts';

/** Limit in UTF-16 units of a part. What is cut off at its beginning is in the record. */
const PART_KEPT = 256 * 1024;
/** Limit of the scrollback in lines. Earlier output is in the blocks. */
const LINES_KEPT = 1000;

export function checkpointOf({ output, screen, status }: Kept, commands: RecentCommands): Checkpoint {
  const kept = output.kept;
  const { state } = output;
  const { title, cwd, claim } = state;
  const behind = state.content.slice(state.content.findLastIndex(isRecorded) + 1);
  const content = behind.map(shortened);
  const isCut = content.at(-1) !== behind.at(-1);
  const command = commands.keep();
  return {
    ...kept,
    ...status.kept,
    tail: isCut ? { ...kept.tail, cut: true } : kept.tail,
    detected: state.supportsCommandDetection === true,
    title,
    ...(cwd === undefined ? {} : { cwd }),
    claim,
    content,
    screen: serialise(screen.read(), { scrollback: Math.min(LINES_KEPT, screen.scrollback) }),
    ...screen.liveStart(),
    ...(command === undefined ? {} : { command }),
    entered: commands.entered,
  };
}

function isRecorded(part: ContentPart): boolean {
  return part.type === 'command' && part.isComplete && cottyMeta<CommandMeta>(part._meta).seq !== undefined;
}

function shortened(part: ContentPart): ContentPart {
  if (part.type === 'command') {
    const { output } = part;
    if (output.length <= PART_KEPT) return part;
    return { ...part, output: output.slice(safeCut(output, output.length - PART_KEPT)) };
  }
  const { value } = part;
  if (value.length <= PART_KEPT) return part;
  return { ...part, value: value.slice(safeCut(value, value.length - PART_KEPT)) };
}
