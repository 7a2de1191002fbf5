/** A TCP proxy that can be cut as a cable can: what is connected stays so, and nothing is forwarded any more. */

import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export class CutProxy {
  readonly #target: number;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((from) => this.#join(from));
  #isCut = false;

  private constructor(target: number) {
    this.#target = target;
  }

  static async before(target: number): Promise<CutProxy> {
    const proxy = new CutProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.pause();
  }

  mend(): void {
    this.#isCut = false;
    for (const socket of this.#sockets) socket.resume();
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #join(from: Socket): void {
    const to = connect(this.#target, '127.0.0.1');
    this.#forward(from, to);
    this.#forward(to, from);
  }

  #forward(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.on('data', (bytes) => to.write(bytes));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
    if (this.#isCut) from.pause();
  }
}
