/**
 * The keyboard protocols that a program has asked for: flags of the kitty protocol, on a stack for each of the two screens,
 * and the level of modifyOtherKeys. The emulator answers the questions for both; only the host passes answers on.
 */
import type { Terminal } from '@xterm/headless';
import type { Core, CoreParams } from '../core/emulator-core.ts';

export type KeyboardState = {
  /** Flags from the bottom of the stack to its top; the top counts. */
  readonly normal: readonly number[];
  readonly alternate: readonly number[];
  readonly modifyOtherKeys: OtherKeys;
};

export type OtherKeys = 0 | 1 | 2;

/** Disambiguate 1, event types 2, alternate keys 4, all keys as escapes 8, associated text 16. */
const ALL_FLAGS = 31;
/** Limit of one stack, as in kitty; beyond it the oldest flags are dropped. */
const STACK_LIMIT = 8;
/** The number of modifyOtherKeys among the resources of XTMODKEYS. */
const OTHER_KEYS = 4;

export class Keyboard {
  readonly #core: Core;
  readonly #reply: (text: string) => void;
  #normal: readonly number[] = [];
  #alternate: readonly number[] = [];
  #otherKeys: OtherKeys = 0;

  constructor(terminal: Terminal, core: Core, reply: (text: string) => void) {
    this.#core = core;
    this.#reply = reply;
    const csi = (prefix: string, final: string, run: (params: CoreParams) => void) =>
      core._inputHandler._parser.registerCsiHandler({ prefix, final }, (params) => {
        run(params);
        return true;
      });
    csi('>', 'u', (params) => this.#change((stack) => pushed(stack, numberAt(params, 0))));
    csi('<', 'u', (params) => this.#change((stack) => popped(stack, numberAt(params, 0))));
    csi('=', 'u', (params) =>
      this.#change((stack) => replaced(stack, numberAt(params, 0), numberAt(params, 1))),
    );
    csi('?', 'u', () => this.#reply(`\x1b[?${this.flags}u`));
    csi('>', 'm', (params) => this.#setResource(params));
    csi('?', 'm', (params) => {
      if (numberAt(params, 0) === OTHER_KEYS) this.#reply(`\x1b[>${OTHER_KEYS};${this.#otherKeys}m`);
    });
    const reset = (): false => {
      this.reset();
      return false;
    };
    terminal.parser.registerEscHandler({ final: 'c' }, reset);
    terminal.parser.registerCsiHandler({ intermediates: '!', final: 'p' }, reset);
  }

  /** The flags of the screen that is shown. */
  get flags(): number {
    return this.#stack.at(-1) ?? 0;
  }

  get otherKeys(): OtherKeys {
    return this.#otherKeys;
  }

  get state(): KeyboardState {
    return { normal: this.#normal, alternate: this.#alternate, modifyOtherKeys: this.#otherKeys };
  }

  reset(): void {
    this.#normal = [];
    this.#alternate = [];
    this.#otherKeys = 0;
  }

  get #onAlternate(): boolean {
    const { active, alt } = this.#core.buffers;
    return active === alt;
  }

  get #stack(): readonly number[] {
    return this.#onAlternate ? this.#alternate : this.#normal;
  }

  #change(change: (stack: readonly number[]) => readonly number[]): void {
    if (this.#onAlternate) this.#alternate = change(this.#alternate);
    else this.#normal = change(this.#normal);
  }

  /** `CSI > 4 ; level m` sets the level, `CSI > 4 m` and `CSI > m` reset it. Other resources are not known here. */
  #setResource(params: CoreParams): void {
    const resource = numberAt(params, 0);
    if (resource !== OTHER_KEYS && resource !== 0) return;
    const level = resource === OTHER_KEYS ? numberAt(params, 1) : 0;
    this.#otherKeys = level === 0 || level === 1 ? level : 2;
  }
}

function pushed(stack: readonly number[], flags: number): readonly number[] {
  // The stack begins with the flags of a program that asked for none.
  const below = stack.length === 0 ? [0] : stack;
  return [...below, flags & ALL_FLAGS].slice(-STACK_LIMIT);
}

function popped(stack: readonly number[], count: number): readonly number[] {
  return stack.slice(0, Math.max(0, stack.length - Math.max(1, count)));
}

/** Sets the flags on top: 1 all of them, 2 those given, 3 all but those given. */
function replaced(stack: readonly number[], given: number, mode: number): readonly number[] {
  const before = stack.at(-1) ?? 0;
  const flags = given & ALL_FLAGS;
  const next = mode === 2 ? before | flags : mode === 3 ? before & ~flags : mode > 3 ? before : flags;
  return [...stack.slice(0, -1), next];
}

function numberAt({ params, length }: CoreParams, at: number): number {
  return at < length ? (params[at] ?? 0) : 0;
}
