/**
 * One host for the tests of a file that need windows of their own: each test opens them on terminals of its own. Tests that can
 * share a window have `shared-window.ts`.
 */

import { afterAll, afterEach, beforeAll } from 'vitest';
import { isAtPrompt, waitForMode } from './face.ts';
import type { OuterTerminal } from './outer-terminal.ts';
import type { Shell } from './programs.ts';
import { Sandbox } from './sandbox.ts';

type Options = {
  readonly shell?: Shell;
  /** Writes files and sets variables before anything runs; says which programs the file needs. */
  readonly prepare?: (sandbox: Sandbox) => void | Promise<void>;
};
type WindowOptions = NonNullable<Parameters<Sandbox['open']>[1]>;

export class SharedHost {
  #sandbox: Sandbox | undefined;
  #made = 0;
  #windows: OuterTerminal[] = [];

  get sandbox(): Sandbox {
    if (this.#sandbox === undefined) throw new Error('the shared host has not begun yet');
    return this.#sandbox;
  }

  /** A name that no terminal of this host has. */
  newName(): string {
    this.#made += 1;
    return `t${this.#made}`;
  }

  /** A window that is started with these arguments and closed after the test; it has not drawn anything yet. */
  start(args: readonly string[], options: WindowOptions = {}): OuterTerminal {
    const window = this.sandbox.open(args, options);
    this.#windows.push(window);
    return window;
  }

  /** A window in front of a new terminal of that name, at a prompt in RUN. */
  async open({ name = this.newName(), ...options }: WindowOptions & { readonly name?: string } = {}) {
    const window = this.start(['new', name], options);
    await waitForMode(window, 'RUN');
    await window.waitFor('a prompt', isAtPrompt);
    return window;
  }

  async begin({ shell, prepare }: Options): Promise<void> {
    this.#sandbox = new Sandbox(shell);
    await prepare?.(this.#sandbox);
  }

  async closeWindows(): Promise<void> {
    const windows = this.#windows;
    this.#windows = [];
    await Promise.all(windows.map((window) => window.close()));
  }

  async end(): Promise<void> {
    await this.#sandbox?.close();
  }
}

/** Gives the tests of the suite around it one host. */
export function shareHost(options: Options = {}): SharedHost {
  const host = new SharedHost();
  beforeAll(() => host.begin(options));
  afterEach(() => host.closeWindows());
  afterAll(() => host.end());
  return host;
}
