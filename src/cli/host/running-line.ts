/** Describes a terminal and its running command on one line, for the question whether to end it. */

import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { printable } from '../common/plain-text.ts';

export function isBusy({ _meta }: TerminalInfo): boolean {
  return cottyMeta<TerminalMeta>(_meta).running !== undefined;
}

export function runningLine({ title, _meta }: TerminalInfo): string {
  const { running } = cottyMeta<TerminalMeta>(_meta);
  return running === undefined
    ? printable(title)
    : `${printable(title)}  (running: ${printable(running.commandLine)})`;
}
