/** Reads the arguments of `cotty run`: where to run, what, and for how long to wait. */

import type { Input, Io } from '../common/io.ts';
import type { ParsedArgs } from '../common/parse-args.ts';
import { commandLine } from '../common/shell-quote.ts';
import { hostsFlags } from '../connect/host-flags.ts';
import { readTimeout } from './follow/duration-flag.ts';
import { type Group, groupFlags, readGroup } from './group/group-names.ts';

export const runFlags = {
  ...hostsFlags,
  ...groupFlags,
  queue: 'boolean',
  timeout: 'string',
  plain: 'boolean',
  raw: 'boolean',
  json: 'boolean',
} as const;

type Parsed = Extract<ParsedArgs<typeof runFlags>, { ok: true }>;

export type RunArgs =
  | {
      readonly ok: true;
      /** One terminal, or a group. */
      readonly where: { readonly name: string } | Group;
      readonly line: string;
      readonly timeoutMs: number | undefined;
    }
  | { readonly ok: false; readonly error: string };

export async function readRunArgs(parsed: Parsed, io: Io): Promise<RunArgs> {
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
