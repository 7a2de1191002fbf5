/** A question of a program as it is shown to be answered: read from the host, and answered only while it is the same. */

import { type Signal, signal } from '@preact/signals';
import type { Client } from '../../client/client.ts';
import { type Answer, HELD_MS } from '../../client/possible-answers.ts';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import type { ProgramQuestion } from '../../protocol/cotty/program.ts';

type Calls = Pick<Client['cotty'], 'question' | 'answer'>;

export class OpenQuestion {
  readonly uri: string;
  /** Undefined until it is read; null when the program waits no more. */
  readonly question: Signal<ProgramQuestion | null | undefined> = signal(undefined);
  /** Why it was not read or answered. */
  readonly failure = signal<string | undefined>(undefined);
  /** Whether another question has come in place of one that was shown and not answered here. */
  readonly hasChanged = signal(false);
  /** Whether nothing can be chosen now. */
  readonly isHeld = signal(false);
  readonly #calls: Calls;
  #last = 0;
  /** The print of the last question that was shown, and whether it was answered here. */
  #print: string | undefined;
  #isAnswered = false;
  #release: ReturnType<typeof setTimeout> | undefined;

  constructor(uri: string, calls: Calls) {
    this.uri = uri;
    this.#calls = calls;
  }

  /** Reads the question again. */
  async read(): Promise<void> {
    this.#last += 1;
    const own = this.#last;
    try {
      const question = await this.#calls.question(this.uri);
      if (own === this.#last) this.#take(question);
    } catch (error) {
      if (own === this.#last) this.failure.value = reasonOf(error);
    }
  }

  /** Answers the question that is shown, and returns whether it was. If it is another one by now, that is shown instead. */
  async answer(answer: Answer): Promise<boolean> {
    const asked = this.question.peek();
    if (asked == null || this.isHeld.peek()) return false;
    this.isHeld.value = true;
    this.failure.value = undefined;
    try {
      await this.#calls.answer(this.uri, { print: asked.print, ...answer });
      this.#isAnswered = true;
      this.hasChanged.value = false;
      this.#hold();
      return true;
    } catch (error) {
      this.failure.value = reasonOf(error);
      this.isHeld.value = false;
      await this.read();
      return false;
    }
  }

  #take(question: ProgramQuestion | null): void {
    // Between two questions a program may wait for nobody, for a moment.
    if (question !== null && question.print !== this.#print) {
      this.hasChanged.value = this.#print !== undefined && !this.#isAnswered;
      if (this.#print !== undefined) this.#hold();
      this.#print = question.print;
      this.#isAnswered = false;
    }
    this.question.value = question;
  }

  #hold(): void {
    this.isHeld.value = true;
    clearTimeout(this.#release);
    this.#release = setTimeout(() => {
      this.isHeld.value = false;
    }, HELD_MS);
  }
}
