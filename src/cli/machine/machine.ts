/** `cotty machine` — names other machines and brings cotty to them. Each verb is loaded when it is asked for. */

import { didYouMean } from '../../protocol/common/nearest.ts';
import type { Io, Subcommand } from '../common/io.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';

type Load = () => Promise<{ readonly run: Subcommand }>;

const verbs: Readonly<Record<string, Load>> = {
  add: () => import('./add.ts'),
  ls: () => import('./list.ts'),
  rm: () => import('./remove.ts'),
  rename: () => import('./rename.ts'),
  upgrade: () => import('./upgrade.ts'),
};

/**
 * Not for people: what ssh runs to ask this person something, what `cotty forward` runs on another machine, and what a host runs to
 * follow machines for its notices.
 */
const hidden: Readonly<Record<string, Load>> = {
  ask: () => import('./ask.ts'),
  news: () => import('./news.ts'),
  pipe: () => import('./pipe.ts'),
};

export async function run([verb, ...args]: readonly string[], io: Io): Promise<number> {
  if (verb === '--help' || verb === '-h') return refuseArgs({ ok: false, help: true }, 'machine', io);
  const all = { ...verbs, ...hidden };
  const load = verb !== undefined && Object.hasOwn(all, verb) ? all[verb] : undefined;
  if (load !== undefined) return (await load()).run(args, io);
  return refuseUsage(wrongVerb(verb), 'machine', io);
}

function wrongVerb(verb: string | undefined): string {
  if (verb?.startsWith('-')) return `unknown option ${verb}`;
  const names = Object.keys(verbs);
  if (verb === undefined) return `what to do is missing; use ${names.join(', ')}`;
  return `unknown subcommand "machine ${verb}"${didYouMean(verb, names) || `; use ${names.join(', ')}`}`;
}
