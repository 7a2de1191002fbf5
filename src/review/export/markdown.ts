/**
 * Runs as Markdown that people read and that can be run again. Each is a block of shell with the command, and a block of text with
 * what it printed. Behind the language of the first, the info string has what else was recorded, as `name=value` pairs with values
 * escaped as in a URL: `exit`, `ms`, `cwd`, `started`, `writer`, `terminal`, `seq`, `end=timeout|restart`; `newline=none` when the
 * output does not end in a line feed; `missing=LINE:COUNT` when a line of the text stands for so many that are missing;
 * `unprintable=yes` when the command has control characters, which are shown as signs.
 */

import { chipOf } from '../chip.ts';
import { statusOfEnd } from '../exit-state.ts';
import type { Run } from '../run.ts';
import type { ExportedRun } from './exported.ts';
import {
  type ExportOptions,
  placeText,
  terminalText,
  tookMs,
  tookText,
  visible,
  wellFormed,
  whenText,
  writerText,
} from './facts.ts';

export function markdown(runs: readonly ExportedRun[], options: ExportOptions = {}): string {
  const { title, home } = options;
  const head = title === undefined ? [] : [`# ${escaped(title)}`];
  return `${[...head, ...runs.flatMap((each) => runParts(each, home))].join('\n\n')}\n`;
}

function runParts(each: ExportedRun, home: string | undefined): readonly string[] {
  const { run, text } = each;
  const command = visible(run.commandLine);
  return [
    factsLine(run, home),
    ...(run.note === undefined ? [] : [quoted(run.note)]),
    ...(command === '' ? [] : [fenced(`sh ${infoOf(each, command)}`, command.split('\n'))]),
    ...(text.length === 0 ? [] : [fenced('text', text.map(visible))]),
  ];
}

function factsLine(run: Run, home: string | undefined): string {
  const { words, sign, tone } = chipOf(statusOfEnd(run));
  const end = `${sign.split(' ', 1)[0]} ${words}`;
  const facts = [placeText(run, home), writerText(run), terminalText(run)].filter(
    (fact) => fact !== undefined,
  );
  const times = [tookText(run), whenText(run)].filter((time) => time !== undefined && time !== '');
  return [tone === 'ok' ? escaped(end) : `**${escaped(end)}**`, ...times, ...facts.map(codeSpan)].join(' · ');
}

function infoOf({ run, endsOpen, gap }: ExportedRun, command: string): string {
  const end = run.timedOut ? 'timeout' : run.killedByRestart ? 'restart' : undefined;
  const values = {
    exit: run.exitCode,
    end,
    ms: tookMs(run),
    cwd: run.cwd,
    started: timeOf(run),
    writer: run.writer,
    terminal: run.terminal,
    seq: run.seq,
    newline: endsOpen ? 'none' : undefined,
    missing: gap === undefined ? undefined : `${gap.line}:${gap.lines}`,
    unprintable: command === run.commandLine.replaceAll('\r\n', '\n') ? undefined : 'yes',
  };
  return Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${infoValue(String(value))}`]))
    .join(' ');
}

function timeOf({ startedAt }: Run): string | undefined {
  const time = new Date(startedAt);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** Characters that end neither the value nor the info string stay readable. */
function infoValue(value: string): string {
  return encodeURIComponent(wellFormed(value)).replace(
    /%(?:2F|3A|40|2B)|[~*_!'()]/g,
    (char) => KEPT[char] ?? `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const KEPT: Readonly<Record<string, string>> = { '%2F': '/', '%3A': ':', '%40': '@', '%2B': '+', _: '_' };

function fenced(info: string, lines: readonly string[]): string {
  const fence = '`'.repeat(Math.max(3, longestRun(lines) + 1));
  return [`${fence}${info.trimEnd()}`, ...lines, fence].join('\n');
}

/** The longest run of backticks in these lines. */
function longestRun(lines: readonly string[]): number {
  let longest = 0;
  for (const line of lines) for (const [run] of line.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

function codeSpan(text: string): string {
  const line = oneLine(text);
  const fence = '`'.repeat(longestRun([line]) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

function quoted(text: string): string {
  return visible(text)
    .split('\n')
    .map((line) => `> ${escaped(line).replace(/^(\d{1,9})\./, '$1\\.')}`)
    .join('\\\n');
}

/** Escapes what Markdown and HTML give a meaning. */
function escaped(text: string): string {
  return oneLine(text).replace(/[!-/:-@[-`{-~]/g, (char) => (PLAIN.has(char) ? char : `\\${char}`));
}

/** Punctuation without a meaning within a line that begins with other text. */
const PLAIN: ReadonlySet<string> = new Set(['.', ',', '/', ':', ';', '?', '%', "'", '@']);

function oneLine(text: string): string {
  return visible(text).replaceAll(/\s+/g, ' ').trim();
}
