/**
 * One host and one window for all tests of a file, or of a suite: each test begins at the prompt of a new tab, with nothing but
 * an idle tab at its left. The terminals that it leaves are closed; a dialog that it leaves open is a failure.
 */

import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, type TestContext } from 'vitest';
import { type Client, HostClient } from '../../src/client/client.ts';
import { hostAt } from '../../src/client/host-at.ts';
import { hasDialog, hasGoneNotice, isAtPrompt, modeOf, openTab, openWindow, tabLine } from './face.ts';
import { key } from './keys.ts';
import type { OuterTerminal } from './outer-terminal.ts';
import type { Shell } from './programs.ts';
import { Sandbox } from './sandbox.ts';

type WindowOptions = NonNullable<Parameters<typeof openWindow>[1]>;

export type SharedOptions = Omit<WindowOptions, 'args'> & {
  readonly shell?: Shell;
  /** Writes what the host and its shells read when they start. */
  readonly prepare?: (sandbox: Sandbox) => void;
};

/** Registers the hooks that make the window, and the tab of each test. */
export function sharedWindow(options: SharedOptions = {}): SharedWindow {
  const shared = new SharedWindow(options);
  beforeAll(() => shared.start());
  beforeEach(() => shared.beginTest());
  afterEach((context) => shared.endTest(context));
  afterAll(() => shared.close());
  return shared;
}

class SharedWindow {
  readonly #options: SharedOptions;
  #sandbox: Sandbox | undefined;
  #window: OuterTerminal | undefined;
  #idle: string | undefined;
  #others: OuterTerminal[] = [];
  #count = 0;

  constructor(options: SharedOptions) {
    this.#options = options;
  }

  get sandbox(): Sandbox {
    if (this.#sandbox === undefined) throw new Error('the host has not been started');
    return this.#sandbox;
  }

  get window(): OuterTerminal {
    if (this.#window === undefined) throw new Error('the window has not been opened');
    return this.#window;
  }

  /** The name of the tab that this test has. */
  get tab(): string {
    return `t${this.#count}`;
  }

  /** Another window for this test, closed at its end; by default it shows the tab of the test. */
  openOther({ args = ['attach', this.tab], ...options }: WindowOptions = {}): OuterTerminal {
    const { cols = 100, rows = 30 } = this.#options;
    const other = this.sandbox.open(args, { cols, rows, ...options });
    this.#others.push(other);
    return other;
  }

  start(): void {
    const { shell, prepare } = this.#options;
    this.#sandbox = new Sandbox(shell);
    prepare?.(this.#sandbox);
  }

  async beginTest(): Promise<void> {
    this.#window ??= await this.#open();
    this.#count += 1;
    await openTab(this.#window, this.tab);
  }

  async endTest({ task }: TestContext): Promise<void> {
    await Promise.all(this.#others.splice(0).map((other) => other.close()));
    const window = this.#window;
    if (window === undefined) return;
    const [error] = task.result?.errors ?? [];
    if (error !== undefined && error.name !== 'CannotRun') return this.#giveUp();
    try {
      await this.#closeAllBut(this.#idle);
      await window.waitFor(
        `the idle tab alone, in RUN, without a dialog, as "${task.name}" has to leave the window`,
        (screen) => {
          const line = tabLine(screen);
          if (hasGoneNotice(screen)) window.send(key.enter);
          if (hasDialog(screen) || modeOf(screen) !== 'RUN' || !isAtPrompt(screen)) return false;
          return /\bhome\b/.test(line) && !line.includes(this.tab);
        },
      );
    } catch (wrong) {
      await this.#giveUp();
      throw wrong;
    }
  }

  async close(): Promise<void> {
    await this.#sandbox?.close();
  }

  async #open(): Promise<OuterTerminal> {
    const { shell, prepare, ...options } = this.#options;
    const window = await openWindow(this.sandbox, options);
    await this.#asClient(async (client) => {
      this.#idle = client.root.state.terminals?.[0]?.resource;
    });
    return window;
  }

  /** The next test gets a new window: nobody knows what this one was left in. */
  async #giveUp(): Promise<void> {
    await this.#window?.close();
    this.#window = undefined;
    await this.#closeAllBut(undefined);
  }

  #closeAllBut(kept: string | undefined): Promise<void> {
    return this.#asClient(async (client) => {
      const open = (client.root.state.terminals ?? []).filter(({ resource }) => resource !== kept);
      await Promise.all(open.map(({ resource }) => client.disposeTerminal(resource)));
    });
  }

  async #asClient(act: (client: Client) => Promise<void>): Promise<void> {
    const socket = join(this.sandbox.env['COTTY_RUNTIME_DIR'] ?? '', 'host.sock');
    const client = await HostClient.open({
      ...hostAt({ url: `unix:${socket}` }),
      clientId: `tests-${this.#count}`,
      retry: false,
      meta: { writer: 'user:mara', screens: false },
    });
    try {
      await act(client);
    } finally {
      client.close();
    }
  }
}
