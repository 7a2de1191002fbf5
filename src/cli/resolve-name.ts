/** Which terminal a NAME on the command line means: its URI, the last part of it, or its title. */

import type { TerminalInfo } from '../protocol/terminal/state.ts';

export type Resolved =
  | { readonly ok: true; readonly terminal: TerminalInfo }
  | { readonly ok: false; readonly error: string };

export function resolveName(terminals: readonly TerminalInfo[], name: string): Resolved {
  // The most exact reading wins, so a title that looks like another terminal's id cannot hide it.
  const readings: readonly ((terminal: TerminalInfo) => boolean)[] = [
    ({ resource }) => resource === name,
    ({ resource }) => idOf(resource) === name,
    ({ title }) => title === name,
    ({ title }) => title.toLowerCase() === name.toLowerCase(),
  ];
  for (const matches of readings) {
    const found = terminals.filter(matches);
    const [terminal] = found;
    if (terminal !== undefined && found.length === 1) return { ok: true, terminal };
    if (found.length > 1) return { ok: false, error: ambiguous(name, found) };
  }
  return { ok: false, error: unknown(name, terminals) };
}

/** The last part of a terminal URI, `build-7k2q` of `ahp-terminal:/build-7k2q`. */
export function idOf(uri: string): string {
  return uri.slice(Math.max(uri.lastIndexOf('/'), uri.lastIndexOf(':')) + 1);
}

function ambiguous(name: string, found: readonly TerminalInfo[]): string {
  const ids = found.map(({ resource, title }) => `  ${idOf(resource)}  (${title})`);
  return `"${name}" names ${found.length} terminals; use one of these instead:\n${ids.join('\n')}`;
}

function unknown(name: string, terminals: readonly TerminalInfo[]): string {
  if (terminals.length === 0)
    return `there is no terminal "${name}"; none is open (cotty new ${name} makes it)`;
  const titles = terminals.map(({ title }) => title).join(', ');
  return `there is no terminal "${name}"; open are: ${titles}`;
}
