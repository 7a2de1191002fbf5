/** Runs as plain text. */

import type { ExportedRun } from './exported.ts';
import { type ExportOptions, outcomeOf, visible } from './facts.ts';

/** Each command behind a `$`, its output, and how it ended when that was badly. */
export function plain(runs: readonly ExportedRun[], { title }: ExportOptions = {}): string {
  const all = runs.map(({ run, text }) => {
    const [first = '', ...more] = visible(run.commandLine).split('\n');
    const { tone, words } = outcomeOf(run);
    const end = tone === 'good' ? [] : [`[${words}]`];
    return [`$ ${first}`, ...more.map((line) => `> ${line}`), ...text.map(visible), ...end, ''].join('\n');
  });
  return [...(title === undefined ? [] : [`${visible(title)}\n`]), ...all].join('\n');
}
