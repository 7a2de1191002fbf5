/** A connection that has introduced itself: what clients do, in one line each. */

import { fail, ok, show } from './expect.mjs';
import { Peer, ROOT } from './peer.mjs';

/** Old enough and new enough for every host, most preferred first. */
export const ALL_VERSIONS = [
  ...['1.0.0', '0.9.0', '0.8.0', '0.7.0', '0.6.0', '0.5.2', '0.5.1', '0.5.0', '0.4.0', '0.3.0', '0.2.0'],
];
export const NEW_VERSIONS = ALL_VERSIONS.slice(0, 2);
export const OLD_VERSIONS = ALL_VERSIONS.slice(2);

/** From 0.9 on terminals have a `lifecycle`; before, an `exitCode`. */
export function usesLifecycle(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > 0 || minor >= 9;
}

export class Client extends Peer {
  clientId;
  /** The result of `initialize`. */
  welcome;
  #clientSeq = 0;

  constructor(socket, timeoutMs, clientId) {
    super(socket, timeoutMs);
    this.clientId = clientId;
  }

  get version() {
    return this.welcome.protocolVersion;
  }

  get claim() {
    return { kind: 'client', clientId: this.clientId };
  }

  async initialize({ versions = ALL_VERSIONS, subscribe, meta } = {}) {
    this.welcome = await this.call('initialize', {
      protocolVersions: versions,
      clientId: this.clientId,
      clientInfo: { name: 'ahp-conformance' },
      ...(subscribe === undefined ? {} : { initialSubscriptions: subscribe }),
      ...(meta === undefined ? {} : { _meta: meta }),
    });
    return this.welcome;
  }

  async subscribe(channel, params = {}) {
    const { snapshot } = await this.call('subscribe', { channel, ...params });
    ok(snapshot !== undefined, `subscribe to ${channel} gave no snapshot`);
    return snapshot;
  }

  async terminals() {
    return (await this.subscribe(ROOT)).state.terminals ?? [];
  }

  async info(uri) {
    return (await this.terminals()).find(({ resource }) => resource === uri);
  }

  /** Answers the clientSeq. */
  dispatch(channel, action) {
    this.#clientSeq += 1;
    this.notify('dispatchAction', { channel, clientSeq: this.#clientSeq, action });
    return this.#clientSeq;
  }

  /** Dispatches and waits for the echo, accepted or not. */
  async echo(channel, action) {
    const clientSeq = this.dispatch(channel, action);
    return this.until(`the echo of ${action.type}`, () =>
      this.envelopes.find(
        ({ origin }) => origin?.clientId === this.clientId && origin.clientSeq === clientSeq,
      ),
    );
  }

  async accepted(channel, action) {
    const envelope = await this.echo(channel, action);
    if (envelope.rejectionReason !== undefined) fail(`${action.type} was rejected: ${show(envelope)}`);
    return envelope;
  }

  /** Answers the reason. */
  async rejected(channel, action, what = action.type) {
    const { rejectionReason } = await this.echo(channel, action);
    ok(rejectionReason !== undefined, `${what} was accepted: ${show(action)}`);
    ok(typeof rejectionReason === 'string', `${what}: the reason is no text: ${show(rejectionReason)}`);
    return rejectionReason;
  }

  type(channel, text) {
    return this.dispatch(channel, { type: 'terminal/input', data: text });
  }

  /** What came on one channel and was not rejected. */
  on(channel) {
    return this.envelopes.filter(
      (envelope) => envelope.channel === channel && envelope.rejectionReason === undefined,
    );
  }
}
