/** Runs as plain text. */

import { chipOf } from '../chip.ts';
import { statusOfEnd } from '../exit-state.ts';
import type { ExportedRun } from './exported.ts';
import { type ExportOptions, visible } from './facts.ts';

/** Each command behind a `$`, its output, and how it ended when that was badly. */
export function plain(runs: readonly ExportedRun[], { title }: ExportOptions = {}): string {
  const all = runs.map(({ run, text }) => {
    const [first = '', ...more] = visible(run.commandLine).split('\n');
    const { tone, words } = chipOf(statusOfEnd(run));
    const end = tone === 'ok' ? [] : [`[${words}]`];
    return [`$ ${first}`, ...more.map((line) => `> ${line}`), ...text.map(visible), ...end, ''].join('\n');
  });
  return [...(title === undefined ? [] : [`${visible(title)}\n`]), ...all].join('\n');
}
