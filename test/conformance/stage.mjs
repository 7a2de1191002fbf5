/** What one check works with: connections and terminals of its own, all gone when it is over. */

import { randomUUID } from 'node:crypto';
import { ALL_VERSIONS, Client, NEW_VERSIONS, OLD_VERSIONS } from './client.mjs';
import { skip } from './expect.mjs';
import { Mirror } from './mirror.mjs';
import { Peer } from './peer.mjs';

/** A shell that has not told of its integration by then has none. */
const DETECTION_MS = 4_000;

export class Stage {
  /** What was learned about the host before: which versions it speaks, what it says about itself. */
  host;
  #open;
  #timeoutMs;
  #peers = [];
  #terminals = new Map();

  constructor(open, host, timeoutMs) {
    this.#open = open;
    this.#timeoutMs = timeoutMs;
    this.host = host;
  }

  /** A connection that has said nothing. */
  async dial() {
    const peer = new Peer(await this.#open(), this.#timeoutMs);
    this.#peers.push(peer);
    return peer;
  }

  /** A connection of a client that has not introduced itself yet. */
  async dialAs(clientId = randomUUID()) {
    const client = new Client(await this.#open(), this.#timeoutMs, clientId);
    this.#peers.push(client);
    return client;
  }

  async join({ clientId, ...options } = {}) {
    const client = await this.dialAs(clientId);
    await client.initialize({ versions: ALL_VERSIONS, ...options });
    return client;
  }

  joinNew(options) {
    if (this.host.newest === undefined) skip('the host speaks no version from 0.9 on');
    return this.join({ versions: NEW_VERSIONS, ...options });
  }

  joinOld(options) {
    if (this.host.oldest === undefined) skip('the host speaks no version before 0.9');
    return this.join({ versions: OLD_VERSIONS, ...options });
  }

  /** Of one generation and the other in turn, where the host speaks both. */
  joinEither(turn) {
    const { newest, oldest } = this.host;
    if (newest === undefined || oldest === undefined) return this.join();
    return this.join({ versions: turn % 4 === 0 ? NEW_VERSIONS : OLD_VERSIONS });
  }

  uri(scheme = 'ahp-terminal') {
    return `${scheme}:/${randomUUID()}`;
  }

  /** Disposed of at the end, whatever becomes of the request. */
  willRemove(uri, client) {
    this.#terminals.set(uri, client);
    return uri;
  }

  async create(client, params = {}) {
    const uri = this.willRemove(params.channel ?? this.uri(), client);
    await client.call('createTerminal', { claim: client.claim, ...params, channel: uri });
    return uri;
  }

  /** A client that holds a terminal and watches it. */
  async terminal(options = {}) {
    const client = await (options.join ?? this.join({}));
    const uri = await this.create(client, options.create);
    return { client, uri, mirror: await Mirror.open(client, uri) };
  }

  /** The same, with its shell known to read what is typed. */
  async shell(options) {
    const made = await this.terminal(options);
    await this.run(made, 'true', 'ready');
    return made;
  }

  /** Runs a line of POSIX shell and waits for its end, which is told apart from the echo of the typing. */
  async run({ client, uri, mirror }, line, word = `ran${this.#runs++}`) {
    client.type(uri, `${line}; printf '%s-%s\\n' ${word} over\r`);
    await mirror.untilText(`${word}-over`);
    return mirror.text();
  }

  #runs = 1;

  /** A shell whose commands are detected, or the check is skipped. */
  async detecting(options) {
    if (this.host.detects === false) skip('the host does not detect commands in this shell');
    const made = await this.shell(options);
    const { mirror } = made;
    try {
      await mirror.until('detection', (state) => state.supportsCommandDetection === true, DETECTION_MS);
    } catch {
      this.host.detects = false;
      skip('the host does not detect commands in this shell');
    }
    return made;
  }

  async close() {
    for (const [uri, client] of this.#terminals) await this.#remove(uri, client);
    for (const peer of this.#peers) if (peer.closed === undefined) peer.close();
  }

  async #remove(uri, owner) {
    try {
      const client = owner.closed === undefined ? owner : await this.join({ clientId: owner.clientId });
      await client.ask('disposeTerminal', { channel: uri });
    } catch {
      // What cannot be removed is no part of the check, and the next one has terminals of its own.
    }
  }
}
