/** `cotty export` — writes finished commands as documents, pictures or recordings; no host is needed. */

import { rawRecording } from '../../ledger/read/raw-recording.ts';
import { drawPng } from '../../review/export/draw-png.ts';
import { type ExportedRun, exported, type SecretFound } from '../../review/export/exported.ts';
import type { ExportOptions, Theme } from '../../review/export/facts.ts';
import { FORMATS, type FormatId, formatNamed, formatOfFile } from '../../review/export/format-names.ts';
import { written } from '../../review/export/formats.ts';
import { amountText, secretsText, secretText } from '../../review/export/told.ts';
import type { Run } from '../../review/run.ts';
import { styledOutput } from '../../screen/text/styled-output.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { printable } from '../common/plain-text.ts';
import { complain, sayOutput } from '../common/print.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';
import { namedFolder, namedRuns } from './named-runs.ts';
import { toFile } from './to-file.ts';

const flags = {
  format: 'string',
  cast: 'boolean',
  recording: 'boolean',
  o: 'string',
  force: 'boolean',
  theme: 'string',
  title: 'string',
  withSecrets: 'boolean',
} as const;

const THEMES: readonly Theme[] = ['light', 'dark', 'auto'];

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags, positionals: ['RUNS'], required: 1, many: true });
  if (!parsed.ok) return refuseArgs(parsed, 'export', io);
  const { flags: given } = parsed;
  const theme = THEMES.find((each) => each === (given.theme ?? 'auto'));
  if (theme === undefined)
    return refuseUsage(`--theme "${given.theme}" is not light, dark or auto`, 'export', io);
  const format = formatOf(given);
  if (typeof format !== 'string') return refuseUsage(format.wrong, 'export', io);
  if (format === 'png' && given.o === undefined && io.stdout.isTTY)
    return refuseUsage('a PNG is not written to a terminal: name a file with -o', 'export', io);
  if (given.recording) return exportRecording(parsed.input, format, given, io);
  const runs = await allRuns(parsed.input, io);
  if (runs === undefined) return ExitCode.noTerminal;
  const withSecrets = given.withSecrets;
  const ready = exported(runs, styledOutput, { withSecrets });
  tellSecrets(ready.found, withSecrets, io);
  const options: ExportOptions = {
    theme,
    home: io.env['HOME'],
    ...(given.title === undefined ? {} : { title: given.title }),
  };
  const data = await dataOf(format, ready.runs, options, io);
  if (data === undefined) return ExitCode.failure;
  if (given.o === undefined) {
    sayOutput(io, data);
    return ExitCode.ok;
  }
  return toFile({ file: given.o, force: given.force, data, told: amountText(ready.runs, format) }, io);
}

/** Writes all that a terminal has printed; the recording was redacted when it was written. */
async function exportRecording(
  names: readonly string[],
  format: FormatId,
  { o, force }: Pick<Given, 'o'> & { readonly force: boolean },
  io: Io,
): Promise<number> {
  const [name = ''] = names;
  if (format !== 'cast') return refuseUsage('--recording is for --cast alone', 'export', io);
  if (names.length > 1) return refuseUsage('--recording takes one NAME', 'export', io);
  const folder = (await namedFolder(name, io))?.path;
  const data = folder === undefined ? undefined : await rawRecording(folder);
  if (data === undefined) {
    const why = folder === undefined ? 'has a record' : 'was recorded by a host with --raw-log';
    complain(io, `no terminal "${printable(name)}" ${why}`);
    return ExitCode.noTerminal;
  }
  if (o !== undefined) return toFile({ file: o, force, data, told: 'a recording' }, io);
  sayOutput(io, data);
  return ExitCode.ok;
}

type Given = {
  readonly format: string | undefined;
  readonly cast: boolean;
  readonly o: string | undefined;
};

function formatOf({ format, cast, o }: Given): FormatId | { readonly wrong: string } {
  const all = FORMATS.map(({ id }) => id).join(', ');
  if (cast) return format === undefined ? 'cast' : { wrong: 'use only one of --format and --cast' };
  if (format !== undefined) return formatNamed(format) ?? { wrong: `--format "${format}" is none of ${all}` };
  if (o === undefined) return 'md';
  return (
    formatOfFile(o) ?? { wrong: `the name "${o}" does not end in a format (${all}): say which with --format` }
  );
}

/** Returns the runs of all names in order, each once; undefined when one cannot be read, which was told. */
async function allRuns(names: readonly string[], io: Io): Promise<readonly Run[] | undefined> {
  const found = new Map<string, Run>();
  for (const name of names) {
    const named = await namedRuns(name, io);
    if (!named.ok) {
      complain(io, named.error);
      return undefined;
    }
    for (const each of named.runs) found.set(`${each.uri} ${each.seq}`, each);
  }
  return [...found.values()];
}

function tellSecrets(found: readonly SecretFound[], withSecrets: boolean, io: Io): void {
  if (found.length === 0) return;
  const end = withSecrets ? '' : '; --with-secrets leaves them in';
  const lines = found.map((each) => `  ${secretText(each)}`);
  complain(io, [`${secretsText(found, withSecrets)}${end}`, ...lines].join('\n'));
}

async function dataOf(
  format: FormatId,
  runs: readonly ExportedRun[],
  options: ExportOptions,
  io: Io,
): Promise<string | Uint8Array | undefined> {
  if (format !== 'png') return written(format, runs, options);
  // A PNG has one theme.
  const theme = options.theme === 'dark' ? 'dark' : 'light';
  const drawn = await drawPng(written('svg', runs, { ...options, theme }), io.env);
  if (drawn.ok) return drawn.png;
  complain(io, drawn.error);
  return undefined;
}
