/** `cotty web`: starts the web server and makes a link, lists and ends links, or stops the server. */

import { longDuration } from '../../protocol/common/durations.ts';
import { didYouMean } from '../../protocol/common/nearest.ts';
import type { WebLink, WebStatus } from '../../protocol/cotty/web.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { columnWidths, printable, tableLine } from '../common/plain-text.ts';
import { say, sayJson } from '../common/print.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';
import { counted } from '../host/host-status.ts';
import { forgetLinkPage } from './link-page.ts';
import { withOwnHost } from './own-client.ts';
import { webFlags } from './web-flags.ts';
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

// `cotty web status`, `stop` and `revoke ID`.

export function webStatus(json: boolean, io: Io): Promise<number> {
  return withOwnHost({ start: false }, io, async ({ cotty: { web } }) => {
    const status = await web.status();
    if (json) sayJson(io, status, 2);
    else say(io, describe(status));
  });
}

function describe({ open, address, waits, noPage, links, sessions, connections }: WebStatus): string {
  const server = open ? (waits ?? `open at ${address}`) : 'closed; `cotty web` opens it';
  const lines = [
    ['web server', server],
    ...(noPage === undefined ? [] : [['page', noPage]]),
    ['links', `${counted(links, 'link')} not used yet`],
    ['sessions', `${counted(sessions, 'session')}, ${counted(connections, 'connection')}`],
  ];
  return lines.map(([name = '', value]) => `${name.padEnd(12)}${value}\n`).join('');
}

/** Stops the web server. Sessions are kept in case it is started again; `revoke --all` ends them. */
function webStop(json: boolean, io: Io): Promise<number> {
  return withOwnHost({ start: false }, io, async ({ cotty: { web } }) => {
    const { open: wasOpen, address, sessions } = await web.status();
    await web.close();
    forgetLinkPage(io.env);
    if (json) sayJson(io, { wasOpen, sessions });
    else if (wasOpen) say(io, `closed the web server at ${address}${kept(sessions)}\n`);
    else say(io, `the web server is closed already${kept(sessions)}\n`);
  });
}

function kept(sessions: number): string {
  if (sessions === 0) return '';
  return `; ${counted(sessions, 'session')} can come back when it is opened again, unless you end them: cotty web revoke --all`;
}

export function webRevoke(id: string | undefined, io: Io): Promise<number> {
  return withOwnHost({ start: false }, io, async ({ cotty: { web } }) => {
    const revoked = await web.revoke(id);
    say(io, `ended ${id ?? counted(revoked.length, 'link or session')}\n`);
  });
}

// `cotty web links`: lists the links to the web server, and the browser sessions that began with them.

const HEAD = ['ID', 'MAY', 'MADE', 'STATE', 'FROM', 'BROWSER'];

export function webLinks(json: boolean, io: Io): Promise<number> {
  return withOwnHost({ start: false }, io, async ({ cotty: { web } }) => {
    const links = await web.links();
    if (json) for (const link of links) sayJson(io, link);
    else
      say(
        io,
        links.length === 0
          ? 'no links and no sessions; `cotty web` makes a link\n'
          : table(links, Date.now()),
      );
  });
}

function table(links: readonly WebLink[], now: number): string {
  const rows = [HEAD, ...links.map((link) => row(link, now))];
  const widths = columnWidths(rows);
  return rows.map((cells) => tableLine(cells, widths)).join('');
}

function row(link: WebLink, now: number): readonly string[] {
  const { id, access, made, from = '-', browser = '-' } = link;
  const may = access === 'watch' ? 'watch' : 'type';
  return [id, may, ago(made, now), stateOf(link, now), printable(from), printable(browser)];
}

function stateOf({ used, expires, lastSeen, connections }: WebLink, now: number): string {
  if (used === undefined) return `not used, ends in ${longDuration(Math.max(0, expires - now))}`;
  return connections > 0 ? `connected (${connections})` : `seen ${ago(lastSeen ?? used, now)}`;
}

function ago(time: number, now: number): string {
  return `${longDuration(Math.max(0, now - time))} ago`;
}
