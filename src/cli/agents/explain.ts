/** `cotty agent explain` — reports how cotty knows what the program of a terminal does: what decides, by which rule, and what it reads. */

import type { Explanation } from '../../protocol/cotty/program.ts';
import { shownWords } from '../../protocol/terminal/program-status.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { say, sayJson } from '../common/print.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';
import { hostFlags } from '../connect/host-flags.ts';
import { withTerminal } from '../connect/with-terminal.ts';

const flags = { ...hostFlags, json: 'boolean' } as const;

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags, positionals: ['NAME'] });
  if (!parsed.ok) return refuseArgs(parsed, 'agent', io);
  const { json, ...host } = parsed.flags;
  const [name] = parsed.input;
  if (name === undefined) return refuseUsage('NAME is missing', 'agent', io);
  return withTerminal(name, host, io, async (client, { resource, title: terminal }) => {
    const explanation = await client.call('x-cotty/explain', { channel: resource });
    if (json) sayJson(io, { name: terminal, ...explanation }, 2);
    else say(io, explanationText(explanation));
    return ExitCode.ok;
  });
}

const AUTHORITIES: { readonly [By in Explanation['by']]: string } = {
  report: "the program's own words, which any output can contain",
  hook: 'a hook, with the secret of the terminal',
  rules: 'what it shows',
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
  if (state === null) return [['state', 'unknown: nothing reports it']];
  return [
    ['state', joined(', ', state, kind)],
    ['source', joined(': ', AUTHORITIES[by], cause)],
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
