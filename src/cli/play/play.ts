/** `cotty play FILE` — runs the shell blocks of a Markdown file one by one, and compares with what was recorded. */

import { readFileSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { MOST_NOTEBOOK, parseNotebook, type Step } from '../../review/notebook/notebook.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { type FlagValues, parseArgs } from '../common/parse-args.ts';
import { printable } from '../common/plain-text.ts';
import { complain, say } from '../common/print.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';
import { hostFlags } from '../connect/host-flags.ts';
import { withClient } from '../connect/open-client.ts';
import { refused } from '../connect/refusal.ts';
import { parseDurationFlag } from '../scripts/follow/duration-flag.ts';
import { noOutput } from '../scripts/follow/script-output.ts';
import { differences } from './differences.ts';
import { type CheckedStep, junit } from './junit.ts';
import { playSteps } from './play-steps.ts';
import { PlayTerminal } from './play-terminal.ts';

const flags = {
  ...hostFlags,
  check: 'boolean',
  keepGoing: 'boolean',
  junit: 'string',
  timeout: 'string',
  list: 'boolean',
} as const;

type Asked = FlagValues<typeof flags> & {
  readonly file: string;
  readonly steps: readonly Step[];
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
  const asked: Asked = { ...parsed.flags, file, steps: read, timeoutMs };
  if (parsed.flags.list) return list(read, io);
  if (!check && io.stdin.isTTY !== true) {
    complain(io, 'input is not a terminal to ask at: use --check to run all steps');
    return ExitCode.usage;
  }
  const { connect, token } = parsed.flags;
  return withClient({ connect, token, start: true }, io, async (client) => {
    try {
      const terminal = await PlayTerminal.open(client, asked, io);
      if (!check) return await playSteps(terminal, read, io);
      return await checkSteps(terminal, asked, io).finally(() => terminal.end());
    } catch (error) {
      return refused(error, io);
    }
  });
}

/** Returns the steps, or what is wrong with the file. */
function readSteps(file: string): readonly Step[] | string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return `"${printable(file)}" cannot be read: ${reasonOf(error)}`;
  }
  if (text.length > MOST_NOTEBOOK) return `"${printable(file)}" is too large: more than 8 MiB`;
  const steps = parseNotebook(text);
  return steps.length === 0 ? `"${printable(file)}" has no blocks of sh, bash, zsh or console to run` : steps;
}

function list(steps: readonly Step[], io: Io): number {
  for (const { line, commandLine, skip, recorded } of steps) {
    const [first = '', ...more] = commandLine.split('\n');
    const facts = [
      ...(more.length > 0 ? [`+${more.length} lines`] : []),
      ...(skip ? ['skipped'] : []),
      ...(recorded === undefined ? [] : ['recorded']),
    ];
    say(
      io,
      `${String(line).padStart(5)}  ${printable(first)}${facts.length === 0 ? '' : `  (${facts.join(', ')})`}\n`,
    );
  }
  return ExitCode.ok;
}

/** Runs all steps up to the first that differs, or all with `--keep-going`; ends with 1 if one differs. */
async function checkSteps(
  terminal: PlayTerminal,
  { file, steps, keepGoing, junit: report }: Asked,
  io: Io,
): Promise<number> {
  const checked: CheckedStep[] = [];
  for (const [index, step] of steps.entries()) {
    const isOver = !keepGoing && checked.some(({ outcome }) => outcome === 'differs');
    const one = isOver
      ? notRun(step, 'not run')
      : step.skip
        ? notRun(step, 'skipped')
        : await checkOne(terminal, step);
    checked.push(one);
    say(io, lineOf(one, index + 1));
    if (one.outcome === 'differs') say(io, one.details);
  }
  const differs = checked.filter(({ outcome }) => outcome === 'differs').length;
  const same = checked.filter(({ outcome }) => outcome === 'same').length;
  say(
    io,
    `${basename(file)}: ${same} as recorded, ${differs} ${differs === 1 ? 'differs' : 'differ'}, ${checked.length - same - differs} not run\n`,
  );
  if (report !== undefined) {
    try {
      writeFileSync(resolve(io.cwd, report), junit(basename(file), checked));
    } catch (error) {
      complain(io, `the report "${printable(report)}" cannot be written: ${reasonOf(error)}`);
      return ExitCode.failure;
    }
  }
  return differs === 0 ? ExitCode.ok : ExitCode.failure;
}

async function checkOne(terminal: PlayTerminal, step: Step): Promise<CheckedStep> {
  const played = await terminal.play(step, noOutput);
  const { same, headline, durationMs } = played;
  return {
    step,
    outcome: same ? 'same' : 'differs',
    headline,
    details: same ? '' : differences(played),
    durationMs,
  };
}

function notRun(step: Step, outcome: 'skipped' | 'not run'): CheckedStep {
  return { step, outcome, headline: '', details: '', durationMs: 0 };
}

/** `not ok 3 - line 42: npm test  (exit 0 → 1)`, as the Test Anything Protocol has it. */
function lineOf({ step, outcome, headline }: CheckedStep, number: number): string {
  const [first = ''] = step.commandLine.split('\n', 1);
  const said = `${number} - line ${step.line}: ${printable(first)}`;
  if (outcome === 'same') return `ok ${said}\n`;
  if (outcome === 'differs') return `not ok ${said}  (${printable(headline)})\n`;
  return `ok ${said} # SKIP${outcome === 'skipped' ? '' : ' a step before it differs'}\n`;
}
