/** `cotty run` — runs a command in a terminal as if typed there, and gives a script its output and exit code. */

import type { Client } from '../../client/client.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { hostFlags } from '../connect/host-flags.ts';
import { withTerminal } from '../connect/with-terminal.ts';
import type { Io } from '../ground/io.ts';
import { type ParsedArgs, parseArgs } from '../ground/parse-args.ts';
import { sayJson } from '../ground/print.ts';
import { commandLine } from '../ground/shell-quote.ts';
import { refuseArgs } from '../ground/usage-error.ts';
import { parseDurationFlag } from './follow/duration-flag.ts';
import { recordJson } from './follow/record-text.ts';
import { runStream } from './follow/run-stream.ts';
import { noOutput, scriptOutput } from './follow/script-output.ts';
import { readInput } from './read-input.ts';

const flags = {
  ...hostFlags,
  queue: 'boolean',
  timeout: 'string',
  plain: 'boolean',
  raw: 'boolean',
  json: 'boolean',
} as const;

type Parsed = Extract<ParsedArgs<typeof flags>, { ok: true }>;
type RunArgs =
  | { readonly ok: true; readonly line: string; readonly timeoutMs: number | undefined }
  | { readonly ok: false; readonly error: string };

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags, positionals: ['NAME', '-'], required: 1, command: true });
  if (!parsed.ok) return refuseArgs(parsed, 'run', io);
  const asked = await readRunArgs(parsed, io);
  if (!asked.ok) return refuseArgs({ ...asked, help: false }, 'run', io);
  const { connect, token, queue, plain, raw, json } = parsed.flags;
  const [name = ''] = parsed.input;
  return withTerminal(name, { connect, token, retry: true }, io, async (client, terminal) => {
    const request = { title: terminal.title, commandLine: asked.line, timeoutMs: asked.timeoutMs, queue };
    const mirror = await client.subscribe(terminal.resource);
    // Only a terminal gets escape sequences; files and pipes get plain lines.
    const isPlain = plain || (!raw && io.stdout.isTTY !== true);
    const out = json ? noOutput : scriptOutput(io.stdout, isPlain);
    const { code, seq } = await runStream(client, mirror, { request, out, io });
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

async function readRunArgs({ input, flags: given, command }: Parsed, io: Io): Promise<RunArgs> {
  const { timeout, plain, raw } = given;
  const timeoutMs = timeout === undefined ? undefined : parseDurationFlag(timeout);
  if (timeout !== undefined && !timeoutMs)
    return wrong(`--timeout "${timeout}" is not a time; use seconds, or 200ms, 5m, 2h, at most a day`);
  if (plain && raw) return wrong('use only one of --plain and --raw');
  const [, dash] = input;
  if (dash === undefined)
    return command.length > 0
      ? { ok: true, line: commandLine(command), timeoutMs }
      : wrong('the command is missing: write it after "--", or write "-" to run a script from stdin');
  if (dash !== '-' || command.length > 0)
    return wrong(`write the command after "--": cotty run ${input[0]} -- ${dash} …`);
  if (io.stdin.isTTY) return wrong('"-" reads the script from a file or pipe, not from the terminal');
  const read = await readInput(io.stdin);
  if (!read.ok) return read;
  const line = read.text.trimEnd();
  return line === '' ? wrong('the script on stdin is empty') : { ok: true, line, timeoutMs };
}

function wrong(error: string): RunArgs {
  return { ok: false, error };
}
