/** Reads the streams of a fleet, and asks its hosts. */

import { AckPolicy, DeliverPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { type ListAnswer, readListAnswer, readOutputAnswer } from '../../fleet/ask.ts';
import { type CommandEvent, type Hello, readEvent, readHello } from '../../fleet/event.ts';
import { connectOnce, isNoConsumer, isNoStream } from '../../fleet/nats.ts';
import type { NatsOptions } from '../../fleet/nats-options.ts';
import { type Subjects, subjectsOf } from '../../fleet/subjects.ts';
import type { StreamEnds, StreamMessage } from './fleet-index.ts';

/** A host that has said nothing for three times its half minute is away. */
const AWAY_MS = 90_000;
/** Messages that are read ahead, and that a watcher has not confirmed. */
const [READ_AHEAD, MOST_UNCONFIRMED] = [1000, 256];
/** Nanoseconds: after so long a message that was not confirmed comes again; a watcher that never comes back is removed. */
const [CONFIRM_NS, UNUSED_NS] = [5e9, 30 * 24 * 3600e9];

export type FleetHost = Hello & { readonly isAway: boolean };

/** What a watcher gets. It must call `done` when it has told it. */
export type Watched = { readonly event: CommandEvent | undefined; done(): void };

export class FleetClient {
  readonly #connection: NatsConnection;
  readonly #subjects: Subjects;

  private constructor(connection: NatsConnection, subjects: Subjects) {
    this.#connection = connection;
    this.#subjects = subjects;
  }

  /** Rejects with a sentence when no server can be reached. */
  static async open(options: NatsOptions): Promise<FleetClient> {
    return new FleetClient(await connectOnce(options, 'cotty fleet'), subjectsOf(options.prefix));
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  /** All hosts that were heard of, by name. */
  async hosts(now: number): Promise<readonly FleetHost[]> {
    const { stream } = this.#subjects.hosts;
    const found: FleetHost[] = [];
    const ends = await this.#ends(stream);
    for await (const { text } of this.#read(stream, ends, 1)) {
      const hello = readHello(text);
      if (hello !== undefined)
        found.push({ ...hello, isAway: hello.state === 'stopped' || now - hello.at > AWAY_MS });
    }
    return found.sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
  }

  /** Asks all hosts which terminals they have; waits for `expected` answers, and no longer than `ms`. */
  async lists(expected: number, ms: number): Promise<readonly ListAnswer[]> {
    if (expected === 0) return [];
    const answers: ListAnswer[] = [];
    const replies = await this.#connection.requestMany(this.#subjects.askAll, '', {
      strategy: 'count',
      maxMessages: expected,
      maxWait: ms,
    });
    for await (const reply of replies) {
      const answer = readListAnswer(reply.string());
      if (answer !== undefined) answers.push(answer);
    }
    return answers;
  }

  /** Yields the pieces of an output. Throws if the host refuses, or says nothing for `ms`. */
  async *output(host: string, terminal: string, seq: number, ms: number) {
    const question = JSON.stringify({ terminal, seq });
    const replies = await this.#connection.requestMany(this.#subjects.ask(host), question, {
      strategy: 'sentinel',
      maxWait: ms,
    });
    let isWhole = false;
    for await (const reply of replies) {
      // The client has taken out the empty message at the end, or hands it on.
      if (reply.data.length === 0) break;
      const answer = readOutputAnswer(reply.string());
      if (!answer.ok) throw new Error(answer.error);
      isWhole = true;
      yield answer;
    }
    if (!isWhole) throw new Error(`the host did not answer within ${ms / 1000} s`);
  }

  events(): Promise<StreamEnds> {
    return this.#ends(this.#subjects.events.stream);
  }

  /** Yields the events from a position on, up to the last one at this moment. */
  eventsFrom(ends: StreamEnds, from: number): AsyncGenerator<StreamMessage> {
    return this.#read(this.#subjects.events.stream, ends, from);
  }

  /**
   * Yields commands that have ended since a watcher of this name first came, each until it is confirmed: what ends while nobody
   * watches comes at the next time. `stop` ends it.
   */
  async *watch(name: string, stop: AbortSignal): AsyncGenerator<Watched> {
    const { stream, all } = this.#subjects.events;
    const ended = all.find((subject) => subject.endsWith('.ended'));
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
        ...(ended === undefined ? {} : { filter_subject: ended }),
      });
    const consumer = await jetstream(this.#connection).consumers.get(stream, name);
    const messages = await consumer.consume({ max_messages: MOST_UNCONFIRMED });
    const end = () => messages.stop();
    stop.addEventListener('abort', end);
    try {
      if (stop.aborted) return;
      for await (const message of messages)
        yield { event: readEvent(message.string()), done: () => message.ack() };
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
      return await manager.consumers.delete(this.#subjects.events.stream, name);
    } catch (error) {
      if (isNoConsumer(error) || isNoStream(error)) return false;
      throw error;
    }
  }

  async #ends(stream: string): Promise<StreamEnds> {
    const manager = await jetstreamManager(this.#connection, { checkAPI: false });
    try {
      const { created, state } = await manager.streams.info(stream);
      return { created, first: state.first_seq, last: state.last_seq };
    } catch (error) {
      if (!isNoStream(error)) throw error;
      throw new Error(`this account has no stream ${stream}: no host has joined the fleet yet`, {
        cause: error,
      });
    }
  }

  async *#read(stream: string, { first, last }: StreamEnds, from: number): AsyncGenerator<StreamMessage> {
    const start = Math.max(from, first);
    if (start > last) return;
    const consumer = await jetstream(this.#connection).consumers.get(stream, {
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: start,
    });
    // Whatever is left may have been removed since.
    if ((await consumer.info()).num_pending === 0) return;
    const messages = await consumer.consume({ max_messages: READ_AHEAD });
    try {
      for await (const message of messages) {
        yield { position: message.seq, text: message.string() };
        if (message.seq >= last || message.info.pending === 0) return;
      }
    } finally {
      await messages.close();
    }
  }
}
