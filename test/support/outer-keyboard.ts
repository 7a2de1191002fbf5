/** The keyboard of an outer terminal that knows kitty's protocol: answers the query and tells which flags are set. */

import type { OuterTerminal } from './outer-terminal.ts';

export class OuterKeyboard {
  readonly #stacks = { normal: [0], alternate: [0] };
  readonly #window: OuterTerminal;

  /** Must be given a window that has just been opened: its program asks at once. */
  constructor(window: OuterTerminal) {
    this.#window = window;
    const { parser } = window.screen.terminal;
    const on = (prefix: string, run: (number: number) => void): void => {
      parser.registerCsiHandler({ prefix, final: 'u' }, ([first]) => {
        run(typeof first === 'number' ? first : 0);
        return true;
      });
    };
    on('>', (flags) => this.#stack.push(flags));
    on('=', (flags) => this.#stack.splice(-1, 1, flags));
    on('<', (count) => this.#stack.splice(-Math.max(count, 1)));
    on('?', () => window.send(`\x1b[?${this.flags}u`));
  }

  /** The flags of the screen that is shown. */
  get flags(): number {
    return this.#stack.at(-1) ?? 0;
  }

  /** Whether both screens are as they were before. */
  get isGivenBack(): boolean {
    return Object.values(this.#stacks).every((stack) => stack.join() === '0');
  }

  get #stack(): number[] {
    return this.#window.screen.alternate ? this.#stacks.alternate : this.#stacks.normal;
  }
}
