/** Reads the streams of a fleet, and asks its hosts. */

import { randomBytes } from 'node:crypto';
import { AckPolicy, type Consumer, DeliverPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { type ListAnswer, MOST_OUTPUT, readListAnswer, readOutputAnswer } from '../../fleet/ask.ts';
import { type CommandEvent, type Hello, readEvent, readHello } from '../../fleet/event.ts';
import { connectOnce, ensureStreams, isNoConsumer, isNoStream } from '../../fleet/nats.ts';
import type { NatsOptions } from '../../fleet/nats-options.ts';
import { type Subjects, subjectsOf } from '../../fleet/subjects.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import type { StreamEnds, StreamMessage } from './fleet-index.ts';

/** A host that has said nothing for three times its half minute is away. */
const AWAY_MS = 90_000;
/** Messages that are read ahead, and that a watcher has not confirmed: what of them is in memory. */
const [READ_AHEAD, MOST_UNCONFIRMED] = [256, 64];
/** How many told messages a watcher remembers: more than can come again because they were confirmed late. */
const MOST_TOLD = 1024;
/** Nanoseconds: after so long a message that was not confirmed comes again; a watcher that never comes back is removed. */
const [CONFIRM_NS, UNUSED_NS] = [5e9, 30 * 24 * 3600e9];

/** `heard`: when the server got its last hello (Unix ms), and how long (ms) ago that was, both by the clock of the server. */
export type FleetHost = Hello & { readonly heard: number; readonly ago: number; readonly isAway: boolean };

/** `isTwice`: more than one process answers as this host. */
export type HostAnswer = ListAnswer & { readonly isTwice: boolean };

/** What a watcher gets. It must call `done` when it has told it. */
export type Watched = { readonly event: CommandEvent | undefined; readonly host: string; done(): void };

export class FleetClient {
  readonly #connection: NatsConnection;
  readonly #prefix: string;
  readonly subjects: Subjects;
  /** Called with the host below whose subject a message stood that is not readable, or says that it is of another one. */
  onDropped: (host: string) => void = () => {};

  private constructor(connection: NatsConnection, prefix: string) {
    this.#connection = connection;
    this.#prefix = prefix;
    this.subjects = subjectsOf(prefix);
  }

  /** Rejects with a sentence when no server can be reached. */
  static async open(options: NatsOptions): Promise<FleetClient> {
    return new FleetClient(await connectOnce(options, 'cotty fleet'), options.prefix);
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  /** The last hello of each host. */
  async hosts(): Promise<readonly FleetHost[]> {
    const { stream } = this.subjects.hosts;
    const found: FleetHost[] = [];
    const ends = await this.#ends(stream);
    for await (const { subject, text, at, ago } of this.#read(stream, ends, 1)) {
      const hello = this.#helloIn(subject, text);
      if (hello === undefined) continue;
      found.push({ ...hello, heard: at, ago, isAway: hello.state === 'stopped' || ago > AWAY_MS });
    }
    return found;
  }

  /** Calls the listener with each hello from now on. */
  onHello(listener: (hello: Hello) => void): void {
    this.#connection.subscribe(this.subjects.hello('*'), {
      callback: (error, message) => {
        const hello = error === null ? this.#helloIn(message.subject, message.string()) : undefined;
        if (hello !== undefined) listener(hello);
      },
    });
  }

  /** Asks all hosts which terminals they have; waits for those that are expected, and no longer than `ms`. */
  async lists(expected: readonly string[], ms: number): Promise<ReadonlyMap<string, HostAnswer>> {
    const answers = new Map<string, HostAnswer>();
    const missing = new Set(expected);
    if (missing.size === 0) return answers;
    const token = randomBytes(16).toString('hex');
    const asked = this.#connection.subscribe(this.subjects.answer('*', token));
    this.#connection.publish(this.subjects.askAll, JSON.stringify({ answer: token, output: null }));
    const timer = setTimeout(() => asked.unsubscribe(), ms);
    for await (const message of asked) {
      const host = this.subjects.hostOf(message.subject);
      const answer = readListAnswer(message.string());
      const before = answers.get(host);
      if (answer === undefined) this.onDropped(host);
      else if (before === undefined) answers.set(host, { ...answer, isTwice: false });
      else if (before.process !== answer.process) answers.set(host, { ...before, isTwice: true });
      missing.delete(host);
      if (missing.size === 0) break;
    }
    clearTimeout(timer);
    asked.unsubscribe();
    return answers;
  }

  /** Yields the pieces of an output. Throws if the host refuses, says nothing for `ms`, or sends something else. */
  async *output(host: string, terminal: string, seq: number, ms: number) {
    const token = randomBytes(16).toString('hex');
    const answers = this.#connection.subscribe(this.subjects.answer(host, token));
    const question = JSON.stringify({ answer: token, output: { terminal, seq } });
    this.#connection.publish(this.subjects.ask(host), question);
    let late = false;
    const giveUp = () => {
      late = true;
      answers.unsubscribe();
    };
    let timer = setTimeout(giveUp, ms);
    let [pieces, length] = [0, 0];
    try {
      for await (const message of answers) {
        clearTimeout(timer);
        const answer = readOutputAnswer(message.string());
        if (answer === undefined) throw new Error('the answer is not readable');
        if ('error' in answer) throw new Error(answer.error);
        if ('end' in answer) {
          if (answer.end !== pieces) throw new Error('a part of the output was lost on its way');
          return;
        }
        pieces += 1;
        length += answer.text.length;
        if (length > MOST_OUTPUT) throw new Error('the host sends more than an output has');
        yield answer;
        timer = setTimeout(giveUp, ms);
      }
    } finally {
      clearTimeout(timer);
      answers.unsubscribe();
    }
    if (late) throw new Error(`the host did not answer within ${ms / 1000} s`);
    throw new Error('the connection to the server has ended');
  }

  events(): Promise<StreamEnds> {
    return this.#ends(this.subjects.events.stream);
  }

  /** Yields the events from a position on, up to the last one at this moment. */
  eventsFrom(ends: StreamEnds, from: number): AsyncGenerator<StreamMessage> {
    return this.#read(this.subjects.events.stream, ends, from);
  }

  /**
   * Yields commands that have ended since a watcher of this name first came, each until it is confirmed: what ends while nobody
   * watches comes at the next time. Nothing is read while the caller works on the last one, but a few ahead. `stop` ends it.
   */
  async *watch(name: string, stop: AbortSignal): AsyncGenerator<Watched> {
    const consumer = await this.#watcher(name);
    if (stop.aborted) return;
    const messages = await consumer.consume({ max_messages: MOST_UNCONFIRMED });
    const end = () => messages.stop();
    stop.addEventListener('abort', end);
    const told = new Set<number>();
    try {
      // What nobody has begun to read from does not close.
      if (stop.aborted) end();
      for await (const message of messages) {
        const done = () => {
          message.ack();
          const [oldest] = told.add(message.seq);
          if (told.size > MOST_TOLD && oldest !== undefined) told.delete(oldest);
        };
        // It came again while it waited to be told.
        if (told.has(message.seq)) {
          message.ack();
          continue;
        }
        const subject = this.subjects.eventOf(message.subject);
        const event = subject && readEvent(message.string(), subject);
        yield { event, host: this.subjects.hostOf(message.subject), done };
      }
    } finally {
      stop.removeEventListener('abort', end);
      await messages.close();
    }
  }

  /** Resolves when the server has taken everything that was sent, such as confirmations. */
  flush(): Promise<void> {
    return this.#connection.flush();
  }

  /** Removes a watcher. Returns false if there is none. */
  async forgetWatcher(name: string): Promise<boolean> {
    const manager = await jetstreamManager(this.#connection, { checkAPI: false });
    try {
      return await manager.consumers.delete(this.subjects.events.stream, name);
    } catch (error) {
      if (isNoConsumer(error) || isNoStream(error)) return false;
      throw error;
    }
  }

  async #watcher(name: string): Promise<Consumer> {
    const { stream, ended } = this.subjects.events;
    const manager = await jetstreamManager(this.#connection, { checkAPI: false });
    await this.#ends(stream);
    const known = await manager.consumers.info(stream, name).catch((error: unknown) => {
      if (isNoConsumer(error)) return undefined;
      throw error;
    });
    if (known === undefined)
      await manager.consumers.add(stream, {
        durable_name: name,
        ack_policy: AckPolicy.Explicit,
        ack_wait: CONFIRM_NS,
        max_ack_pending: MOST_UNCONFIRMED,
        deliver_policy: DeliverPolicy.New,
        inactive_threshold: UNUSED_NS,
        filter_subject: ended,
      });
    return jetstream(this.#connection).consumers.get(stream, name);
  }

  #helloIn(subject: string, text: string): Hello | undefined {
    const host = this.subjects.hostOf(subject);
    const hello = readHello(text, host);
    if (hello === undefined) this.onDropped(host);
    return hello;
  }

  /** Makes the streams where there are none. */
  async #ends(stream: string): Promise<StreamEnds> {
    const manager = await jetstreamManager(this.#connection, { checkAPI: false });
    const info = async () => {
      const { created, state } = await manager.streams.info(stream);
      return { created, first: state.first_seq, last: state.last_seq };
    };
    try {
      return await info();
    } catch (error) {
      if (!isNoStream(error)) throw error;
      await ensureStreams(this.#connection, this.#prefix).catch((why: unknown) => {
        throw new Error(`this account has no stream ${stream}, and cannot make it: ${reasonOf(why)}`);
      });
      return info();
    }
  }

  async *#read(
    stream: string,
    { first, last }: StreamEnds,
    from: number,
  ): AsyncGenerator<StreamMessage & { readonly ago: number }> {
    const start = Math.max(from, first);
    if (start > last) return;
    const consumer = await jetstream(this.#connection).consumers.get(stream, {
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: start,
    });
    const { num_pending, created } = await consumer.info();
    // Whatever is left may have been removed since.
    if (num_pending === 0) return;
    const now = Date.parse(created);
    const messages = await consumer.consume({ max_messages: READ_AHEAD });
    try {
      for await (const message of messages) {
        const { seq: position, subject, info } = message;
        const at = message.time.getTime();
        yield { position, subject, at, ago: now - at, text: message.string() };
        if (position >= last || info.pending === 0) return;
      }
    } finally {
      await messages.close();
    }
  }
}
