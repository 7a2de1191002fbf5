/** Prints what became of a group: one object of JSON, or the table. */

import type { Io } from '../../ground/io.ts';
import { sayBeside, sayJson, sayOutput } from '../../ground/print.ts';
import { hasColours } from './colour.ts';
import { type GroupResult, groupJson } from './group-row.ts';
import { groupTable } from './group-table.ts';

type How = {
  readonly json: boolean;
  /** Whether outputs in JSON keep their escape sequences. */
  readonly raw: boolean;
  /** Whether stdout has the output of the commands already: the table is then for stderr. */
  readonly beside: boolean;
};

/** Returns the exit code. */
export function sayGroup(result: GroupResult, { json, raw, beside }: How, io: Io): number {
  if (json) sayJson(io, groupJson(result, raw));
  else {
    const stream = beside ? io.stderr : io.stdout;
    const columns = stream.isTTY === true ? stream.columns : undefined;
    const table = groupTable(result.rows, { colours: hasColours(stream, io), columns });
    if (beside) sayBeside(io, table);
    else sayOutput(io, table);
  }
  return result.code;
}
