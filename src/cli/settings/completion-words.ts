/** What can be typed after `cotty`, read from the usage of each subcommand. */

import { type SubcommandName, subcommands } from '../ground/subcommands.ts';

export type Completed = {
  readonly name: SubcommandName;
  readonly options: readonly string[];
  /** Words that are arguments: `status`, `stop`, `limits`. */
  readonly words: readonly string[];
  /** Whether names of terminals are arguments. */
  readonly names: boolean;
};

export const completed: readonly Completed[] = Object.entries(subcommands).map(([name, { usage }]) => ({
  name: name as SubcommandName,
  options: [...new Set(usage.match(/--[a-z][a-z-]*/g)), '--help'],
  words: /[[(]([a-z]+(?: \| [a-z]+)+)[\])]/.exec(usage)?.[1]?.split(' | ') ?? [],
  // `cotty new NAME` is a new name, that of `cotty undo` one of a closed terminal.
  names: /^cotty (?!new|undo)\w+ [[(]?NAME/.test(usage),
}));
