/** `cotty diff` — compares two finished commands by their records; no host is needed. Its exit codes are those of diff(1). */

import { stateFolder } from '../../ledger/files/state-folder.ts';
import { history } from '../../ledger/read/read-history.ts';
import { asCommandRecord } from '../../ledger/records/record-json.ts';
import { compare } from '../../review/compare/compare.ts';
import { type Earlier, previousRun } from '../../review/compare/previous-run.ts';
import { CONTEXT, unifiedRows } from '../../review/compare/rows.ts';
import { type Run, runOfRecord } from '../../review/run.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { type FlagValues, parseArgs } from '../common/parse-args.ts';
import { complain, sayJson, sayOutput } from '../common/print.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';
import { hasColours } from '../scripts/group/group-output.ts';
import { type Compared, sideText, unifiedText } from './diff-text.ts';
import { namedRuns, runOf } from './named-runs.ts';

const flags = {
  green: 'boolean',
  side: 'boolean',
  unmasked: 'boolean',
  context: 'string',
  json: 'boolean',
} as const;

/** meow reads `--no-color` as the negation of an option `--color`, which does not exist. */
const NO_COLOR = '--no-color';
/** Columns of both sides where the width of the terminal is not known. */
const SIDE_COLUMNS = 160;
/** Exit code of diff(1) for trouble. */
const TROUBLE = ExitCode.usage;

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(
    args.filter((arg) => arg !== NO_COLOR),
    { flags, positionals: ['A', 'B'], required: 1 },
  );
  if (!parsed.ok) return refuseArgs(parsed, 'diff', io);
  const [one = '', other] = parsed.input;
  const asked = askedOf(parsed.flags, other);
  if (typeof asked === 'string') return refuseUsage(asked, 'diff', io);
  const found = await bothRuns(one, other, asked.green, io);
  if (!found.ok) {
    complain(io, found.error);
    return TROUBLE;
  }
  const { before, after } = found;
  const comparison = compare(before, after, asked);
  print({ before, after, comparison, context: asked.context }, asked, {
    io,
    colours: !args.includes(NO_COLOR) && hasColours(io.stdout, io),
  });
  return comparison.same ? ExitCode.ok : ExitCode.failure;
}

type Asked = {
  readonly green: boolean;
  readonly side: boolean;
  readonly unmasked: boolean;
  readonly json: boolean;
  readonly context: number;
};

/** Returns what is wrong with the flags, if anything. */
function askedOf(
  { context: given, ...rest }: FlagValues<typeof flags>,
  other: string | undefined,
): Asked | string {
  if (rest.green && other !== undefined) return '--green chooses the other run itself: name one run alone';
  if (rest.side && rest.json) return 'use only one of --side and --json';
  const context = given === undefined ? CONTEXT : Number(given);
  if (!Number.isSafeInteger(context) || context < 0) return `--context "${given}" is not a number of lines`;
  return { ...rest, context };
}

function print(
  compared: Compared,
  { json, side }: Asked,
  { io, colours }: { readonly io: Io; readonly colours: boolean },
): void {
  const { isTTY, columns = SIDE_COLUMNS } = io.stdout;
  if (json) sayJson(io, diffJson(compared));
  else if (side) sayOutput(io, sideText(compared, colours, isTTY ? columns : SIDE_COLUMNS));
  else sayOutput(io, unifiedText(compared, colours));
}

type BothRuns =
  | { readonly ok: true; readonly before: Run; readonly after: Run }
  | { readonly ok: false; readonly error: string };

/** With one name, the run is compared with an earlier one of the same command. */
async function bothRuns(one: string, other: string | undefined, green: boolean, io: Io): Promise<BothRuns> {
  const first = await oneRun(one, io);
  if (!first.ok) return first;
  if (other !== undefined) {
    const second = await oneRun(other, io);
    return second.ok ? { ok: true, before: first.run, after: second.run } : second;
  }
  const before = await earlierRun(first.run, green ? 'green' : 'previous', io);
  const which = green ? 'run that succeeded' : 'run';
  return before === undefined
    ? {
        ok: false,
        error: `"${one}": there is no earlier ${which} of this command in the same folder`,
      }
    : { ok: true, before, after: first.run };
}

type OneRun = { readonly ok: true; readonly run: Run } | { readonly ok: false; readonly error: string };

async function oneRun(name: string, io: Io): Promise<OneRun> {
  const found = await namedRuns(name, io);
  if (!found.ok) return found;
  const [run, more] = found.runs;
  return run === undefined || more !== undefined
    ? { ok: false, error: `"${name}" names ${found.runs.length} commands: name one` }
    : { ok: true, run };
}

// A comparison as JSON.

/** `rows` are the lines of the unified form; `changed` in them are offsets of changed words in UTF-16 units. */
function diffJson({ before, after, comparison, context }: Compared): object {
  const { headline, same, removed, added, masked, exitCode, durationMs, cut, coarse } = comparison;
  return {
    headline,
    same,
    before: runJson(before),
    after: runJson(after),
    exit: { before: exitCode.before ?? null, after: exitCode.after ?? null },
    duration_s: { before: seconds(durationMs.before), after: seconds(durationMs.after) },
    removed,
    added,
    masked: {
      lines: masked.lines,
      kinds: Object.fromEntries(masked.kinds.map(({ kind, count }) => [kind, count])),
    },
    lines_not_compared: cut,
    coarse,
    rows: unifiedRows(comparison, context),
  };
}

function runJson({ terminal, uri, seq, commandLine: cmd, startedAt }: Run): object {
  return { terminal, uri, seq, cmd, started_at: new Date(startedAt).toISOString() };
}

function seconds(ms: number | undefined): number | null {
  return ms === undefined ? null : ms / 1000;
}

// Finds the earlier run of a command in the records of all terminals.

/** Undefined where there is none. */
async function earlierRun(of: Run, earlier: Earlier, io: Io): Promise<Run | undefined> {
  const state = stateFolder(io.env);
  const query = { until: of.startedAt, commandLine: of.commandLine };
  for await (const { terminal, uri, record } of history(state, query, () => {})) {
    const found = runOfRecord(asCommandRecord(record), { terminal, uri });
    if (previousRun(of, [found], earlier) === undefined) continue;
    const run = await runOf({ state, uri, record });
    if (run !== undefined) return run;
  }
  return undefined;
}
