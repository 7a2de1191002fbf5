/** `cotty run` — runs a command in a terminal as if typed there, and gives a script its output and exit code. */

import type { Client, TerminalMirror } from '../../client/client.ts';
import { fullName } from '../../protocol/cotty/terminal-names.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import type { Input, Io } from '../common/io.ts';
import { type ParsedArgs, parseArgs } from '../common/parse-args.ts';
import { printable } from '../common/plain-text.ts';
import { complain, sayJson } from '../common/print.ts';
import { commandLine } from '../common/shell-quote.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';
import { hostsFlags } from '../connect/host-flags.ts';
import { writerOf } from '../connect/open-client.ts';
import { withTerminal } from '../connect/with-terminal.ts';
import { readTimeout } from './follow/duration-flag.ts';
import { FollowedRun, type RunRequest } from './follow/followed-run.ts';
import { onCtrlC } from './follow/interrupts.ts';
import { HOST_WAIT_MS, watchHost } from './follow/lost-host.ts';
import { saidOf, turnText } from './follow/outcome-text.ts';
import { NO_READER, OutputReader } from './follow/output-reader.ts';
import { recordJson } from './follow/record-text.ts';
import { noOutput, type ScriptOutput, scriptOutput } from './follow/script-output.ts';
import { type Group, groupFlags, readGroup } from './group/group-names.ts';
import { sayGroup } from './group/group-output.ts';
import { runGroup } from './group/run-group.ts';
import { withGroup } from './group/with-group.ts';

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags: runFlags, positionals: ['NAME', '-'], command: true });
  if (!parsed.ok) return refuseArgs(parsed, 'run', io);
  const asked = await readRunArgs(parsed, io);
  if (!asked.ok) return refuseUsage(asked.error, 'run', io);
  const { connect, token, on, queue, plain, raw, json } = parsed.flags;
  const { where, line: commandLine, timeoutMs } = asked;
  const host = { connect, token, on, retry: true };
  const request = { commandLine, timeoutMs, queue, writer: writerOf(io.env) };
  if ('names' in where)
    return withGroup(where.names, host, io, async (client, members) => {
      const result = await runGroup(client, members, { request, until: where.until, prints: !json }, io);
      return sayGroup(result, { json, raw, beside: true }, io);
    });
  return withTerminal(where.name, host, io, async (client, terminal) => {
    const mirror = await client.subscribe(terminal.resource);
    // Escape sequences are printed only to a terminal; files and pipes get plain lines.
    const isPlain = plain || (!raw && io.stdout.isTTY !== true);
    const out = json ? noOutput : scriptOutput(io.stdout, isPlain);
    const title = fullName(terminal);
    const { code, seq } = await runStream(client, mirror, { request: { ...request, title }, out, io });
    if (json && seq !== undefined) await writeRecord(client, terminal, { seq, raw }, io);
    return code;
  });
}

/** Prints the record as it is now, without an end if the command still runs. */
async function writeRecord(
  client: Client,
  terminal: TerminalInfo,
  { seq, raw }: { readonly seq: number; readonly raw: boolean },
  io: Io,
): Promise<void> {
  const { resource } = terminal;
  const [{ records }, difference] = await Promise.all([
    client.cotty.records(resource, { seq }),
    client.cotty.difference(resource, seq),
  ]);
  for (const record of records)
    sayJson(io, {
      ...recordJson(fullName(terminal), record, raw),
      ...(difference === undefined ? {} : { difference }),
    });
}

/** Exit code of the script, and the number of the command's record if the command began. */
export type RunEnd = { readonly code: number; readonly seq?: number };

/** Resolves with the exit code of the command. Rejects if the host refuses to run it. */
export async function runStream(
  client: Client,
  mirror: TerminalMirror,
  { request, out, io }: { readonly request: RunRequest; readonly out: ScriptOutput; readonly io: Io },
): Promise<RunEnd> {
  const reader = new OutputReader(io, () => void run.interrupt().then(() => run.leave()));
  const run = new FollowedRun(client, mirror, request, {
    onText: (text) => reader.take(text, (taken) => out.write(taken)),
    onGap: (chars) => complain(io, `${chars ?? 'an unknown number of'} characters of the output were lost`),
    onTurn: (turn) => complain(io, turnText(printable(request.title), turn)),
    onUnheard: (why) => complain(io, `Ctrl+C did not reach the command: ${why}`),
  });
  const stops = [
    () => reader.close(),
    onCtrlC({
      interrupt: () => void run.interrupt(),
      goesOn: () => {
        if (run.seq !== undefined)
          complain(io, 'the command is still running; press Ctrl+C again to leave it running');
      },
      leave: () => run.leave(),
    }),
    watchHost(client, { waitMs: HOST_WAIT_MS, onLost: () => run.lose() }, io),
  ];
  const outcome = await run.outcome;
  for (const stop of stops) stop();
  if (outcome.kind === 'refused') throw outcome.error;
  out.end();
  if (reader.dropped !== undefined) complain(io, reader.dropped);
  // If the reader is gone, the end of the interrupted command may arrive before the response to Ctrl+C.
  const { code, message } = reader.isGone ? { code: NO_READER } : saidOf(outcome, request);
  if (message !== undefined) complain(io, message);
  return run.seq === undefined ? { code } : { code, seq: run.seq };
}

