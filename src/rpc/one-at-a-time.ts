/**
 * Sends requests that can be joined, one at a time: those that are asked for while one is open wait, and are sent together as one
 * request. So a connection never has more than one of them open.
 */

type Next<P, R> = { params: P; readonly done: Promise<R> };

export class OneAtATime<P, R> {
  readonly #send: (params: P) => Promise<R>;
  readonly #join: (earlier: P, later: P) => P;
  #underWay: Promise<unknown> | undefined;
  #next: Next<P, R> | undefined;

  constructor(send: (params: P) => Promise<R>, join: (earlier: P, later: P) => P) {
    this.#send = send;
    this.#join = join;
  }

  ask(params: P): Promise<R> {
    if (this.#underWay === undefined) return this.#start(params);
    if (this.#next !== undefined) {
      this.#next.params = this.#join(this.#next.params, params);
      return this.#next.done;
    }
    const done = this.#underWay.then(() => {
      const joined = this.#next?.params ?? params;
      this.#next = undefined;
      return this.#start(joined);
    });
    this.#next = { params, done };
    return done;
  }

  #start(params: P): Promise<R> {
    const sent = this.#send(params);
    const settled: Promise<void> = sent.then(
      () => this.#ended(settled),
      () => this.#ended(settled),
    );
    this.#underWay = settled;
    return sent;
  }

  #ended(one: Promise<void>): void {
    if (this.#underWay === one && this.#next === undefined) this.#underWay = undefined;
  }
}
