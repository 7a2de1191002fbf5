/** What can be typed after `cotty`, read from the usage of each subcommand. */

import { type SubcommandName, subcommands, windowText } from '../ground/subcommands.ts';

export type Completed = {
  readonly name: SubcommandName;
  readonly summary: string;
  readonly options: readonly string[];
  /** Words that are arguments: `status`, `stop`, `limits`. */
  readonly words: readonly string[];
  /** Whether names of terminals are arguments. */
  readonly names: boolean;
};

/** Subcommands that ask no host, or only this user's own. */
const local: readonly string[] = ['share', 'web', 'history', 'doctor', 'keys', 'config', 'completion'];

/** Options that a usage has no room for. */
const further: { readonly [N in SubcommandName]?: readonly string[] } = {
  new: ['--config'],
  attach: ['--config', '--nest'],
  host: ['--cert', '--key', '--allow-origin', '--allow-host', '--limits'],
};

function optionsOf(usage: string): readonly string[] {
  return [...new Set(usage.match(/--[a-z][a-z-]*/g))];
}

export const completed: readonly Completed[] = Object.entries(subcommands).map(
  ([key, { usage, summary }]) => {
    const name = key as SubcommandName;
    return {
      name,
      summary,
      options: [
        ...optionsOf(usage),
        ...(further[name] ?? []),
        ...(local.includes(name) ? [] : ['--connect', '--token']),
        '--help',
      ],
      words: [...usage.matchAll(/[[(]([a-z]+(?: \| [a-z]+)+)[\])]/g)].flatMap(([, words = '']) =>
        words.split(' | '),
      ),
      // `cotty new NAME` is a new name, that of `cotty undo` one of a closed terminal.
      names: /^cotty (?!new|undo)\w+ [[(]?NAME/.test(usage),
    };
  },
);

/** The options of `cotty` without a subcommand. */
export const windowOptions: readonly string[] = [
  ...optionsOf(windowText.usage),
  '--token',
  '--help',
  '--version',
];

/** Options behind which the name of a terminal stands. */
export const namedOptions: readonly string[] = ['--terminal', '--each'];

/** Options behind which something stands that only the user knows, a file in most cases. */
export const valuedOptions: readonly string[] = [
  ...new Set(
    [windowText, ...Object.values(subcommands)].flatMap(({ usage }) => {
      const words = usage.split(/[\s[\]()]+/);
      // The name of a value is in capitals.
      return words.filter((word, i) => word.startsWith('--') && /^[A-Z]/.test(words[i + 1] ?? ''));
    }),
  ),
  ...['--token', '--cert', '--key', '--allow-origin', '--allow-host', '--limits'],
].filter((option) => !namedOptions.includes(option));
