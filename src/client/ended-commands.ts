/** Commands that ended between two of the host's lists, and what a notice says of them. */

import { longDuration } from '../protocol/common/durations.ts';
import { cottyMeta } from '../protocol/common/meta.ts';
import type { TerminalMeta } from '../protocol/cotty/cotty-meta.ts';
import type { TerminalInfo } from '../protocol/terminal/state.ts';
import { statusOfCode } from '../review/exit-state.ts';

/** A shell command that ended between two of the host's lists. */
export type Ended = {
  readonly tab: TerminalInfo;
  readonly commandLine: string;
  readonly writer: string | undefined;
  /** Unix milliseconds on the host's clock. */
  readonly began: number;
  readonly finishedAt: number;
  readonly exitCode: number | undefined;
};

/** Returns the commands that the host's new list says have ended since the list before. */
export function endedBetween(
  before: readonly TerminalInfo[],
  after: readonly TerminalInfo[],
): readonly Ended[] {
  return after.flatMap((tab) => {
    const was = cottyMeta<TerminalMeta>(before.find(({ resource }) => resource === tab.resource)?._meta);
    const { last } = cottyMeta<TerminalMeta>(tab._meta);
    const { running } = was;
    if (running === undefined || last === undefined) return [];
    if (last.finishedAt <= (was.last?.finishedAt ?? 0)) return [];
    // Lists were missed, and the last command is another one: the end of the one before is unknown.
    if (last.commandLine !== running.commandLine) return [];
    const { commandLine, timestamp: began, writer } = running;
    return [{ tab, commandLine, writer, began, finishedAt: last.finishedAt, exitCode: last.exitCode }];
  });
}

/** Whether a command was interrupted or suspended by hand, so that its end is no news. */
export function isStopped(exitCode: number | undefined): boolean {
  const { kind } = statusOfCode(exitCode);
  return kind === 'interrupted' || kind === 'suspended';
}

/** Says how a command ended: `` `make test` failed with 2 after 12 s ``. `command` is as much of its line as fits. */
export function endedText(command: string, { exitCode, began, finishedAt }: Ended): string {
  return `\`${command}\` ${endOf(exitCode)} after ${longDuration(finishedAt - began)}`;
}

function endOf(exitCode: number | undefined): string {
  const status = statusOfCode(exitCode);
  if (status.kind === 'ok') return 'succeeded';
  if (status.kind === 'failed') return `failed with ${status.code}`;
  return status.kind === 'signal' ? `was ended by ${status.name}` : 'ended';
}

/** The text of a notice that a program gave. */
export function programNotice({ title, body }: { readonly title: string; readonly body: string }): string {
  return [title, body].filter((text) => text !== '').join(': ');
}
