/** `cotty agent` — tells how cotty learns what the agent programs in its terminals do. Each verb is loaded when it is asked for. */

import { didYouMean } from '../../protocol/common/nearest.ts';
import type { Io, Subcommand } from '../common/io.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';

type Load = () => Promise<{ readonly run: Subcommand }>;

const verbs: Readonly<Record<string, Load>> = {
  explain: () => import('./explain.ts'),
  report: () => import('./report.ts'),
  hook: () => import('./hook.ts'),
};

/** Gives the arguments behind the verb to the file of the verb. */
export async function run([verb, ...args]: readonly string[], io: Io): Promise<number> {
  if (verb === '--help' || verb === '-h') return refuseArgs({ ok: false, help: true }, 'agent', io);
  const load = Object.hasOwn(verbs, verb ?? '') ? verbs[verb ?? ''] : undefined;
  if (load !== undefined) return (await load()).run(args, io);
  return refuseUsage(wrongVerb(verb), 'agent', io);
}

function wrongVerb(verb: string | undefined): string {
  if (verb?.startsWith('-')) return `unknown option ${verb}`;
  const names = Object.keys(verbs);
  if (verb === undefined) return `what to do is missing; use ${names.join(', ')}`;
  return `unknown subcommand "agent ${verb}"${didYouMean(verb, names) || `; use ${names.join(', ')}`}`;
}
