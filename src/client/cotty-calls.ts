/** Typed calls of the requests that only a cotty host answers; any other host answers "unknown method". */

import { NO_TIMEOUT_MS } from '../protocol/common/durations.ts';
import { ErrorCode } from '../protocol/common/error-codes.ts';
import { ROOT_URI } from '../protocol/common/uri.ts';
import type { CommandsResult, OutputResult, OutputSearchResult } from '../protocol/cotty/command-output.ts';
import type {
  AnyClosedTerminal,
  ClosedTerminal,
  CottyRequests,
  PicturePiece,
  RecordsResult,
  RunResult,
  ScreenReport,
  TerminalWork,
  WakesResult,
  WatchResult,
} from '../protocol/cotty/cotty-requests.ts';
import type { FindQuery, FindResult } from '../protocol/cotty/find.ts';
import type { PastResult } from '../protocol/cotty/past-line.ts';
import type { WatchFilter } from '../protocol/cotty/wake.ts';
import type { ClientRequests, HostStatus } from '../protocol/messages.ts';
import type { Parsed } from '../protocol/validate/fields/parsed.ts';
import {
  parseClosed,
  parseCommands,
  parseFind,
  parseOutput,
  parseOutputSearch,
  parsePast,
  parseRecords,
  parseRun,
  parseScreen,
  parseSubscribers,
  parseWakes,
  parseWatch,
  parseWork,
} from '../protocol/validate/read-cotty.ts';
import {
  parseHostStatus,
  parseLastLines,
  parseNote,
  parsePicture,
  parseUnknown,
} from '../protocol/validate/read-results.ts';
import { parseAllClosed } from '../protocol/validate/read-root.ts';
import { RpcError } from '../rpc/errors.ts';
import { OneAtATime } from '../rpc/one-at-a-time.ts';
import { WebCalls } from './web-calls.ts';

type Ask = <M extends keyof ClientRequests>(
  method: M,
  params: ClientRequests[M]['params'],
  timeoutMs?: number,
) => Promise<unknown>;

type Without<M extends keyof CottyRequests> = Omit<CottyRequests[M]['params'], 'channel' | '_meta'>;

/** A host gives the version that is tried a minute. */
const RESTART_MS = 70_000;

export class CottyCalls {
  /** Only at the own host, over its Unix socket. */
  readonly web: WebCalls;
  readonly #ask: Ask;
  /** The highest number covers the others. */
  readonly #acknowledgements = new OneAtATime<number, WakesResult>((ack) => this.wakes({ ack }), Math.max);

  constructor(ask: Ask) {
    this.#ask = ask;
    this.web = new WebCalls(ask);
  }

  /** Removes a terminal from the list; it stays alive for a while. */
  async park(uri: string): Promise<void> {
    await this.#ask('x-cotty/parkTerminal', { channel: uri });
  }

  async restore(uri: string): Promise<void> {
    await this.#ask('x-cotty/restoreTerminal', { channel: uri });
  }

  /** Moves a terminal in the list, before another one or to the end. */
  async move(uri: string, before: string | undefined): Promise<void> {
    await this.#ask('x-cotty/moveTerminal', { channel: uri, ...(before === undefined ? {} : { before }) });
  }

