/**
 * A TCP proxy as slow as a far host: each piece comes half a round trip later, in order, and some pieces get lost. TCP sends what was
 * lost again after a timeout of a round trip and 200 ms at least, and holds back all that came after it.
 *
 *   node test/bench/slow-link.mjs PORT [ROUND_TRIP_MS] [LOSS]     prints the port on which it listens
 */

import { connect, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

/** Least time (ms) after which TCP sends a segment again, as Linux has it. */
const LEAST_TIMEOUT_MS = 200;

export class SlowLink {
  #target;
  #halfMs;
  #lossEvery;
  #pieces = 0;
  #sockets = new Set();
  #server = createServer((from) => this.#join(from));
  lost = 0;

  /** One piece in `1 / loss` is lost. */
  constructor(target, roundTripMs, loss = 0) {
    this.#target = target;
    this.#halfMs = roundTripMs / 2;
    this.#lossEvery = loss > 0 ? Math.round(1 / loss) : Number.POSITIVE_INFINITY;
  }

  async listen() {
    await new Promise((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this.#server.address().port;
  }

  close() {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #join(from) {
    const to = connect(this.#target, '127.0.0.1');
    for (const socket of [from, to]) {
      socket.setNoDelay(true);
      this.#sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        this.#sockets.delete(socket);
        from.destroy();
        to.destroy();
      });
    }
    this.#forward(from, to);
    this.#forward(to, from);
  }

  #forward(from, to) {
    let last = 0;
    from.on('data', (bytes) => {
      this.#pieces += 1;
      const isLost = this.#pieces % this.#lossEvery === 0;
      if (isLost) this.lost += 1;
      const stall = isLost ? Math.max(LEAST_TIMEOUT_MS, 2 * this.#halfMs) : 0;
      last = Math.max(last, performance.now() + this.#halfMs + stall);
      setTimeout(() => !to.destroyed && to.write(bytes), last - performance.now());
    });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [port, roundTripMs = '150', loss = '0.01'] = process.argv.slice(2);
  console.log(await new SlowLink(Number(port), Number(roundTripMs), Number(loss)).listen());
}
