/** Removes the command line and output of one command from the content; its part and its exit code stay. */

import { cottyMeta, META_KEY } from '../common/meta.ts';
import type { CommandMeta } from './command-meta.ts';
import type { CommandPart, ContentPart } from './state.ts';

/** Replaces the command line. */
export const FORGOTTEN = '[forgotten]';

/** Also clears the part before the command: the prompt, at which the command line was typed. */
export function forgetCommand(content: readonly ContentPart[], commandId: string): readonly ContentPart[] {
  return content.map((part, index) => {
    if (isCommand(part, commandId)) return withoutText(part);
    const isBefore = part.type === 'unclassified' && isCommand(content[index + 1], commandId);
    return isBefore ? { ...part, value: '' } : part;
  });
}

/** The counts of an output that is gone would suggest that it can be fetched. */
function withoutText(part: CommandPart): CommandPart {
  const {
    counts: _counts,
    omitted: _omitted,
    before: _before,
    note: _note,
    ...rest
  } = cottyMeta<CommandMeta>(part._meta);
  const meta = part._meta === undefined ? {} : { _meta: { ...part._meta, [META_KEY]: rest } };
  return { ...part, commandLine: FORGOTTEN, output: '', ...meta };
}

function isCommand(part: ContentPart | undefined, commandId: string): part is CommandPart {
  return part?.type === 'command' && part.commandId === commandId;
}
