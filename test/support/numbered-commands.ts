/** Commands that each have a number, an output and an exit code of their own, to see that a shell's blocks are the right ones. */

import { expect } from 'vitest';
import type { CommandPart } from '../../src/protocol/terminal/state.ts';

/** Each prints its number and leaves with a code of its own, so that nothing can be taken for something else. */
export const numberedLine = (number: number): string => `sh -c 'echo out-${number}; exit ${number % 7}'`;

export function expectNumbered(commands: readonly CommandPart[], count: number): void {
  const told = commands.map(({ commandLine, exitCode, output }) => ({
    commandLine,
    exitCode,
    output: printed(output),
  }));
  const expected = Array.from({ length: count }, (_, number) => ({
    commandLine: numberedLine(number),
    exitCode: number % 7,
    output: `out-${number}`,
  }));
  expect(told).toEqual(expected);
}

/** What a person reads: fish sets title and modes after it has said that the command begins. */
function printed(output: string): string {
  return output
    .replace(
      /\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[[\x20-\x3f]*[\x40-\x7e]|\x1b[\x20-\x2f]+[\x30-\x7e]/g,
      '',
    )
    .replace(/\r+\n?/g, '\n')
    .trim();
}

/** Whether so many commands have ended. */
export const endedCommands = (count: number) => (commands: readonly CommandPart[]) =>
  commands.filter(({ isComplete }) => isComplete).length >= count;
