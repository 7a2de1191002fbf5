/** Reports each program that comes to wait for a person, or is done: for `cotty watch --program`. */

import type { Client } from '../../../client/client.ts';
import { programWords } from '../../../client/program-state.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import { fullName, machineOf } from '../../../protocol/cotty/terminal-names.ts';
import { shownWords, type WatchedState } from '../../../protocol/terminal/program-status.ts';
import type { TerminalInfo } from '../../../protocol/terminal/state.ts';
import { displayWidth, padTo, printable } from '../../common/plain-text.ts';
import { who } from './record-text.ts';
import { timeText } from './told-command.ts';

export type ProgramNews = {
  readonly info: TerminalInfo;
  readonly program: NonNullable<TerminalMeta['program']>;
};

/**
 * `only`: the URIs of the terminals; undefined for all, also future ones. A program that waits already is reported at once, one
 * that was done before is not. Returns a function that stops it.
 */
export function followPrograms(
  client: Pick<Client, 'root'>,
  { only, state }: { readonly only: ReadonlySet<string> | undefined; readonly state: WatchedState },
  onNews: (news: ProgramNews) => void,
): () => void {
  const told = new Told();
  const listed = (): readonly TerminalInfo[] => {
    const { terminals = [] } = client.root.state;
    return terminals.filter(({ resource }) => only?.has(resource) ?? true);
  };
  const fresh = () =>
    listed()
      .flatMap((info) => newsOf(info, state))
      .filter((news) => told.isNew(news));
  const stop = client.root.onChange(() => {
    for (const news of fresh()) onNews(news);
  });
  const now = fresh();
  if (state === 'blocked') for (const news of now) onNews(news);
  return stop;
}

function newsOf(info: TerminalInfo, state: WatchedState): readonly ProgramNews[] {
  const { program } = cottyMeta<TerminalMeta>(info._meta);
  return program !== undefined && isMeant(program, state) ? [{ info, program }] : [];
}

function isMeant({ state }: ProgramNews['program'], wanted: WatchedState): boolean {
  return wanted === 'blocked' ? state === 'blocked' : state === 'done' || state === 'error';
}

/** Most terminals that are remembered, oldest dropped first. Closed ones count: a host restart may bring them back. */
const MOST_TOLD = 4096;

/** Since when the programs have the state that was told; a host keeps these times over its restart. */
class Told {
  readonly #since = new Map<string, number>();

  isNew({ info: { resource }, program: { since } }: ProgramNews): boolean {
    if (since <= (this.#since.get(resource) ?? 0)) return false;
    const [oldest] = this.#since.keys();
    if (this.#since.size >= MOST_TOLD && oldest !== undefined) this.#since.delete(oldest);
    this.#since.set(resource, since);
    return true;
  }
}

/** With the fields of a wake-up of an agent that a running command has. */
export function newsJson({ info, program }: ProgramNews): object {
  const { running, last } = cottyMeta<TerminalMeta>(info._meta);
  const { kind, app, title, msg, state, since, by } = program;
  return {
    channel: info.resource,
    terminal: fullName(info),
    machine: machineOf(info),
    cmd: running?.commandLine ?? last?.commandLine ?? '',
    writer: running?.writer ?? null,
    program: { state, kind, app, title, msg, by, since: new Date(since).toISOString() },
  };
}

/** One line, cut to `columns` if given: `14:03:09  build  @ada  waits for you: permission  $ codex  "Run rm -r build?"` */
export function newsLine({ info, program }: ProgramNews, columns?: number): string {
  const { running, last } = cottyMeta<TerminalMeta>(info._meta);
  const cells = [
    timeText(new Date(program.since).toISOString()),
    fullName(info),
    who(running?.writer ?? null),
    programWords({ program }),
    `$ ${running?.commandLine ?? last?.commandLine ?? ''}`,
    program.msg && shownWords(program.msg, program.by),
  ];
  const line = cells.flatMap((cell) => (cell === undefined ? [] : [printable(cell)])).join('  ');
  return `${columns !== undefined && displayWidth(line) > columns ? padTo(line, columns) : line}\n`;
}
