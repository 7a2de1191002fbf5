/** The dimmed note in an empty RUN line: the command a dead host interrupted, else the shell and its integration. */

import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import { keyHint } from '../model/derived/key-of.ts';
import type { Model } from '../model/model.ts';
import type { TerminalReading } from '../model/readings.ts';
import { activeTab } from '../model/step.ts';

export function shellNote(model: Model, terminal: TerminalReading | undefined): string {
  const tab = activeTab(model);
  const { shell = 'shell', integration, interrupted, recording } = cottyMeta<TerminalMeta>(tab?._meta);
  if (interrupted !== undefined) {
    const again = keyHint(model, 'run', 'input.submit', 'offers it again') ?? '';
    return `${interrupted.commandLine}   ${again}`.trimEnd();
  }
  if (recording !== undefined) return recording.off;
  if (integration === undefined || terminal === undefined) return '';
  if (typeof integration === 'object') return integration.off;
  if (integration === 'pending') return `${shell} is starting`;
  // Shown only until there is a block, which shows it better.
  return terminal.blocks.length === 0 ? `${shell}: type a command` : '';
}
