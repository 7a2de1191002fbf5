/** `cotty --help`: what is used every day, by examples that fit a screen. `cotty help all` has everything. */

import type { Line } from './help-pages.ts';

/** Each example is a command line that works as it is, where a terminal is called web. */
export const EVERYDAY: readonly (readonly [title: string, examples: readonly Line[]])[] = [
  [
    'The window',
    [
      ['cotty', 'open the window, or come back to it'],
      ['cotty tour', 'try it for a minute; nothing stays'],
    ],
  ],
  [
    'Terminals',
    [
      ['cotty new web -- npm start', 'make the terminal web, and run a command in it'],
      ['cotty ls', 'list the terminals, and what runs in them'],
      ['cotty kill web', 'end it; for some minutes cotty undo helps'],
    ],
  ],
  [
    'Scripts and agents',
    [
      ['cotty run web -- make test', 'run in it, print the output, exit with its code'],
      ['cotty read web', 'print the last command with its output'],
      ['cotty wait web --timeout 10m', 'wait until its command ends'],
    ],
  ],
  [
    'Looking back',
    [
      ['cotty history --failed', 'commands of all terminals that failed'],
      ['cotty export web -o web.html', 'write a command with its output as a page'],
      ['cotty doctor', 'report what to change so that more works'],
    ],
  ],
];

const WIDTH = Math.max(...EVERYDAY.flatMap(([, examples]) => examples.map(([left]) => left.length)));

export function everydayHelp(version: string): string {
  return [
    `cotty ${version}: a terminal multiplexer whose terminals people and agents share`,
    '',
    ...EVERYDAY.flatMap(([title, examples]) => [
      title,
      ...examples.map(([left, right]) => `  ${left.padEnd(WIDTH)}  ${right}`),
    ]),
    '',
    'One subcommand: cotty new --help',
    'All, with options and exit codes: cotty help all',
    '',
  ].join('\n');
}
