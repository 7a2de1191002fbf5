/** `cotty run` — runs a command in a terminal as if typed there, and gives a script its output and exit code. */

import type { Client } from '../../client/client.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { writerOf } from '../connect/open-client.ts';
import { withTerminal } from '../connect/with-terminal.ts';
import type { Io } from '../ground/io.ts';
import { parseArgs } from '../ground/parse-args.ts';
import { sayJson } from '../ground/print.ts';
import { refuseArgs, refuseUsage } from '../ground/usage-error.ts';
import { recordJson } from './follow/record-text.ts';
import { runStream } from './follow/run-stream.ts';
import { noOutput, scriptOutput } from './follow/script-output.ts';
import { runGroup } from './group/run-group.ts';
import { sayGroup } from './group/say-group.ts';
import { withGroup } from './group/with-group.ts';
import { readRunArgs, runFlags } from './run-arguments.ts';

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags: runFlags, positionals: ['NAME', '-'], command: true });
  if (!parsed.ok) return refuseArgs(parsed, 'run', io);
  const asked = await readRunArgs(parsed, io);
  if (!asked.ok) return refuseUsage(asked.error, 'run', io);
  const { connect, token, queue, plain, raw, json } = parsed.flags;
  const { where, line: commandLine, timeoutMs } = asked;
  const host = { connect, token, retry: true };
  const request = { commandLine, timeoutMs, queue, writer: writerOf(io.env) };
  if ('names' in where)
    return withGroup(where.names, host, io, async (client, members) => {
      const result = await runGroup(client, members, { request, until: where.until, prints: !json }, io);
      return sayGroup(result, { json, raw, beside: true }, io);
    });
  return withTerminal(where.name, host, io, async (client, terminal) => {
    const mirror = await client.subscribe(terminal.resource);
    // Only a terminal gets escape sequences; files and pipes get plain lines.
    const isPlain = plain || (!raw && io.stdout.isTTY !== true);
    const out = json ? noOutput : scriptOutput(io.stdout, isPlain);
    const { title } = terminal;
    const { code, seq } = await runStream(client, mirror, { request: { ...request, title }, out, io });
    if (json && seq !== undefined) await writeRecord(client, terminal, { seq, raw }, io);
    return code;
  });
}

/** Prints the record as it is now, without an end if the command still runs. */
async function writeRecord(
  client: Client,
  { resource, title }: TerminalInfo,
  { seq, raw }: { readonly seq: number; readonly raw: boolean },
  io: Io,
): Promise<void> {
  const { records } = await client.cotty.records(resource, { seq });
  for (const record of records) sayJson(io, recordJson(title, record, raw));
}
