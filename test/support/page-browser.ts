/** A real browser that opens pages of cotty, without a window of its own. */

import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { programPath } from './programs.ts';
import type { Sandbox } from './sandbox.ts';

/** Pictures of pages, to be looked at; nothing reads them. */
const PICTURES = fileURLToPath(new URL('../../node_modules/.cache/pages/', import.meta.url));

/** Generous: on a busy machine a browser takes long for anything. */
const WAIT_MS = 60_000;

export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
} as const;

/** Makes a link of the server of a sandbox, which it opens if need be. */
export async function pageLink(sandbox: Sandbox, ...args: readonly string[]): Promise<string> {
  const made = await sandbox.run(['web', '--listen', '127.0.0.1:0', '--no-open', '--json', ...args]);
  if (made.code !== 0) throw new Error(`cotty web: ${made.stderr}`);
  const { link }: { link?: unknown } = JSON.parse(made.stdout);
  return String(link);
}

type PageOptions = BrowserContextOptions & { readonly ownClock?: boolean };

export class PageBrowser {
  readonly #browser: Browser;

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** Launches with further switches of Chromium. Skips the test, or the suite whose hook asks, where there is no Chromium. */
  static async launch(...extra: readonly string[]): Promise<PageBrowser> {
    const args = ['--no-sandbox', '--disable-gpu', ...extra];
    const options = { executablePath: programPath('chromium'), args };
    return new PageBrowser(await chromium.launch(options));
  }

  /**
   * Opens an address in a browser session of its own, with cookies and storage that no other has. With `ownClock` its timers can
   * be moved forward.
   */
  async open(address: string, { ownClock = false, ...options }: PageOptions = {}): Promise<OpenPage> {
    const context = await this.#browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    context.setDefaultTimeout(WAIT_MS);
    if (ownClock) await context.clock.install();
    const { origin, protocol } = new URL(address);
    // A file has no origin.
    if (protocol !== 'file:')
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
    const opened = new OpenPage(await context.newPage());
    await opened.page.goto(address);
    return opened;
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }
}

export class OpenPage {
  readonly page: Page;
  /** What went wrong inside, refusals of its own policy included. */
  readonly errors: string[] = [];

  constructor(page: Page) {
    this.page = page;
    // Its stack tells where it was thrown.
    page.on('pageerror', (error) => this.errors.push(error.stack ?? String(error)));
    page.on('console', (message) => {
      // The browser reports each refused request, which the page shows itself.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        this.errors.push(message.text());
    });
  }

  /** RUN's line; it is there while the shell is at its prompt. */
  get line(): Locator {
    return this.page.getByRole('textbox', { name: 'Command line' });
  }

  /** The block of a finished command, by its command line. */
  block(command: string): Locator {
    return this.page.locator('article', { has: this.page.locator('.command', { hasText: command }) });
  }

  async run(command: string): Promise<void> {
    await this.line.fill(command);
    await this.line.press('Enter');
  }

  /** The rows of the live screen, without blanks at their ends. */
  async screen(): Promise<readonly string[]> {
    const rows = await this.page.locator('.live-grid .xterm-rows > div').allTextContents();
    return rows.map((row) => row.replaceAll('\u00a0', ' ').trimEnd());
  }

  async picture(name: string): Promise<void> {
    mkdirSync(PICTURES, { recursive: true });
    await this.page.screenshot({ path: `${PICTURES}${name}.png` });
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}
