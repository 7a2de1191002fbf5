/** Takes what was typed and printed of one command out of the content; that it ran, and how it ended, stays. */

import type { CommandPart, ContentPart } from './state.ts';

/** In place of the command line. */
export const FORGOTTEN = '[forgotten]';

/** Together with what stands before it: the prompt, behind which the command line was typed. */
export function forgetCommand(content: readonly ContentPart[], commandId: string): readonly ContentPart[] {
  return content.map((part, index) => {
    if (isCommand(part, commandId)) return { ...part, commandLine: FORGOTTEN, output: '' };
    const isBefore = part.type === 'unclassified' && isCommand(content[index + 1], commandId);
    return isBefore ? { ...part, value: '' } : part;
  });
}

function isCommand(part: ContentPart | undefined, commandId: string): part is CommandPart {
  return part?.type === 'command' && part.commandId === commandId;
}
