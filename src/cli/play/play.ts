/** `cotty play FILE` — runs the shell blocks of a Markdown file one by one, and compares with what was recorded. */

import { readFileSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Masked } from '../../review/compare/comparison.ts';
import { maskedText } from '../../review/compare/headline.ts';
import {
  type LeftOut,
  MOST_NOTEBOOK,
  type Notebook,
  parseNotebook,
  type Step,
} from '../../review/notebook/notebook.ts';
import { causeText } from '../common/error-text.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { type FlagValues, parseArgs } from '../common/parse-args.ts';
import { printable } from '../common/plain-text.ts';
import { complain, say } from '../common/print.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';
import { hostFlags } from '../connect/host-flags.ts';
import { withClient } from '../connect/open-client.ts';
import { refusalOf, refused } from '../connect/refusal.ts';
import { parseDurationFlag } from '../scripts/follow/duration-flag.ts';
import { noOutput } from '../scripts/follow/script-output.ts';
import { differences } from './differences.ts';
import { playSteps } from './play-steps.ts';
import { PlayTerminal } from './play-terminal.ts';

const flags = {
  ...hostFlags,
  check: 'boolean',
  keepGoing: 'boolean',
  junit: 'string',
  timeout: 'string',
  list: 'boolean',
  unmasked: 'boolean',
} as const;

type Asked = FlagValues<typeof flags> & {
  readonly file: string;
  readonly steps: readonly Step[];
  readonly leftOut: readonly LeftOut[];
  readonly timeoutMs: number | undefined;
};

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags, positionals: ['FILE'], required: 1 });
  if (!parsed.ok) return refuseArgs(parsed, 'play', io);
  const { check, keepGoing, junit: report, timeout } = parsed.flags;
  if (!check && (keepGoing || report !== undefined))
    return refuseUsage('--keep-going and --junit work only with --check', 'play', io);
  const timeoutMs = timeout === undefined ? undefined : parseDurationFlag(timeout);
  if (timeout !== undefined && timeoutMs === undefined)
    return refuseUsage(
      `--timeout "${timeout}" is not a time; use seconds, or 5m, 2h, at most a day`,
      'play',
      io,
    );
  const file = resolve(io.cwd, parsed.input[0] ?? '');
  const read = readSteps(file);
  if (typeof read === 'string') {
    complain(io, read);
    return ExitCode.usage;
  }
  const { steps, leftOut } = read;
  const asked: Asked = { ...parsed.flags, file, steps, leftOut, timeoutMs };
  if (parsed.flags.list) return list(read, io);
  if (!check && io.stdin.isTTY !== true) {
    complain(io, 'input is not a terminal to ask at: use --check to run all steps');
    return ExitCode.usage;
  }
  const { connect, token } = parsed.flags;
  return withClient({ connect, token, start: true }, io, async (client) => {
    try {
      const terminal = await PlayTerminal.open(client, asked, io);
      if (!check) return await playSteps(terminal, steps, io);
      return await checkSteps(terminal, asked, io).finally(() => terminal.end());
    } catch (error) {
      return refused(error, io);
    }
  });
}

/** Returns the steps, or what is wrong with the file. */
function readSteps(file: string): Notebook | string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return `"${printable(file)}" cannot be read: ${causeText(error)}`;
  }
  if (text.length > MOST_NOTEBOOK) return `"${printable(file)}" is too large: more than 8 MiB`;
  const notebook = parseNotebook(text);
  if (notebook.steps.length > 0) return notebook;
  const left = notebook.leftOut.length === 0 ? '' : `; ${leftOutText(notebook.leftOut)}`;
  return `"${printable(file)}" has no blocks of sh, bash, zsh or console to run${left}`;
}

/** Blocks that are named in a summary. */
const MOST_NAMED = 10;

