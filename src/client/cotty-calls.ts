/** Calls of requests that only a cotty host answers, by name; any other host answers "unknown method". */

import { NO_TIMEOUT_MS } from '../protocol/common/durations.ts';
import { isUnknownMethod } from '../protocol/common/error-codes.ts';
import { type OutputTimes, readTimes } from '../protocol/common/output-times.ts';
import { ROOT_URI } from '../protocol/common/uri.ts';
import type { AnyClosedTerminal, ClosedTerminal } from '../protocol/cotty/cotty-requests.ts';
import type { FindQuery } from '../protocol/cotty/find.ts';
import type { HistoryQuery } from '../protocol/cotty/history.ts';
import type { CommandWait, ProgramQuestion } from '../protocol/cotty/program.ts';
import type { StatsQuery } from '../protocol/cotty/stats.ts';
import type { WakesResult, WatchFilter } from '../protocol/cotty/wake.ts';
import type { WebAccess, WebOpenParams } from '../protocol/cotty/web.ts';
import type { ClientRequests, Method } from '../protocol/messages.ts';
import { OneAtATime } from '../rpc/one-at-a-time.ts';

/** Asks a host. Rejects with its refusal, or when its answer is not usable. `timeoutMs` replaces the usual time for an answer. */
export type Call = <M extends Method>(
  method: M,
  params: ClientRequests[M]['params'],
  timeoutMs?: number,
) => Promise<ClientRequests[M]['result']>;

/** Requests without a check of the answer. */
type Ask = <M extends Method>(method: M, params: ClientRequests[M]['params']) => Promise<unknown>;

type Without<M extends Method> = Omit<ClientRequests[M]['params'], 'channel' | '_meta'>;

/** A host gives the version that is tried a minute. */
const RESTART_MS = 70_000;

/** The first question makes the host read all records. */
const HISTORY_MS = 10 * 60_000;

/** The host waits ten seconds for an answer. */
const NOTIFY_TEST_MS = 20_000;

export class CottyCalls {
  /** Only at the own host, over its Unix socket. */
  readonly web: WebCalls;
  readonly notify: NotifyCalls;
  readonly #call: Call;
  readonly #ask: Ask;
  /** The highest number covers the others. */
  readonly #acknowledgements = new OneAtATime<number, WakesResult>((ack) => this.wakes({ ack }), Math.max);

  constructor(call: Call, ask: Ask) {
    this.#call = call;
    this.#ask = ask;
    this.web = new WebCalls(call);
    this.notify = new NotifyCalls(call);
  }

  /** Removes a terminal from the list; it stays alive for a while. */
  async park(channel: string): Promise<void> {
    await this.#call('x-cotty/parkTerminal', { channel });
  }

  async restore(channel: string): Promise<void> {
    await this.#call('x-cotty/restoreTerminal', { channel });
  }

  /** Moves a terminal in the list, before another one or to the end. */
  async move(channel: string, before: string | undefined): Promise<void> {
    await this.#call('x-cotty/moveTerminal', { channel, ...(before === undefined ? {} : { before }) });
  }

  /**
   * Returns a note of this person, empty if there is none; with a text it is kept first, and an empty one removes it. The answer
   * is checked by hand: a window reads its notes before it draws, when the table of requests is not loaded yet.
   */
  async note(name: string, text?: string): Promise<string> {
    const params = { channel: ROOT_URI, name, ...(text === undefined ? {} : { text }) };
    const result = await this.#ask('x-cotty/note', params);
    const isAnswer = typeof result === 'object' && result !== null && 'text' in result;
    return isAnswer && typeof result.text === 'string' ? result.text : '';
  }

  /** Tells what closing a terminal would end. */
  work(channel: string) {
    return this.#call('x-cotty/work', { channel });
  }

