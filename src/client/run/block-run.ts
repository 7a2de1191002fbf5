/** Blocks as runs that can be exported: with their whole outputs, which the host is asked for where a window has not all of one. */

import { cottyMeta } from '../../protocol/common/meta.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import type { Run } from '../../review/run.ts';
import type { Block } from '../blocks/block.ts';
import { isShortened } from '../blocks/output-pieces.ts';
import { placeName } from '../blocks/place.ts';
import type { CottyCalls } from '../cotty-calls.ts';
import { outputOf } from './compared-runs.ts';

/** Limit: blocks of one export; of more the newest are taken. */
export const MOST_EXPORTED = 500;

export async function runOfBlock(
  calls: Pick<CottyCalls, 'output'>,
  { part, commandLine, status, timestamp, durationMs }: Block,
  { terminal, uri }: Pick<Run, 'terminal' | 'uri'>,
): Promise<Run> {
  const meta = cottyMeta<CommandMeta>(part._meta);
  const { seq, writer, cwd, where, cols, note, bookmarked } = meta;
  return {
    terminal,
    uri,
    seq: seq ?? 0,
    commandLine,
    startedAt: timestamp,
    ...(durationMs === undefined ? {} : { finishedAt: timestamp + durationMs }),
    ...(part.exitCode === undefined ? {} : { exitCode: part.exitCode }),
    ...(status.kind === 'timeout' ? { timedOut: true } : {}),
    ...(status.kind === 'restart' ? { killedByRestart: true } : {}),
    ...(writer === undefined ? {} : { writer }),
    ...(cwd === undefined ? {} : { cwd: placeName(cwd, undefined) }),
    ...(where === undefined ? {} : { where }),
    ...(cols === undefined ? {} : { cols }),
    ...(note === undefined ? {} : { note: note.text }),
    ...(bookmarked === true ? { bookmarked } : {}),
    ...(seq === undefined || !isShortened(part)
      ? { output: part.output }
      : await outputOf((range) => calls.output(uri, range), seq)),
  };
}

/** Whether a block can be exported: it is of a command that has ended. */
export function isExported({ status, commandLine }: Block): boolean {
  return status.kind !== 'running' && status.kind !== 'between' && commandLine !== '';
}
