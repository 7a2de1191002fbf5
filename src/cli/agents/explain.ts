/**
 * `cotty agent explain` — tells how cotty knows what the program of a terminal does: what has decided, by which rule, and what it saw;
 * or what the rules of an agent make of a saved screen.
 */

import { resolve } from 'node:path';
import { explainedBy } from '../../host/agents/explained.ts';
import { RuleBook, rulesFolder } from '../../host/agents/rule-book.ts';
import { MOST_ROWS } from '../../host/agents/rules.ts';
import type { Explanation } from '../../protocol/cotty/program.ts';
import { shownWords } from '../../protocol/terminal/program-status.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { complain, say, sayJson } from '../common/print.ts';
import { readSmallFile } from '../common/read-small-file.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';
import { hostFlags } from '../connect/host-flags.ts';
import { withTerminal } from '../connect/with-terminal.ts';

const flags = { ...hostFlags, json: 'boolean', agent: 'string', file: 'string', title: 'string' } as const;

/** Limit in bytes of a saved screen. */
const MAX_SCREEN = 1024 * 1024;

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags, positionals: ['NAME'] });
  if (!parsed.ok) return refuseArgs(parsed, 'agent', io);
  const { json, agent, file, title, ...host } = parsed.flags;
  const [name] = parsed.input;
  if (agent !== undefined && file !== undefined && name === undefined)
    return explainFile({ agent, file, title, json }, io);
  if (agent !== undefined || file !== undefined || title !== undefined)
    return refuseUsage('for a saved screen, give --agent and --file, and no NAME', 'agent', io);
  if (name === undefined) return refuseUsage('NAME is missing', 'agent', io);
  return withTerminal(name, host, io, async (client, { resource, title: terminal }) => {
    const explanation = await client.call('x-cotty/explain', { channel: resource });
    if (json) sayJson(io, { name: terminal, ...explanation }, 2);
    else say(io, explanationText(explanation));
    return ExitCode.ok;
  });
}

type Saved = {
  readonly agent: string;
  readonly file: string;
  readonly title: string | undefined;
  readonly json: boolean;
};

function explainFile({ agent, file, title = '', json }: Saved, io: Io): number {
  const book = new RuleBook({ folder: rulesFolder(io.env), now: Date.now, log: () => {} });
  const rules = book.agents.find((each) => each.name === agent);
  if (rules === undefined) {
    const known = book.agents.map((each) => each.name).sort();
    complain(io, `there are no rules for "${agent}"; there are some for ${known.join(', ')}`);
    for (const { path, error } of book.files) if (error !== undefined) complain(io, `${path}: ${error}`);
    return ExitCode.failure;
  }
  const read = readSmallFile(resolve(io.cwd, file), MAX_SCREEN);
  if (!read.ok) {
    complain(io, `${file} cannot be read (${read.why})`);
    return ExitCode.failure;
  }
  const lines = read.bytes.toString('utf8').split(/\r?\n/);
  const rows = lines.map((line) => line.trimEnd()).filter((line) => line !== '');
  const { rule, ...explained } = explainedBy(rules, { title, rows: rows.slice(-MOST_ROWS) });
  const explanation: Explanation = {
    by: rule?.on ?? 'shell',
    cause: rule === null ? '' : `${agent}.toml, line ${rule.line}`,
    state: rule?.state ?? null,
    ...(rule?.kind === undefined ? {} : { kind: rule.kind }),
    ...(rule?.msg === undefined ? {} : { msg: rule.msg }),
    ...explained,
    rule,
    files: book.files,
  };
  if (json) sayJson(io, explanation, 2);
  else say(io, explanationText(explanation));
  return ExitCode.ok;
}

const AUTHORITIES: { readonly [By in Explanation['by']]: string } = {
  report: 'a report on the screen, which anybody who prints can print',
  hook: 'a hook, with the secret of the terminal',
  title: 'its title',
  notice: 'its notice',
  screen: 'the bottom of its screen',
  shell: 'the terminal',
};

type Line = readonly [string, string];

function explanationText(explanation: Explanation): string {
  const { agent, title, notice, rows, rule } = explanation;
  const shown: readonly Line[] = [
    ...stateLines(explanation),
    ['agent', agent ?? 'none is known by its process'],
    ...(agent === null ? [] : [['rule', rule === null ? 'none matches' : ruleText(agent, rule)] as const]),
    ['title', title],
    ...(notice === null ? [] : [['notice', joined(': ', notice.title, notice.body)] as const]),
    ...rows.map((row, index) => [index === 0 ? 'screen' : '', `| ${row}`] as const),
    ...fileLines(explanation),
  ];
  return shown
    .map(([left, right]) => `${left.padEnd(9)}${right}`.trimEnd())
    .join('\n')
    .concat('\n');
}

function stateLines({ by, cause, state, kind, msg }: Explanation): readonly Line[] {
  if (state === null) return [['state', 'unknown: nothing tells it']];
  return [
    ['state', joined(', ', state, kind)],
    [by === 'hook' ? 'told by' : 'read in', joined(': ', AUTHORITIES[by], cause)],
    ...(msg === undefined ? [] : [['message', shownWords(msg, by)] as const]),
  ];
}

function ruleText(agent: string, { on, line, state }: NonNullable<Explanation['rule']>): string {
  return `${agent}.toml, line ${line}: its ${on} says "${state}"`;
}

/** The files of the agent, and all that are wrong. */
function fileLines({ agent, files }: Explanation): readonly Line[] {
  return files
    .filter((file) => file.agent === agent || (file.error !== undefined && !file.bundled))
    .map(({ path, error }) => ['rules', joined(': not used: ', path, error)]);
}

function joined(between: string, ...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(between);
}
