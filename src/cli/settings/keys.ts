/** `cotty keys` — prints the current keys: defaults, changes for the outer terminal, and the user's configuration. */

import { KEY_TABLES } from '../../client/commands/key-table.ts';
import { type ConfigProblem, configKeymap, problemText } from '../../tui/config/parse.ts';
import { type HelpPage, helpPage, keyList, rowText } from '../../tui/keys/help/help-text.ts';
import { keptKeys, OUTER_NAMES, type Outer, outerOf } from '../../tui/keys/outer-keys.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { displayWidth } from '../common/plain-text.ts';
import { complain, say } from '../common/print.ts';
import { refuseArgs } from '../common/usage-error.ts';
import { readConfig } from './read-config.ts';

const flags = { list: 'boolean', config: 'string' } as const;

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags });
  if (!parsed.ok) return refuseArgs(parsed, 'keys', io);
  const read = readConfig(parsed.flags.config, io.env);
  if (!read.ok) {
    complain(io, read.error);
    return ExitCode.failure;
  }
  const outer = outerOf(io.env, process.platform);
  const { config, path } = read;
  const { keymap, problems } = configKeymap(config, outer);
  warn([...config.problems, ...problems], path, io);
  const lines = parsed.flags.list
    ? keyList(keymap, outer)
    : KEY_TABLES.flatMap((table) => pageLines(helpPage(keymap, table, keptKeys(outer)), outer));
  say(io, `${lines.join('\n').trimEnd()}\n`);
  return ExitCode.ok;
}

function warn(problems: readonly ConfigProblem[], path: string, io: Io): void {
  for (const problem of problems) complain(io, problemText(problem, path));
}

function pageLines({ table, intro, sections }: HelpPage, outer: Outer): string[] {
  const rows = sections.flatMap((section) => section.rows);
  const width = Math.max(0, ...rows.map(({ keys }) => displayWidth(keys.join('  '))));
  const body = rows.map((row) => {
    const keys = row.keys.join('  ');
    const note = row.lost ? ` [${OUTER_NAMES[outer]} keeps it]` : '';
    return `  ${keys}${' '.repeat(width - displayWidth(keys))}   ${rowText(row)}${note}`;
  });
  return [`${table.toUpperCase()}: ${intro}`, ...body, ''];
}
