/** One host for the tests of a file, each of which has a terminal of its own: in a window of its own, or in one that they share. */

import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { frontTab, inputOf, isAtPrompt, modeOf, openTab, openWindow, waitForMode } from './face.ts';
import type { OuterScreen } from './outer-screen.ts';
import type { OuterTerminal } from './outer-terminal.ts';
import type { Shell } from './programs.ts';
import { Sandbox } from './sandbox.ts';

type Options = {
  readonly shell?: Shell;
  /** Writes files and sets variables before anything runs; says which programs the file needs. */
  readonly prepare?: (sandbox: Sandbox) => void | Promise<void>;
};
type WindowOptions = NonNullable<Parameters<Sandbox['open']>[1]>;

/** A test that leaves the shared window as it found it needs moments for that; only a failing one waits that long. */
const REST_MS = 15_000;

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

export class SharedWindow {
  readonly host: SharedHost;
  readonly #options: WindowOptions;
  #window: OuterTerminal | undefined;
  #tab = '';

  constructor(host: SharedHost, options: WindowOptions) {
    this.host = host;
    this.#options = options;
  }

  get window(): OuterTerminal {
    if (this.#window === undefined) throw new Error('the shared window is not open yet');
    return this.#window;
  }

  get sandbox(): Sandbox {
    return this.host.sandbox;
  }

  /** Name of the terminal that this test has. */
  get tab(): string {
    return this.#tab;
  }

  async beginTest(): Promise<void> {
    this.#window ??= await openWindow(this.sandbox, this.#options);
    this.#tab = this.host.newName();
    await openTab(this.#window, this.#tab);
    this.#window.screen.clipboard.length = 0;
  }

  /** Closes the tab. What a failed test has left is closed with the whole window; any other must leave it at rest. */
  async endTest(test: string, failed: boolean): Promise<void> {
    const window = this.#window;
    if (window === undefined) return;
    const atRest = (screen: OuterScreen) =>
      modeOf(screen) === 'RUN' && isAtPrompt(screen) && inputOf(screen) === '' && this.#isInFront(screen);
    try {
      if (failed) throw new Error('it failed');
      await window.waitFor(`rest after "${test}": RUN, in front of its own empty prompt`, atRest, REST_MS);
      // Not closed by its key, which would leave a note in the place where other notes stand.
      window.type('exit\r');
      await window.waitFor(
        'its tab closed',
        (screen) => !this.#isInFront(screen) && isAtPrompt(screen),
        REST_MS,
      );
    } catch (error) {
      this.#window = undefined;
      await window.close();
      if (!failed) throw error;
    }
  }

  #isInFront(screen: OuterScreen): boolean {
    return frontTab(screen)
      .split(/[\s×●]+/)
      .includes(this.#tab);
  }
}

/**
 * Gives the tests of the suite around it one window, in which each test finds a new tab in front, with no blocks and an empty
 * clipboard. A test leaves that tab in front, in RUN, at an empty prompt, or it fails.
 */
export function shareWindow({ shell, prepare, ...window }: Options & WindowOptions = {}): SharedWindow {
  const host = shareHost({ ...(shell && { shell }), ...(prepare && { prepare }) });
  const shared = new SharedWindow(host, window);
  beforeEach(() => shared.beginTest());
  afterEach(({ task }) => {
    const [error] = task.result?.errors ?? [];
    return shared.endTest(task.name, error !== undefined && error.name !== 'CannotRun');
  });
  return shared;
}
