/**
 * The host's rehearsal of a flood: a host of its own, on no socket and no disk, with one terminal. A pty without a program
 * prints, and a viewer without a window takes what comes.
 */

import { META_KEY } from '../protocol/common/meta.ts';
import { ROOT_URI } from '../protocol/common/uri.ts';
import type { Transport } from '../rpc/transport.ts';
import { SAMPLES, sampleOutput } from '../screen/skim/sample-output.ts';
import type { Rehearsal } from '../screen/skim/warm-up.ts';
import { localAccess } from './ground/access.ts';
import type { Clock } from './ground/clock.ts';
import { stopping } from './ground/host-close.ts';
import type { SpawnPty } from './pty/pty-port.ts';
import { SilentPty } from './pty/silent-pty.ts';
import { wire } from './wiring.ts';

const NAME = 'rehearsal';
const URI = `ahp-terminal:/${NAME}`;
/** UTF-16 units of a step, of everything, and after how many steps somebody looks at the whole screen. */
const [PIECE, MOST, LOOK_EVERY] = [16 * 1024, 8 * 1024 * 1024, 24];
/** Few lines, for they are soon to be dropped. */
const SCROLLBACK = 200;

export function rehearsal(clock: Clock): Rehearsal {
  const pty = new SilentPty();
  const spawn: SpawnPty = () => ({ ok: true, pty });
  const limits = { scrollbackLines: SCROLLBACK };
  const { connections, terminals, floods, past, wakes } = wire(
    { env: { SHELL: '/bin/bash' }, version: '', spawn, nonce: () => NAME, limits, clock },
    { deliveries: '', address: () => ({}), stop: () => {}, leave: () => {} },
  );
  const viewer = new SilentViewer();
  connections.open(viewer, localAccess);
  viewer.begin();
  pty.print(['A', `E;${NAME}`, 'C'].map((mark) => `\x1b]633;${mark};${NAME}\x07`).join(''));
  const samples = Array.from({ length: SAMPLES }, (_, kind) => sampleOutput(kind, PIECE));
  let steps = 0;
  return {
    step() {
      pty.print(samples[steps % SAMPLES] ?? '');
      steps += 1;
      viewer.take(steps % LOOK_EVERY === 0);
      return steps * PIECE < MOST;
    },
    end() {
      floods.close();
      past.close();
      wakes.stop();
      connections.close(stopping);
      void terminals.close();
    },
  };
}

/** The host's side of a connection at whose other side a paced window would be. */
class SilentViewer implements Transport {
  readonly buffered = 0;
  #listener: (text: string) => void = () => {};
  #untaken = 0;

  begin(): void {
    const meta = { writer: `user:${NAME}`, screens: true, ownInput: false, paced: SCROLLBACK };
    const claim = { kind: 'client', clientId: NAME };
    this.#ask('initialize', {
      channel: ROOT_URI,
      protocolVersions: ['1.0.0'],
      clientId: NAME,
      _meta: { [META_KEY]: meta },
    });
    this.#ask('createTerminal', { channel: URI, claim, cols: 120, rows: 40 });
    this.#ask('subscribe', { channel: URI });
  }

  /** Takes what has come; looks at all of the screen now and then. */
  take(looks: boolean): void {
    const params = { channel: URI, chars: this.#untaken };
    this.#untaken = 0;
    this.#listener(JSON.stringify({ jsonrpc: '2.0', method: 'x-cotty/taken', params }));
    if (looks) this.#ask('subscribe', { channel: URI });
  }

  send(text: string): void {
    this.#untaken += text.length;
  }

  onMessage(listener: (text: string) => void): void {
    this.#listener = listener;
  }

  onClose(): void {}
  onDrain(): void {}
  hold(): void {}
  close(): void {}

  #ask(method: string, params: object): void {
    this.#listener(JSON.stringify({ jsonrpc: '2.0', id: method, method, params }));
  }
}