/** `left out: 2 blocks, line 5 (js), line 9 (no language)`. */
function leftOutText(leftOut: readonly LeftOut[]): string {
  const named = leftOut.slice(0, MOST_NAMED).map(({ line, what }) => `line ${line} (${printable(what)})`);
  const more = leftOut.length - named.length;
  const count = `${leftOut.length} ${leftOut.length === 1 ? 'block' : 'blocks'}`;
  return `left out: ${[count, ...named].join(', ')}${more === 0 ? '' : ` and ${more} more, which --list names`}`;
}

function list({ steps, leftOut }: Notebook, io: Io): number {
  const lines = steps.map(({ line, commandLine, skip, recorded }) => {
    const [first = '', ...more] = commandLine.split('\n');
    const facts = [
      ...(more.length > 0 ? [`+${more.length} lines`] : []),
      ...(skip ? ['skipped'] : []),
      ...(recorded === undefined ? [] : ['recorded']),
    ];
    return { line, text: `${printable(first)}${facts.length === 0 ? '' : `  (${facts.join(', ')})`}` };
  });
  const left = leftOut.map(({ line, what }) => ({ line, text: `(left out: ${printable(what)})` }));
  for (const { line, text } of [...lines, ...left].toSorted((one, other) => one.line - other.line))
    say(io, `${String(line).padStart(5)}  ${text}\n`);
  return ExitCode.ok;
}

/** Runs all steps up to the first that differs, or all with `--keep-going`; ends with 1 if one differs or could not run. */
async function checkSteps(terminal: PlayTerminal, asked: Asked, io: Io): Promise<number> {
  const { file, leftOut, junit: report } = asked;
  const { checked, ended } = await runAll(terminal, asked, io);
  const count = (outcome: CheckedStep['outcome']) =>
    checked.filter((each) => each.outcome === outcome).length;
  const [same, differs] = [count('same'), count('differs')];
  const left = leftOut.length === 0 ? '' : leftOutText(leftOut);
  if (ended !== undefined) say(io, `${ended}: what comes after it was not run\n`);
  if (left !== '') say(io, `${left}\n`);
  say(
    io,
    `${basename(file)}: ${same} as recorded, ${differs} ${differs === 1 ? 'differs' : 'differ'}, ${checked.length - same - differs} not run\n`,
  );
  if (report !== undefined && !writeReport(report, junit(basename(file), checked, left), io))
    return ExitCode.failure;
  return differs === 0 && ended === undefined ? ExitCode.ok : ExitCode.failure;
}

/** Returns all steps; `ended`: why no step could run any more, before the last one. */
async function runAll(
  terminal: PlayTerminal,
  { steps, keepGoing }: Asked,
  io: Io,
): Promise<{ readonly checked: readonly CheckedStep[]; readonly ended: string | undefined }> {
  const checked: CheckedStep[] = [];
  let ended: string | undefined;
  for (const [index, step] of steps.entries()) {
    const differs = !keepGoing && checked.some(({ outcome }) => outcome === 'differs');
    const stopped = ended ?? (differs ? 'a step before it differs' : undefined);
    const one = await checkNext(terminal, step, stopped);
    checked.push(one);
    say(io, lineOf(one, index + 1));
    if (one.outcome === 'differs') say(io, one.details);
    const isLast = index === steps.length - 1;
    if (terminal.ended !== undefined && !isLast) ended ??= `${terminal.ended} at line ${step.line}`;
  }
  return { checked, ended };
}

function checkNext(
  terminal: PlayTerminal,
  step: Step,
  stopped: string | undefined,
): CheckedStep | Promise<CheckedStep> {
  if (step.skip) return notRun(step, 'skipped', 'the file says so');
  return stopped === undefined ? checkOne(terminal, step) : notRun(step, 'not run', stopped);
}

/** Returns whether the file was written. */
function writeReport(report: string, text: string, io: Io): boolean {
  try {
    writeFileSync(resolve(io.cwd, report), text);
    return true;
  } catch (error) {
    complain(io, `the report "${printable(report)}" cannot be written: ${causeText(error)}`);
    return false;
  }
}

