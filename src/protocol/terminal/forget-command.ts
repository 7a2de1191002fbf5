/** Removes the command line and output of one command from the content; its part and its exit code stay. */

import type { CommandPart, ContentPart } from './state.ts';

/** Replaces the command line. */
export const FORGOTTEN = '[forgotten]';

/** Also clears the part before the command: the prompt, after which the command line was typed. */
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