  /** Returns a note of this person; with a text it is kept first, and an empty one removes it. */
  async note(name: string, text?: string): Promise<string> {
    const params = { channel: ROOT_URI, name, ...(text === undefined ? {} : { text }) };
    return parseNote(await this.#ask('x-cotty/note', params));
  }

  /** Tells what closing a terminal would end. */
  async work(uri: string): Promise<TerminalWork> {
    return value('work', parseWork(await this.#ask('x-cotty/work', { channel: uri })));
  }

  /** The terminals that can be restored, the one closed last first. */
  async closed(): Promise<readonly ClosedTerminal[]> {
    return value('closed', parseClosed(await this.#ask('x-cotty/closed', { channel: ROOT_URI })));
  }

  /** All closed terminals that can be read, those that cannot be restored as well; the one closed last first. */
  async allClosed(): Promise<readonly AnyClosedTerminal[]> {
    return parseAllClosed(await this.#ask('x-cotty/closed', { channel: ROOT_URI, all: true }));
  }

  async status(): Promise<HostStatus> {
    const parsed = parseHostStatus(await this.#ask('x-cotty/status', { channel: ROOT_URI }));
    if (!parsed.ok) throw unusable('status', parsed.error);
    return parsed.status;
  }

  async stop(): Promise<void> {
    await this.#ask('x-cotty/stop', { channel: ROOT_URI });
  }

  /** Has the host exchanged for the one that `program` starts. Resolves when the host is about to end, with its terminals alive. */
  async restart(program: readonly string[]): Promise<void> {
    await this.#ask('x-cotty/restart', { channel: ROOT_URI, program }, RESTART_MS);
  }

  /** Runs a command. Resolves when it has ended, at the timeout, or with `wait: false` when it has started. */
  async run(uri: string, params: Without<'x-cotty/run'>): Promise<RunResult> {
    // A command may run for days: the request ends with the command or with the connection.
    const result = await this.#ask('x-cotty/run', { channel: uri, ...params }, NO_TIMEOUT_MS);
    return value('run', parseRun(result));
  }

  async type(uri: string, data: string): Promise<void> {
    await this.#ask('x-cotty/type', { channel: uri, data });
  }

  /** Types when the shell is at its prompt, which may take as long as its start files take. */
  async typeAtPrompt(uri: string, data: string): Promise<void> {
    await this.#ask('x-cotty/type', { channel: uri, data, atPrompt: true }, NO_TIMEOUT_MS);
  }

  async records(uri: string, params: Without<'x-cotty/records'>): Promise<RecordsResult> {
    return value('records', parseRecords(await this.#ask('x-cotty/records', { channel: uri, ...params })));
  }

  /** The newest commands before `beforeSeq`, oldest first, without their outputs. */
  async commands(uri: string, params: Without<'x-cotty/commands'> = {}): Promise<CommandsResult> {
    return value('commands', parseCommands(await this.#ask('x-cotty/commands', { channel: uri, ...params })));
  }

  /** Commands of all terminals and of the record; the result says how to go on. */
  async find(query: FindQuery): Promise<FindResult> {
    return value('find', parseFind(await this.#ask('x-cotty/find', { channel: ROOT_URI, ...query })));
  }

  /** Command lines of before, newest first. */
  async past(uri: string, query: Without<'x-cotty/past'> = {}): Promise<PastResult> {
    return value('past', parsePast(await this.#ask('x-cotty/past', { channel: uri, ...query })));
  }

  /** Those of the words that are no command in this terminal. */
  async unknown(uri: string, words: readonly string[]): Promise<readonly string[]> {
    return value('unknown', parseUnknown(await this.#ask('x-cotty/unknown', { channel: uri, words })));
  }

  /** Lines of one output, by their true numbers. */
  async output(uri: string, params: Without<'x-cotty/output'>): Promise<OutputResult> {
    return value('output', parseOutput(await this.#ask('x-cotty/output', { channel: uri, ...params })));
  }

  async outputSearch(uri: string, params: Without<'x-cotty/outputSearch'>): Promise<OutputSearchResult> {
    const result = await this.#ask('x-cotty/outputSearch', { channel: uri, ...params });
    return value('outputSearch', parseOutputSearch(result));
  }

  async screen(uri: string, lines?: number): Promise<ScreenReport> {
    const asked = { channel: uri, ...(lines === undefined ? {} : { lines }) };
    return value('screen', parseScreen(await this.#ask('x-cotty/screen', asked)));
  }

  /** Returns the last line that each terminal has printed; empty where there is none, or where the host does not tell it. */
  async lastLines(terminals: readonly string[]): Promise<readonly string[]> {
    const params = { channel: ROOT_URI, terminals };
    return parseLastLines(await this.#ask('x-cotty/lastLines', params), terminals.length);
  }

  /** Bytes of a picture, from `from` on. */
  async picture(uri: string, key: string, from: number): Promise<PicturePiece> {
    return value('picture', parsePicture(await this.#ask('x-cotty/picture', { channel: uri, key, from })));
  }

  async forget(uri: string, seq: number): Promise<void> {
    await this.#ask('x-cotty/forget', { channel: uri, seq });
  }

  /** Watches a terminal, or all terminals with the root channel. */
  async watch(uri: string, filter?: WatchFilter): Promise<WatchResult> {
    const asked = { channel: uri, ...(filter === undefined ? {} : { filter }) };
    return value('watch', parseWatch(await this.#ask('x-cotty/watch', asked)));
  }

  /** Returns the subscribers that still watch the channel. */
  async unwatch(uri: string, id?: string): Promise<readonly string[]> {
    const asked = { channel: uri, ...(id === undefined ? {} : { id }) };
    return value('subscribers', parseSubscribers(await this.#ask('x-cotty/unwatch', asked)));
  }

  async wakes(params: Without<'x-cotty/wakes'> = {}): Promise<WakesResult> {
    return value('wakes', parseWakes(await this.#ask('x-cotty/wakes', { channel: ROOT_URI, ...params })));
  }

  /** Acknowledges the wake-ups up to `n`; many calls make few requests. */
  acknowledge(n: number): Promise<WakesResult> {
    return this.#acknowledgements.ask(n);
  }

  /** Answers whether the shell elsewhere is given its marks. Rejects with the reason if it cannot be. */
  async blocks(uri: string, answer: CottyRequests['x-cotty/blocks']['params']['answer']): Promise<void> {
    await this.#ask('x-cotty/blocks', { channel: uri, answer });
  }

  /** Asks the holder of a terminal to hand it over. */
  async askFor(uri: string): Promise<void> {
    await this.#ask('x-cotty/ask', { channel: uri });
  }
}

function value<T>(what: string, parsed: Parsed<'value', T>): T {
  if (!parsed.ok) throw unusable(what, parsed.error);
  return parsed.value;
}

function unusable(what: string, why: string): RpcError {
  return new RpcError(ErrorCode.InternalError, `the host's answer (${what}) is not usable: ${why}`);
}
