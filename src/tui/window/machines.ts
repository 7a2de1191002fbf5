/** The other machines of a window: their states, and the questions of the programs that reach them. */

import type { ManyHosts } from '../../client/machines/many-hosts.ts';
import type { Message } from '../model/message.ts';
import type { MachineQuestion } from '../model/model.ts';

/** What a program asks on the way to a machine; `signal` is aborted when it no longer waits. */
export type Asked = Omit<MachineQuestion, 'id'> & { readonly signal: AbortSignal };

export type WindowMachines = {
  readonly hosts: ManyHosts;
  readonly questions: MachineQuestions;
};

/** Questions wait here until the window is there, and then for their answers. */
export class MachineQuestions {
  readonly #waiting = new Map<number, { asked: Asked; answer: (text: string | undefined) => void }>();
  #last = 0;
  #notify: ((message: Message) => void) | undefined;

  /** Resolves with undefined if nobody answers. */
  readonly ask = (asked: Asked): Promise<string | undefined> => {
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve) => {
      this.#waiting.set(id, { asked, answer: resolve });
      asked.signal.addEventListener('abort', () => this.#gone(id), { once: true });
      this.#show(id, asked);
    });
  };

  answer(id: number, text: string | undefined): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.answer(text);
  }

  /** Asks in the window from now on. */
  askIn(notify: (message: Message) => void): void {
    this.#notify = notify;
    for (const [id, { asked }] of this.#waiting) this.#show(id, asked);
  }

  #show(id: number, { prompt, secret, told }: Asked): void {
    this.#notify?.({ kind: 'machineAsks', question: { id, prompt, secret, told } });
  }

  #gone(id: number): void {
    if (!this.#waiting.has(id)) return;
    this.answer(id, undefined);
    this.#notify?.({ kind: 'machineAskGone', id });
  }
}

/** Shows the machines in the window, and asks their questions there, until the signal is aborted. */
export function followMachines(
  { hosts, questions }: WindowMachines,
  notify: (message: Message) => void,
  signal: AbortSignal,
): void {
  const tell = (): void =>
    notify({
      kind: 'machines',
      machines: hosts.machines.map(({ name, address, state }) => ({ name, address, state })),
    });
  const stop = hosts.onMachines(tell);
  signal.addEventListener('abort', stop, { once: true });
  tell();
  questions.askIn(notify);
}
