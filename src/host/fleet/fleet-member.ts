/**
 * This host as a member of a fleet: it dials out to NATS, publishes what begins and ends, says that it is here, and answers
 * requests. Nothing listens, and nothing of the host waits for the server.
 */

import { randomBytes } from 'node:crypto';
import { hostname, userInfo } from 'node:os';
import { jetstream } from '@nats-io/jetstream';
import { errors, type NatsConnection } from '@nats-io/transport-node';
import { type Question, readQuestion } from '../../fleet/ask.ts';
import { Backoff } from '../../fleet/backoff.ts';
import { type CommandEvent, eventId, formatHello, type Hello, subjectOf } from '../../fleet/event.ts';
import { connectForever, ensureStreams, isRefusal, isTakenByNone } from '../../fleet/nats.ts';
import type { NatsOptions } from '../../fleet/nats-options.ts';
import { subjectsOf } from '../../fleet/subjects.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import type { FleetStatus } from '../../protocol/cotty/fleet-status.ts';
import { settledWithin } from '../common/settled-within.ts';
import { listAnswer, outputPieces } from './answers.ts';
import { FleetFile } from './fleet-file.ts';
import type { Fleet, JoinFleet } from './fleet-port.ts';
import { Publisher } from './publisher.ts';

export type MemberOptions = {
  readonly nats: NatsOptions;
  /** Whether outputs are sent to who asks for them. */
  readonly outputs: boolean;
};

/** How often a host says that it is here. */
const HELLO_MS = 30_000;
/** Milliseconds for the server to confirm an event. */
const CONFIRM_MS = 5000;
const NOT_CONFIRMED = `not confirmed within ${CONFIRM_MS / 1000} s: the server is slow, or it has no streams of the fleet`;
/** Longest wait for the server when the host ends: the rest is published by the next one. */
const CLOSE_MS = 1500;
/** Requests that wait for an answer; further ones get none. */
const MOST_ASKED = 16;
/** Bytes of a message that every server takes, where it has not said how many it does. */
const USUAL_BYTES = 64 * 1024;

export function fleetMember(options: MemberOptions): JoinFleet {
  return async (parts) => {
    const member = new Member({ ...options, ...parts });
    await member.join();
    return member;
  };
}

type Options = MemberOptions & Parameters<JoinFleet>[0];

