/**
 * This host as a member of a fleet: it dials out to NATS, publishes what begins and ends, says that it is here, and answers
 * requests. Nothing listens, and nothing of the host waits for the server.
 */

import { hostname, userInfo } from 'node:os';
import { jetstream } from '@nats-io/jetstream';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { readOutputQuestion } from '../../fleet/ask.ts';
import { eventId, formatHello, type Hello } from '../../fleet/event.ts';
import { connectForever, ensureStreams } from '../../fleet/nats.ts';
import type { NatsOptions } from '../../fleet/nats-options.ts';
import { subjectsOf } from '../../fleet/subjects.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
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
/** Longest wait for the server when the host ends: the rest is published by the next one. */
const CLOSE_MS = 1500;
/** Requests that wait for an answer; further ones are refused. */
const MOST_ASKED = 16;

export function fleetMember(options: MemberOptions): JoinFleet {
  return (parts) => new Member({ ...options, ...parts });
}

type Options = MemberOptions & Parameters<JoinFleet>[0];

class Member implements Fleet {
  readonly #options: Options;
  readonly #file: FleetFile;
  readonly #publisher: Publisher;
  readonly #subjects: ReturnType<typeof subjectsOf>;
  #connection: NatsConnection | undefined;
  #hasStreams = false;
  #closed = false;
  #cancelHello: (() => void) | undefined;
  #asked = 0;
  #answering: Promise<void> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
    const { folder, clock, log, nats } = options;
    this.#subjects = subjectsOf(nats.prefix);
    const file = new FleetFile(folder, clock.now());
    this.#file = file;
    const host = { id: file.id, name: hostname() };
    this.#publisher = new Publisher({
      folder,
      host,
      file,
      clock,
      log,
      publish: async ({ kind, terminal, ...event }, text) => {
        const subject = this.#subjects.event(host.id, terminal.id, kind === 'left' ? 'ended' : kind);
        await this.#publish(subject, text, eventId({ kind, terminal, ...event }));
      },
    });
    // The id and the day of joining must not change when the host is killed before it has published anything.
    file.save().catch((error: unknown) => log(`fleet: ${reasonOf(error)}`));
    void this.#stay();
    void this.#publisher.sweep();
  }

  readonly recorded = (folder: string) => this.#publisher.changed(folder);

  readonly forgot = (folder: string, seq: number) => this.#publisher.forgot(folder, seq);

  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelHello?.();
    const connection = this.#connection;
    const leaving = this.#publisher.close().then(async () => {
      if (connection === undefined || connection.isClosed()) return;
      this.#hello('stopped');
      await connection.flush();
    });
    await settledWithin(CLOSE_MS, this.#options.clock, leaving);
    // `close` waits for what is under way, which may be an attempt to connect that never succeeds.
    void connection?.close();
  }

  /** Connects again whenever the connection has ended for good, which no error of the network does. */
  async #stay(): Promise<void> {
    const { nats, log, clock } = this.#options;
    while (!this.#closed) {
      try {
        const connection = await connectForever(nats, `cotty host ${hostname()}`);
        if (this.#closed) return await connection.close();
        this.#connection = connection;
        log(`fleet: connected to ${connection.getServer()} as ${this.#file.id}`);
        this.#answer(connection);
        this.#isBack();
        await this.#follow(connection);
      } catch (error) {
        log(`fleet: ${reasonOf(error)}`);
      }
      this.#connection = undefined;
      this.#publisher.connected(false);
      if (!this.#closed) await new Promise<void>((resolve) => clock.after(HELLO_MS, resolve));
    }
  }

  async #follow(connection: NatsConnection): Promise<void> {
    const { log } = this.#options;
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') {
        this.#publisher.connected(false);
        if (!this.#closed) log(`fleet: lost the connection to ${status.server}`);
      } else if (status.type === 'reconnect') {
        log(`fleet: connected again to ${status.server}`);
        this.#isBack();
      } else if (status.type === 'error') log(`fleet: ${reasonOf(status.error)}`);
    }
  }

  #isBack(): void {
    // Another server may have come back than the one that has our streams.
    this.#hasStreams = false;
    this.#publisher.connected(true);
    this.#helloAgain();
  }

  async #publish(subject: string, text: string, msgID: string): Promise<void> {
    const connection = this.#connection;
    if (connection === undefined) throw new Error('there is no connection');
    await this.#streams(connection);
    try {
      await jetstream(connection).publish(subject, text, { msgID, timeout: CONFIRM_MS, retries: 1 });
    } catch (error) {
      // Somebody may have removed the stream.
      this.#hasStreams = false;
      throw error;
    }
  }

  async #streams(connection: NatsConnection): Promise<void> {
    if (this.#hasStreams) return;
    await ensureStreams(connection, this.#options.nats.prefix);
    this.#hasStreams = true;
  }

  #helloAgain(): void {
    this.#cancelHello?.();
    if (this.#closed) return;
    const connection = this.#connection;
    if (connection !== undefined)
      this.#streams(connection).then(
        () => this.#hello('here'),
        // The publisher reports it as soon as it has something to publish.
        () => {},
      );
    this.#cancelHello = this.#options.clock.after(HELLO_MS, () => this.#helloAgain());
  }

  #hello(state: Hello['state']): void {
    const { version, clock, terminals } = this.#options;
    const { id } = this.#file;
    const hello = {
      id,
      name: hostname(),
      version,
      user: userInfo().username,
      state,
      at: clock.now(),
      terminals: state === 'here' ? terminals.listed.length : 0,
    };
    if (this.#connection?.isClosed() === false)
      this.#connection.publish(this.#subjects.hello(id), formatHello(hello));
  }

  #answer(connection: NatsConnection): void {
    const { askAll, ask } = this.#subjects;
    connection.subscribe(askAll, {
      callback: (error, message) => {
        if (error === null) message.respond(JSON.stringify(listAnswer(this.#options, this.#file.id)));
      },
    });
    connection.subscribe(ask(this.#file.id), {
      callback: (error, message) => {
        if (error === null) this.#queueOutput(message);
      },
    });
  }

  /** One output at a time is read and sent, so that requests cannot fill the memory. */
  #queueOutput(message: Msg): void {
    const question = this.#options.outputs ? readOutputQuestion(message.string()) : undefined;
    const refused = !this.#options.outputs
      ? 'this host sends no outputs; `cotty host --nats-outputs` does'
      : question === undefined
        ? 'the request is not readable'
        : this.#asked >= MOST_ASKED
          ? 'too many outputs are asked for at once'
          : undefined;
    if (refused !== undefined || question === undefined) {
      message.respond(JSON.stringify({ error: refused }));
      message.respond('');
      return;
    }
    this.#asked += 1;
    this.#answering = this.#answering
      .then(async () => {
        for await (const piece of outputPieces(this.#options, question)) message.respond(piece);
        message.respond('');
        await this.#connection?.flush();
      })
      .catch((error: unknown) => this.#options.log(`fleet: an output was not sent: ${reasonOf(error)}`))
      .finally(() => {
        this.#asked -= 1;
      });
  }
}
