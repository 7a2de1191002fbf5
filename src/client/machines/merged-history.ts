/** The history of several hosts as one: their answers in one order, a page at a time. */

import type {
  HistoryCommand,
  HistoryOrder,
  HistoryQuery,
  HistoryResult,
} from '../../protocol/cotty/history.ts';
import { compareBy, type OrderKey } from '../../protocol/cotty/history-order.ts';
import { hasFailed, statusOfEnd } from '../../review/exit-state.ts';

/** Commands of one answer, as hosts send them without a limit. */
const PAGE = 100;
/** Limits: commands that are held of one query, and queries. Beyond them the first pages are asked for again. */
const MOST_HELD = 50_000;
const MOST_QUERIES = 4;
/** Commands of one request to a host. */
const MOST_ASKED = 500;

export type AskHistory<Host> = (host: Host, query: HistoryQuery) => Promise<HistoryResult>;

/** What has come from one host: its first commands in the order of the query. */
type Part = {
  commands: HistoryCommand[];
  more: boolean;
  total: number | undefined;
  /** Whether it did not answer last time: what is known of it is all there is. */
  isSilent: boolean;
  /** Settled when the host is not being asked: pages that are asked for at once must not ask for the same commands. */
  asked: Promise<void>;
};

export class MergedHistory<Host> {
  readonly #ask: AskHistory<Host>;
  /** The parts of the newest queries, by the query without its page. */
  readonly #known = new Map<string, Map<Host, Part>>();

  constructor(ask: AskHistory<Host>) {
    this.#ask = ask;
  }

  /** Of a host that does not answer, what is known is shown. */
  async page(hosts: readonly Host[], query: HistoryQuery): Promise<HistoryResult> {
    const { skip = 0, limit = PAGE, ...rest } = query;
    const parts = this.#partsOf(JSON.stringify(rest), skip === 0);
    const end = skip + limit;
    await Promise.all(hosts.map((host) => this.#fill(parts, host, rest, end)));
    const merged = mergedCommands(
      hosts.map((host) => parts.get(host)?.commands ?? []),
      rest.order ?? 'newest',
      end,
    );
    const totals = hosts.map((host) => totalOf(parts.get(host)));
    const total = totals.every((each) => each !== undefined)
      ? totals.reduce((sum, each) => sum + each, 0)
      : undefined;
    const shown = merged.slice(skip);
    const held = [...parts.values()].reduce((sum, { commands }) => sum + commands.length, 0);
    if (held > MOST_HELD) this.#known.delete(JSON.stringify(rest));
    const more = total === undefined ? [...parts.values()].some(isLonger) : total > end;
    return { commands: shown, more, ...(total === undefined ? {} : { total }) };
  }

  #partsOf(key: string, isFirst: boolean): Map<Host, Part> {
    const known = isFirst ? undefined : this.#known.get(key);
    const parts = known ?? new Map<Host, Part>();
    this.#known.delete(key);
    this.#known.set(key, parts);
    for (const old of this.#known.keys()) {
      if (this.#known.size <= MOST_QUERIES) break;
      this.#known.delete(old);
    }
    return parts;
  }

  /** Asks a host until as many of its commands are known as the answer may need. */
  #fill(parts: Map<Host, Part>, host: Host, query: HistoryQuery, end: number): Promise<void> {
    const part = parts.get(host) ?? newPart();
    parts.set(host, part);
    part.asked = part.asked.then(async () => {
      part.isSilent = false;
      while (part.more && part.commands.length < end) {
        const skip = part.commands.length;
        const limit = Math.min(MOST_ASKED, Math.max(PAGE, end - skip));
        const answer = await this.#ask(host, { ...query, ...(skip === 0 ? {} : { skip }), limit }).catch(
          () => undefined,
        );
        if (answer === undefined) {
          part.isSilent = true;
          return;
        }
        part.commands.push(...answer.commands);
        part.more = answer.more && answer.commands.length > 0;
        part.total = answer.total;
      }
    });
    return part.asked;
  }
}

function newPart(): Part {
  return { commands: [], more: true, total: undefined, isSilent: false, asked: Promise.resolve() };
}

/** Number of commands of a host that can be shown; undefined if it has not told. */
function totalOf(part: Part | undefined): number | undefined {
  return part?.isSilent === true ? part.commands.length : part?.total;
}

function isLonger({ more, isSilent }: Part): boolean {
  return more && !isSilent;
}

/** Returns the first commands of several lists, each in the order, in that order. */
export function mergedCommands<T extends HistoryCommand>(
  lists: readonly (readonly T[])[],
  order: HistoryOrder,
  end: number,
): T[] {
  const compare = compareBy(order);
  const keyed = lists.flatMap((commands) =>
    commands.slice(0, end).map((command) => ({ command, key: keyOf(command) })),
  );
  return keyed
    .sort((one, other) => compare(one.key, other.key))
    .slice(0, end)
    .map(({ command }) => command);
}

function keyOf(command: HistoryCommand): OrderKey {
  const { startedAt, finishedAt, commandLine } = command;
  return {
    startedAt,
    durationMs: finishedAt === undefined ? undefined : finishedAt - startedAt,
    failed: hasFailed(statusOfEnd(command)),
    commandLine,
  };
}
