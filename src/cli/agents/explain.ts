/** `cotty agent explain` — tells how cotty knows what the program of a terminal does: which rule has decided, and what it saw. */

import type { Explanation } from '../../protocol/cotty/program.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { say, sayJson } from '../common/print.ts';
import { refuseArgs } from '../common/usage-error.ts';
import { hostFlags } from '../connect/host-flags.ts';
import { withTerminal } from '../connect/with-terminal.ts';

const flags = { ...hostFlags, json: 'boolean' } as const;

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags, positionals: ['NAME'], required: 1 });
  if (!parsed.ok) return refuseArgs(parsed, 'agent', io);
  const { json, ...host } = parsed.flags;
  const [name = ''] = parsed.input;
  return withTerminal(name, host, io, async (client, { resource, title }) => {
    const explanation = await client.call('x-cotty/explain', { channel: resource });
    if (json) sayJson(io, { name: title, ...explanation }, 2);
    else say(io, explanationText(explanation));
    return 0;
  });
}

const AUTHORITIES: { readonly [By in Explanation['by']]: string } = {
  report: 'the program itself (OSC 7501)',
  hook: 'a hook of the program',
  title: 'its title',
  notice: 'its notice',
  screen: 'the bottom of its screen',
  shell: 'the shell and the terminal',
};

function explanationText({ by, cause, state, kind, msg, title, notice, rows }: Explanation): string {
  const lines: readonly (readonly [string, string])[] = [
    ['state', state === null ? 'unknown: nothing tells it' : [state, kind].filter(Boolean).join(', ')],
    ...(state === null ? [] : [['told by', [AUTHORITIES[by], cause].filter(Boolean).join(': ')] as const]),
    ...(msg === undefined ? [] : [['message', msg] as const]),
    ['title', title],
    ['notice', notice === null ? '' : [notice.title, notice.body].filter(Boolean).join(': ')],
    ...rows.map((row, index) => [index === 0 ? 'screen' : '', `| ${row}`] as const),
  ];
  return lines
    .map(([left, right]) => `${left.padEnd(9)}${right}`.trimEnd())
    .join('\n')
    .concat('\n');
}
