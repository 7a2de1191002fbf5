/** `cotty web links`: lists the links to the web server, and the browser sessions that began with them. */

import { longDuration } from '../../protocol/common/durations.ts';
import type { WebLink } from '../../protocol/cotty/web.ts';
import type { Io } from '../common/io.ts';
import { columnWidths, printable, tableLine } from '../common/plain-text.ts';
import { say, sayJson } from '../common/print.ts';
import { withOwnHost } from './own-client.ts';

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
