/** `cotty web`: starts the web server and makes a link, lists and ends links, or stops the server. */

import { didYouMean } from '../../protocol/common/nearest.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';
import { webRevoke, webStatus, webStop } from './web-admin.ts';
import { webFlags } from './web-flags.ts';
import { webLinks } from './web-links.ts';
import { openWeb } from './web-open.ts';

/** meow reads `--no-open` as the negation of an option `--open`, which does not exist. */
const NO_OPEN = '--no-open';

const VERBS = ['links', 'revoke', 'stop', 'status'];

/** Options of a link; the other forms have none of them. */
const FOR_LINKS = ['listen', 'cert', 'key', 'http', 'allowHost', 'watch'] as const;

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(
    args.filter((arg) => arg !== NO_OPEN),
    { flags: webFlags, positionals: ['links, revoke, stop or status', 'ID'] },
  );
  if (!parsed.ok) return refuseArgs(parsed, 'web', io);
  const { flags, input } = parsed;
  const [verb, id] = input;
  const refuse = (error: string) => refuseUsage(error, 'web', io);
  const isForLinks = args.includes(NO_OPEN) || FOR_LINKS.some((name) => Boolean(flags[name]));
  if (verb !== undefined && isForLinks)
    return refuse(`"web ${verb}" takes none of the options that make a link`);
  if (flags.all && verb !== 'revoke') return refuse('--all works only with revoke');
  if (id !== undefined && verb !== 'revoke') return refuse(`unexpected argument "${id}"`);
  switch (verb) {
    case undefined:
      return openWeb(flags, !args.includes(NO_OPEN), io);
    case 'links':
      return webLinks(flags.json, io);
    case 'revoke':
      return (id === undefined) === flags.all
        ? webRevoke(id, io)
        : refuse('revoke needs the ID of a link or session, or --all');
    case 'stop':
      return webStop(flags.json, io);
    case 'status':
      return webStatus(flags.json, io);
    default:
      return refuse(
        `unknown subcommand "web ${verb}"${didYouMean(verb, VERBS) || '; use links, revoke, stop or status, or none'}`,
      );
  }
}
