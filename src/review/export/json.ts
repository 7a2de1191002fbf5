/** Runs as JSON, for programs. */

import { harmlessJson } from '../../protocol/common/harmless-text.ts';
import type { ExportedRun } from './exported.ts';
import type { ExportOptions } from './facts.ts';

/** The fields of each run but its times, `output` as it was printed, and `text`, its lines without colours. */
export function json(runs: readonly ExportedRun[], { title }: ExportOptions = {}): string {
  const all = runs.map(({ run: { times: _times, ...run }, text }) => ({ ...run, text }));
  return `${harmlessJson({ version: 1, ...(title === undefined ? {} : { title }), runs: all }, 2)}\n`;
}