async function checkOne(terminal: PlayTerminal, step: Step): Promise<CheckedStep> {
  const began = Date.now();
  try {
    const played = await terminal.play(step, noOutput, 'nobody');
    const { same, headline, durationMs, comparison } = played;
    const masked = comparison?.masked;
    return {
      step,
      outcome: same ? 'same' : 'differs',
      headline: same ? maskedIn(masked) : headline,
      details: same ? '' : differences(played),
      durationMs,
    };
  } catch (error) {
    const { message } = refusalOf(error);
    await terminal.end();
    return { step, outcome: 'differs', headline: message, details: '', durationMs: Date.now() - began };
  }
}

function maskedIn(masked: Masked | undefined): string {
  return masked === undefined || masked.lines === 0 ? '' : `masked: ${maskedText(masked) || 'blanks'}`;
}

function notRun(step: Step, outcome: 'skipped' | 'not run', headline: string): CheckedStep {
  return { step, outcome, headline, details: '', durationMs: 0 };
}

/** `not ok 3 - line 42: npm test  (exit 0 → 1)`, as the Test Anything Protocol has it. */
function lineOf({ step, outcome, headline }: CheckedStep, number: number): string {
  const [first = ''] = step.commandLine.split('\n', 1);
  const said = `${number} - line ${step.line}: ${printable(first)}`;
  const why = headline === '' ? '' : `  (${printable(headline)})`;
  if (outcome === 'same') return `ok ${said}${why}\n`;
  if (outcome === 'differs') return `not ok ${said}${why}\n`;
  return `ok ${said} # SKIP${outcome === 'skipped' ? '' : ` ${printable(headline)}`}\n`;
}

// Writes what became of the steps of a notebook as a JUnit file, which CI systems read.

type CheckedStep = {
  readonly step: Step;
  readonly outcome: 'same' | 'differs' | 'skipped' | 'not run';
  /** What differs, what was masked, or why it was not run. */
  readonly headline: string;
  /** What differs, as lines. */
  readonly details: string;
  readonly durationMs: number;
};

/** `leftOut`: which blocks of the file are no steps, in words; empty if there are none. */
export function junit(file: string, steps: readonly CheckedStep[], leftOut: string): string {
  const count = (outcome: CheckedStep['outcome']) => steps.filter((each) => each.outcome === outcome).length;
  const seconds = steps.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000;
  const counts = `tests="${steps.length}" failures="${count('differs')}" skipped="${count('skipped') + count('not run')}" time="${seconds.toFixed(3)}"`;
  const cases = steps.map(({ step, outcome, headline, details, durationMs }) => {
    const name = `${step.line}: ${step.commandLine.split('\n', 1)[0] ?? ''}`;
    const head = `    <testcase classname="${escaped(step.heading ?? file)}" name="${escaped(name)}" time="${(durationMs / 1000).toFixed(3)}"`;
    if (outcome === 'same')
      return headline === ''
        ? `${head}/>`
        : `${head}><system-out>${escaped(headline)}</system-out></testcase>`;
    const inner =
      outcome === 'differs'
        ? `<failure message="${escaped(headline)}">${escaped(details)}</failure>`
        : `<skipped message="${escaped(headline)}"/>`;
    return `${head}>${inner}</testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${escaped(file)}" ${counts}>`,
    ...cases,
    ...(leftOut === '' ? [] : [`    <system-out>${escaped(leftOut)}</system-out>`]),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

/** XML 1.0 has no control characters but tab and line ends, not even escaped: a space stands for each. */
function escaped(text: string): string {
  let out = '';
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    const isControl = (code < 0x20 && code !== 0x09 && code !== 0x0a) || code === 0xfffe || code === 0xffff;
    const isHalf = code >= 0xd800 && code <= 0xdfff;
    out += isControl || isHalf ? ' ' : (ENTITIES[char] ?? char);
  }
  return out;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\t': '&#9;',
};