  /** The terminals that can be restored, the one closed last first. */
  async closed(): Promise<readonly ClosedTerminal[]> {
    return (await this.#call('x-cotty/closed', { channel: ROOT_URI })).terminals;
  }

  /**
   * All closed terminals that can be read, those that cannot be restored as well; the one closed last first. An older host tells
   * only of terminals that can be restored, which it does not describe: they are left out.
   */
  async allClosed(): Promise<readonly AnyClosedTerminal[]> {
    const { terminals } = await this.#call('x-cotty/closed', { channel: ROOT_URI, all: true });
    return terminals.flatMap(({ ended, info, ...rest }) =>
      ended === undefined || info === undefined ? [] : [{ ...rest, ended, info }],
    );
  }

  status() {
    return this.#call('x-cotty/status', { channel: ROOT_URI });
  }

  async stop(): Promise<void> {
    await this.#call('x-cotty/stop', { channel: ROOT_URI });
  }

  /** Has the host exchanged for the one that `program` starts. Resolves when the host is about to end, with its terminals alive. */
  async restart(program: readonly string[]): Promise<void> {
    await this.#call('x-cotty/restart', { channel: ROOT_URI, program }, RESTART_MS);
  }

  /** Runs a command. Resolves when it has ended, at the timeout, or with `wait: false` when it has started. */
  run(channel: string, params: Without<'x-cotty/run'>) {
    // A command may run for days: the request ends with the command or with the connection.
    return this.#call('x-cotty/run', { channel, ...params }, NO_TIMEOUT_MS);
  }

  async type(channel: string, data: string): Promise<void> {
    await this.#call('x-cotty/type', { channel, data });
  }

  /** Types when the shell is at its prompt, which may take as long as its start files take. */
  async typeAtPrompt(channel: string, data: string): Promise<void> {
    await this.#call('x-cotty/type', { channel, data, atPrompt: true }, NO_TIMEOUT_MS);
  }

  /** Types when a program reads, and not at all if the shell is at its prompt first; returns who reads. */
  async typeWhenRead(channel: string, data: string, ticket: string): Promise<'program' | 'shell'> {
    const { reader } = await this.#call('x-cotty/typeWhenRead', { channel, data, ticket }, NO_TIMEOUT_MS);
    return reader;
  }

  records(channel: string, params: Without<'x-cotty/records'>) {
    return this.#call('x-cotty/records', { channel, ...params });
  }

  /** The newest commands before `beforeSeq`, oldest first, without their outputs. */
  commands(channel: string, params: Without<'x-cotty/commands'> = {}) {
    return this.#call('x-cotty/commands', { channel, ...params });
  }

  /** What differs from the last run of the same command, in one line; undefined if there is none. */
  async difference(channel: string, seq: number): Promise<string | undefined> {
    try {
      return (await this.#call('x-cotty/difference', { channel, seq })).difference ?? undefined;
    } catch (error) {
      // An older host.
      if (isUnknownMethod(error)) return undefined;
      throw error;
    }
  }

  /** Commands of all terminals and of the record; the result says how to go on. */
  find(query: FindQuery) {
    return this.#call('x-cotty/find', { channel: ROOT_URI, ...query });
  }

  /** Sets or removes the note and the bookmark of a finished command; an empty note removes it. */
  annotate(channel: string, seq: number, change: { readonly note?: string; readonly bookmarked?: boolean }) {
    return this.#call('x-cotty/annotate', { channel, seq, ...change });
  }

  /** Commands of all terminals, open and closed, in the order of the query. */
  history(query: HistoryQuery) {
    return this.#call('x-cotty/history', { channel: ROOT_URI, ...query }, HISTORY_MS);
  }

  /** How often commands ran, how long they took, and whose exit codes change. */
  stats(query: StatsQuery) {
    return this.#call('x-cotty/stats', { channel: ROOT_URI, ...query }, HISTORY_MS);
  }

  /** Command lines of before, newest first. */
  past(channel: string, query: Without<'x-cotty/past'> = {}) {
    return this.#call('x-cotty/past', { channel, ...query });
  }

  /** Lines of one output, by their true numbers. */
  output(channel: string, params: Without<'x-cotty/output'>) {
    return this.#call('x-cotty/output', { channel, ...params });
  }

  /** When the output of a finished command came; undefined where that is not known, and at an older host. */
  async times(channel: string, seq: number): Promise<OutputTimes | undefined> {
    try {
      return readTimes((await this.#call('x-cotty/times', { channel, seq })).times);
    } catch (error) {
      if (isUnknownMethod(error)) return undefined;
      throw error;
    }
  }

  /** A piece of the raw log, from its beginning or after another piece; empty where nothing was recorded, and at an older host. */
  async recording(channel: string, after?: string) {
    try {
      return await this.#call('x-cotty/recording', { channel, ...(after === undefined ? {} : { after }) });
    } catch (error) {
      if (isUnknownMethod(error)) return { text: '', cut: false };
      throw error;
    }
  }

  outputSearch(channel: string, params: Without<'x-cotty/outputSearch'>) {
    return this.#call('x-cotty/outputSearch', { channel, ...params });
  }

  screen(channel: string, lines?: number) {
    return this.#call('x-cotty/screen', { channel, ...(lines === undefined ? {} : { lines }) });
  }

  /** Returns the last line that each terminal has printed; empty where there is none, or where the host does not tell it. */
  async lastLines(terminals: readonly string[]): Promise<readonly string[]> {
    const { lines } = await this.#call('x-cotty/lastLines', { channel: ROOT_URI, terminals });
    return terminals.map((_uri, index) => lines[index] ?? '');
  }

  /** Bytes of an image, from `from` on. */
  image(channel: string, key: string, from: number) {
    return this.#call('x-cotty/picture', { channel, key, from });
  }

  async forget(channel: string, seq: number): Promise<void> {
    await this.#call('x-cotty/forget', { channel, seq });
  }

  /** Watches a terminal, or all terminals with the root channel. */
  watch(channel: string, filter?: WatchFilter) {
    return this.#call('x-cotty/watch', { channel, ...(filter === undefined ? {} : { filter }) });
  }

  /** Returns the subscribers that still watch the channel. */
  async unwatch(channel: string, id?: string): Promise<readonly string[]> {
    return (await this.#call('x-cotty/unwatch', { channel, ...(id === undefined ? {} : { id }) }))
      .subscribers;
  }

  wakes(params: Without<'x-cotty/wakes'> = {}) {
    return this.#call('x-cotty/wakes', { channel: ROOT_URI, ...params });
  }

  /** Acknowledges the wake-ups up to `n`; many calls make few requests. */
  acknowledge(n: number): Promise<WakesResult> {
    return this.#acknowledgements.ask(n);
  }

  /** Answers whether the shell elsewhere is given its marks. Rejects with the reason if it cannot be. */
  async blocks(channel: string, answer: Without<'x-cotty/blocks'>['answer']): Promise<void> {
    await this.#call('x-cotty/blocks', { channel, answer });
  }

  /** What the program of a terminal asks now; null if it waits for nobody. */
  async question(channel: string): Promise<ProgramQuestion | null> {
    return (await this.#call('x-cotty/question', { channel })).question;
  }

  /** Answers a question. Rejects with the reason if it is another one by now, or if somebody else holds the terminal. */
  async answer(channel: string, params: Without<'x-cotty/answer'>): Promise<void> {
    await this.#call('x-cotty/answer', { channel, ...params });
  }

  /** Who waited, newest first: in one terminal, or with the root channel in all. */
  async waits(channel: string, params: Without<'x-cotty/waits'> = {}): Promise<readonly CommandWait[]> {
    return (await this.#call('x-cotty/waits', { channel, ...params })).waits;
  }

  /** Tells that a person has seen what a terminal shows. */
  async seen(channel: string): Promise<void> {
    await this.#call('x-cotty/seen', { channel });
  }

  /** Asks the holder of a terminal to hand it over. */
  async askFor(channel: string): Promise<void> {
    await this.#call('x-cotty/ask', { channel });
  }
}

/** The requests that administer the web listener of this user's own host. */
class WebCalls {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  open(params: Omit<WebOpenParams, 'channel' | '_meta'>) {
    return this.#call('x-cotty/webOpen', { channel: ROOT_URI, ...params });
  }

  status() {
    return this.#call('x-cotty/webStatus', { channel: ROOT_URI });
  }

  link(access: WebAccess) {
    return this.#call('x-cotty/webLink', { channel: ROOT_URI, access });
  }

  async links() {
    return (await this.#call('x-cotty/webLinks', { channel: ROOT_URI })).links;
  }

  /** Ends one, or all without an id. Returns the ids of those that were ended; rejects when there is none of that id. */
  async revoke(id?: string): Promise<readonly string[]> {
    const asked = { channel: ROOT_URI, ...(id === undefined ? {} : { id }) };
    return (await this.#call('x-cotty/webRevoke', asked)).revoked;
  }

  async close(): Promise<void> {
    await this.#call('x-cotty/webClose', { channel: ROOT_URI });
  }
}

/** Notices that the host sends out; only at the own host, over its Unix socket. */
class NotifyCalls {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  status() {
    return this.#call('x-cotty/notifyStatus', { channel: ROOT_URI });
  }

  set(target: Without<'x-cotty/notifySet'>) {
    return this.#call('x-cotty/notifySet', { channel: ROOT_URI, ...target });
  }

  off() {
    return this.#call('x-cotty/notifyOff', { channel: ROOT_URI });
  }

  /** Sends a notice to everybody, and tells how each was answered. */
  async test() {
    return (await this.#call('x-cotty/notifyTest', { channel: ROOT_URI }, NOTIFY_TEST_MS)).tried;
  }
}
