/** Maps a wait to JSON with the field names that clients and scripts read. */

import type { CommandWait } from '../../protocol/cotty/program.ts';
import type { Wait } from './wait.ts';

export function asCommandWait(
  { askedAt, app, kind, msg, told, command, answer, over, end }: Wait,
  terminal: Pick<CommandWait, 'terminal' | 'name'>,
): CommandWait {
  return {
    ...terminal,
    askedAt,
    answeredAt: over?.at ?? null,
    ...(over === undefined ? {} : { how: over.how }),
    ...(over?.by === undefined ? {} : { by: over.by }),
    ...(answer?.words === undefined ? {} : { words: answer.words }),
    ...(app === undefined ? {} : { app }),
    ...(kind === undefined ? {} : { kind }),
    ...(msg === undefined ? {} : { msg }),
    told,
    ...(command === undefined ? {} : { seq: command.seq, commandId: command.id, commandLine: command.line }),
    ...(end === undefined ? {} : { finishedAt: end.at }),
    ...(end?.exitCode === undefined ? {} : { exitCode: end.exitCode }),
  };
}
