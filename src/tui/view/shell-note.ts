/** What stands dimmed in an empty RUN line: the command a dead host interrupted, else the shell and its detection. */

import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { Model } from '../model/model.ts';
import type { Facts } from '../model/step.ts';
import { activeTab } from '../model/step.ts';

export function shellNote(model: Model, facts: Facts | undefined): string {
  const tab = activeTab(model);
  const { shell = 'shell', integration, interrupted, recording } = cottyMeta<TerminalMeta>(tab?._meta);
  if (interrupted !== undefined) return `${interrupted.commandLine}   Enter offers it again`;
  if (recording !== undefined) return recording.off;
  if (integration === undefined || facts === undefined) return '';
  if (typeof integration === 'object') return integration.off;
  if (integration === 'pending') return `${shell} is starting`;
  // Said once: the first block shows it better.
  return facts.blocks.length === 0 ? `${shell}: type a command` : '';
}