class Member implements Fleet {
  readonly #options: Options;
  readonly #file: FleetFile;
  readonly #publisher: Publisher;
  readonly #subjects: ReturnType<typeof subjectsOf>;
  /** Tells this process from another one with a copy of its state folder. */
  readonly #process = randomBytes(8).toString('hex');
  readonly #backoff = new Backoff();
  #connection: NatsConnection | undefined;
  /** Why the server does not confirm what this host says; undefined while it does. */
  #trouble: string | undefined = 'not connected yet';
  #isReached = false;
  #mayPublish = false;
  #making: Promise<void> | undefined;
  #closed = false;
  #cancelHello: (() => void) | undefined;
  #asked = 0;
  #answering: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
    const { folder, clock, log, nats } = options;
    this.#subjects = subjectsOf(nats.prefix);
    const file = new FleetFile(folder);
    this.#file = file;
    this.#publisher = new Publisher({
      folder,
      host: { id: file.id, name: hostname() },
      file,
      clock,
      log,
      publish: (event, text) => this.#publish(event, text),
      isHeard: () =>
        this.#sayHello('here').then(
          () => true,
          () => false,
        ),
      onRefused: () => this.#helloAgain(),
    });
  }

  async join(): Promise<void> {
    await this.#publisher.begin();
    void this.#stay();
  }

  get status(): FleetStatus {
    const trouble = this.#trouble ?? this.#publisher.trouble;
    const { refused } = this.#publisher;
    return {
      id: this.#file.id,
      servers: this.#options.nats.servers.join(','),
      ...(trouble === undefined ? {} : { trouble }),
      ...(refused === undefined ? {} : { refused }),
    };
  }

  readonly recorded = (folder: string) => this.#publisher.changed(folder);

  readonly forgot = (folder: string, seq: number) => this.#publisher.forgot(folder, seq);

  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelHello?.();
    const connection = this.#connection;
    const leaving = this.#publisher.close().then(async () => {
      await this.#sayHello('stopped').catch(() => {});
    });
    await settledWithin(CLOSE_MS, this.#options.clock, leaving);
    // `close` waits for what is under way, which may be an attempt to connect that never succeeds.
    void connection?.close();
  }

  /** Connects again whenever the connection has ended for good, which no error of the network does. */
  async #stay(): Promise<void> {
    const { nats, log, clock } = this.#options;
    const { id } = this.#file;
    while (!this.#closed) {
      try {
        const connection = await connectForever(nats, `cotty host ${hostname()}`, `_INBOX.${id}`);
        if (this.#closed) return await connection.close();
        this.#connection = connection;
        log(`fleet: connected to ${connection.getServer()} as ${id}`);
        this.#answer(connection);
        this.#reached(true);
        await this.#follow(connection);
      } catch (error) {
        log(`fleet: ${reasonOf(error)}`);
      }
      this.#reached(false);
      this.#connection = undefined;
      if (!this.#closed) await new Promise<void>((resolve) => clock.after(HELLO_MS, resolve));
    }
  }

  async #follow(connection: NatsConnection): Promise<void> {
    const { log } = this.#options;
    for await (const status of connection.status()) {
      if (status.type === 'disconnect' || status.type === 'reconnect')
        this.#reached(status.type === 'reconnect');
      else if (status.type === 'error') log(`fleet: ${reasonOf(status.error)}`);
    }
  }

  /** Must be called when the connection is made or lost. */
  #reached(isReached: boolean): void {
    this.#isReached = isReached;
    if (isReached) this.#helloAgain();
    else this.#became('the connection to the server is lost', false);
  }

  /**
   * Publishing waits until a hello is not refused: a host whose rights are wrong would have all of its events refused. A hello that
   * is not confirmed for another reason stops nothing.
   */
  #helloAgain(): void {
    this.#sayHello('here').then(
      () => this.#became(undefined, true),
      (error: unknown) => this.#became(reasonOf(error), this.#isReached && !isRefusal(error)),
    );
  }

  #became(trouble: string | undefined, mayPublish: boolean): void {
    if (this.#closed) return;
    const { clock, log } = this.#options;
    if (trouble !== this.#trouble) log(`fleet: ${trouble ?? 'publishing'}`);
    this.#trouble = trouble;
    if (mayPublish !== this.#mayPublish) {
      this.#mayPublish = mayPublish;
      this.#publisher.connected(mayPublish);
    }
    if (trouble === undefined) this.#backoff.succeeded();
    this.#cancelHello?.();
    const wait = trouble === undefined ? HELLO_MS : this.#backoff.next();
    this.#cancelHello = clock.after(wait, () => this.#helloAgain());
  }

  async #publish(event: CommandEvent, text: string): Promise<string | undefined> {
    const id = eventId(event, this.#file.secret);
    try {
      await this.#store(this.#subjects.event(subjectOf(event)), text, id);
      return undefined;
    } catch (error) {
      if (isRefusal(error)) return this.#refusal(text, error);
      throw error;
    }
  }

  #refusal(text: string, error: unknown): string {
    const [bytes, most] = [Buffer.byteLength(text), this.#mostBytes];
    return bytes > most ? `it has ${bytes} bytes, and the server takes ${most}` : reasonOf(error);
  }

  /** Resolves when the server has stored the message. */
  async #store(subject: string, text: string, msgID?: string): Promise<void> {
    const connection = this.#connection;
    // The client would keep it in memory until the connection is back.
    if (connection === undefined || !this.#isReached) throw new Error('there is no connection');
    const publish = () =>
      jetstream(connection)
        .publish(subject, text, { timeout: CONFIRM_MS, ...(msgID === undefined ? {} : { msgID }) })
        .catch((error: unknown) => {
          throw error instanceof errors.TimeoutError ? new Error(NOT_CONFIRMED, { cause: error }) : error;
        });
    try {
      await publish();
    } catch (error) {
      if (!isTakenByNone(error)) throw error;
      await this.#makeStreams(connection);
      await publish();
    }
  }

  #makeStreams(connection: NatsConnection): Promise<void> {
    this.#making ??= ensureStreams(connection, this.#options.nats.prefix)
      .catch((error: unknown) => {
        throw new Error(`the streams of the fleet are missing and cannot be made: ${reasonOf(error)}`);
      })
      .finally(() => {
        this.#making = undefined;
      });
    return this.#making;
  }

  /** Resolves when the server has stored it. */
  #sayHello(state: Hello['state']): Promise<void> {
    const { version, terminals } = this.#options;
    const { id } = this.#file;
    const { refused } = this.#publisher;
    const hello = {
      id,
      name: hostname(),
      version,
      user: userInfo().username,
      state,
      terminals: state === 'here' ? terminals.listed.length : 0,
      ...(refused === undefined ? {} : { refused }),
    };
    return this.#store(this.#subjects.hello(id), formatHello(hello));
  }

  #answer(connection: NatsConnection): void {
    const { askAll, ask } = this.#subjects;
    for (const subject of [askAll, ask(this.#file.id)])
      connection.subscribe(subject, {
        callback: (error, message) => {
          const question = error === null ? readQuestion(message.string()) : undefined;
          if (question !== undefined) this.#queueAnswer(connection, question);
        },
      });
  }

  /** One answer at a time is made and sent, so that requests cannot fill the memory. */
  #queueAnswer(connection: NatsConnection, question: Question): void {
    if (this.#asked >= MOST_ASKED) return;
    this.#asked += 1;
    this.#answering = this.#answering
      .then(async () => {
        const subject = this.#subjects.answer(this.#file.id, question.answer);
        for await (const answer of this.#answersTo(question))
          connection.publish(subject, JSON.stringify(answer));
        await connection.flush();
      })
      .catch((error: unknown) => this.#options.log(`fleet: an answer was not sent: ${reasonOf(error)}`))
      .finally(() => {
        this.#asked -= 1;
      });
  }

  async *#answersTo({ output }: Question): AsyncGenerator<object> {
    if (output === null) yield listAnswer(this.#options, this.#process, this.#mostBytes);
    else if (!this.#options.outputs)
      yield { error: 'this host sends no outputs; `cotty host --nats-outputs` does' };
    else yield* outputPieces(this.#options, output, this.#mostBytes);
  }

  get #mostBytes(): number {
    return this.#connection?.info?.max_payload ?? USUAL_BYTES;
  }
}