// Reads the arguments of `cotty run`: where to run, what, and for how long to wait.

const runFlags = {
  ...hostsFlags,
  ...groupFlags,
  queue: 'boolean',
  timeout: 'string',
  plain: 'boolean',
  raw: 'boolean',
  json: 'boolean',
} as const;

type Parsed = Extract<ParsedArgs<typeof runFlags>, { ok: true }>;

type RunArgs =
  | {
      readonly ok: true;
      /** One terminal, or a group. */
      readonly where: { readonly name: string } | Group;
      readonly line: string;
      readonly timeoutMs: number | undefined;
    }
  | { readonly ok: false; readonly error: string };

async function readRunArgs(parsed: Parsed, io: Io): Promise<RunArgs> {
  const { input, flags } = parsed;
  const { plain, raw, json } = flags;
  const isGroup = flags.each.length > 0;
  const group = readGroup(flags, isGroup && input[0] === '-' ? input.slice(1) : input);
  if (!group.ok) return group;
  const [name, dash] = isGroup ? [undefined, input[0]] : input;
  if (group.group === undefined && name === undefined) return wrong('NAME is missing');
  const timeout = readTimeout(flags.timeout, 1);
  if (!timeout.ok) return timeout;
  if (plain && raw) return wrong('use only one of --plain and --raw');
  if (isGroup && raw && !json)
    return wrong('--raw works with --each only beside --json: lines of several terminals are plain text');
  const script = await readLine(parsed, { name, dash }, io);
  if (!script.ok) return script;
  return { ok: true, where: group.group ?? { name: name ?? '' }, line: script.text, timeoutMs: timeout.ms };
}

async function readLine(
  { command }: Parsed,
  { name, dash }: { readonly name: string | undefined; readonly dash: string | undefined },
  { stdin }: Io,
): Promise<{ readonly ok: true; readonly text: string } | { readonly ok: false; readonly error: string }> {
  if (dash === undefined)
    return command.length > 0
      ? { ok: true, text: commandLine(command) }
      : wrong('the command is missing: write it after "--", or write "-" to run a script from stdin');
  if (dash !== '-' || command.length > 0)
    return wrong(`write the command after "--": cotty run ${name ?? '--each NAMES'} -- ${dash} …`);
  if (stdin.isTTY) return wrong('"-" reads the script from a file or pipe, not from the terminal');
  const read = await readInput(stdin);
  if (!read.ok) return read;
  return read.text.trim() === '' ? wrong('the script on stdin is empty') : { ok: true, text: read.text };
}

function wrong(error: string): { readonly ok: false; readonly error: string } {
  return { ok: false, error };
}

/** Reads all of stdin as text: a script that is run as one command, exactly as it is. */
type ReadInput =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly error: string };

/** Longest script in bytes: the host accepts no longer command line. */
const MAX_SCRIPT = 1024 * 1024;

function readInput(stdin: Input): Promise<ReadInput> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const done = (): void => {
      stdin.off('data', take);
      stdin.off('end', done);
      stdin.pause();
      resolve(
        size > MAX_SCRIPT
          ? { ok: false, error: `the script is longer than ${MAX_SCRIPT / 1024} KiB; run it as a file` }
          : decoded(Buffer.concat(chunks)),
      );
    };
    const take = (chunk: Buffer): void => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_SCRIPT) done();
    };
    stdin.on('data', take);
    stdin.on('end', done);
    stdin.resume();
  });
}

/** Refuses other encodings than UTF-8: their bytes would be replaced, and a changed script would run. */
function decoded(bytes: Buffer): ReadInput {
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { ok: false, error: 'the script is not valid UTF-8; run it as a file' };
  }
}
