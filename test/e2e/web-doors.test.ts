/** What a person at the page is protected from: links that say something else, pastes that end themselves, forgotten sessions. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, PageBrowser, pageLink } from '../support/page-browser.ts';
import { needs } from '../support/programs.ts';
import { Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
let browser: PageBrowser;
let page: OpenPage;

beforeAll(async () => {
  sandbox = new Sandbox('bash');
  expect(await sandbox.run(['new', 'build'])).toMatchObject({ code: 0 });
  browser = await PageBrowser.launch();
  page = await browser.open(await pageLink(sandbox));
  await page.line.waitFor();
});

afterAll(async () => {
  await browser?.close();
  await sandbox?.close();
});

const screenText = async () => (await page.screen()).join('\n');

describe('a paste into a program', () => {
  it('is one paste to its end, whatever is in it', async () => {
    await page.run(String.raw`printf '\e[?2004h'; cat > pasted`);
    await page.page.getByText('keys go to cat').waitFor();
    await page.page.evaluate(`(() => {
      const data = new DataTransfer();
      data.setData('text/plain', 'a\\x1b[201~b\\x9b201~c\\n');
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
      document.querySelector('.live-grid .xterm-helper-textarea').dispatchEvent(event);
    })()`);
    await page.page.keyboard.press('Enter');
    await page.page.keyboard.press('Control+d');
    await page.line.waitFor();
    expect(readFileSync(join(sandbox.home, 'pasted'), 'utf8')).toBe('\x1b[200~a␛[201~b␛[201~c\n\x1b[201~\n');
  });
});

describe('a paste from the clipboard that holds the end of a paste', () => {
  const HOSTILE = 'echo a\x1b[201~\ntouch ran\n\x9b201~touch ran too\n';
  const SHOWN = 'echo a␛[201~\ntouch ran\n␛[201~touch ran too\n';
  const keyboard = () => page.page.keyboard;

  /** Pastes with the keys of the browser. */
  async function pasteInto(field: string): Promise<void> {
    await page.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(HOSTILE)})`);
    await page.page.locator(field).focus();
    await keyboard().press('Control+Shift+V');
  }
  const GRID = '.live-grid .xterm-helper-textarea';

  it('enters nothing at a line editor such as that of bash', async () => {
    await page.run(
      `clear; rm -f entered; bash -c 'sleep 1; read -ep "line: " first; echo "$first" > entered'`,
    );
    await page.page.getByText('keys go to bash').waitFor();
    // The row of the command has these words as well, before the line editor has asked for bracketed paste.
    await expect.poll(() => page.screen()).toContain('line:');
    await pasteInto(GRID);
    await expect.poll(screenText).toContain('touch ran too');
    expect(existsSync(join(sandbox.home, 'entered'))).toBe(false);
    await keyboard().press('Enter');
    await page.line.waitFor();
    expect(readFileSync(join(sandbox.home, 'entered'), 'utf8')).toBe('echo a␛[201~\n');
    expect(existsSync(join(sandbox.home, 'ran'))).toBe(false);
  });

  it('is text for cat', async () => {
    await page.run(String.raw`printf '\e[?2004h'; cat > pasted-too; printf '\e[?2004l'`);
    await page.page.getByText('keys go to cat').waitFor();
    await pasteInto(GRID);
    await keyboard().press('Enter');
    await keyboard().press('Control+d');
    await page.line.waitFor();
    expect(readFileSync(join(sandbox.home, 'pasted-too'), 'utf8')).toBe(`\x1b[200~${SHOWN}\x1b[201~\n`);
  });

  it('is text for vim', async () => {
    needs('vim');
    await page.run('rm -f edited; vim -u NONE -N -c startinsert edited');
    await expect.poll(screenText).toContain('-- INSERT --');
    await pasteInto(GRID);
    await expect.poll(screenText).toContain('touch ran too');
    await keyboard().press('Escape');
    await expect.poll(screenText).not.toContain('-- INSERT --');
    await keyboard().type(':wq');
    await expect.poll(screenText).toContain(':wq');
    await keyboard().press('Enter');
    await page.line.waitFor();
    expect(readFileSync(join(sandbox.home, 'edited'), 'utf8')).toBe(`${SHOWN}\n`);
  });

  it('is a line of several lines in RUN, which runs nothing by itself', async () => {
    await page.line.fill('');
    await page.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(HOSTILE)})`);
    await page.line.focus();
    await keyboard().press('Control+V');
    await expect.poll(() => page.line.inputValue()).toContain('touch ran too');
    expect(existsSync(join(sandbox.home, 'ran'))).toBe(false);
    await page.line.fill('');
  });
});

describe('a hyperlink of a running program', () => {
  it('whose text names another address is shown before it is opened', async () => {
    await page.run(
      String.raw`printf '\e]8;;https://evil.example/\ahttps://bank.example\e]8;;\a\n'; read -r answer`,
    );
    await expect.poll(screenText).toContain('https://bank.example');
    // The rows may still move: the pointer follows the one of the link.
    let [x, y] = [0, 0];
    const pointed = async () => {
      const row = (await page.screen()).indexOf('https://bank.example');
      const grid = await page.page.locator('.live-grid .xterm-rows > div').nth(row).boundingBox();
      if (grid === null) return null;
      [x, y] = [grid.x + 40, grid.y + grid.height / 2];
      await page.page.mouse.move(x - 5, y);
      await page.page.mouse.move(x, y);
      return page.page.locator('.live-grid .xterm').getAttribute('title');
    };
    await expect.poll(pointed).toBe('https://evil.example/');
    const pages = page.page.context().pages().length;
    await page.page.mouse.click(x, y);
    const dialog = page.page.getByRole('dialog', { name: 'Open a page of evil.example?' });
    await dialog.waitFor();
    expect(await dialog.textContent()).toContain('https://bank.example');
    expect(await dialog.locator('code').textContent()).toBe('https://evil.example/');
    expect(page.page.context().pages()).toHaveLength(pages);
    await page.picture('link-question');
    const [opened] = await Promise.all([
      page.page.context().waitForEvent('page'),
      dialog.getByRole('button', { name: 'Open' }).click(),
    ]);
    await opened.close();
    await page.page.locator('.live-grid .xterm-helper-textarea').focus();
    await page.page.keyboard.press('Enter');
    await page.line.waitFor();
  });
});

describe('the sessions of the page', () => {
  it('are seen and ended in the page, but not from a link that only looks', async () => {
    const other = await browser.open(await pageLink(sandbox));
    await other.line.waitFor();
    const watcher = await browser.open(await pageLink(sandbox, '--watch'));
    await watcher.page.getByText('This link only looks').first().waitFor();
    await watcher.page.getByRole('button', { name: 'Settings' }).click();
    await watcher.page.getByRole('dialog', { name: 'Settings' }).waitFor();
    expect(await watcher.page.getByRole('button', { name: 'Sessions' }).count()).toBe(0);

    await page.page.getByRole('button', { name: 'Settings' }).click();
    await page.page.getByRole('button', { name: 'Sessions' }).click();
    const sessions = page.page.getByRole('dialog', { name: 'Sessions' });
    await expect.poll(() => sessions.locator('.session').count()).toBe(3);
    expect(await sessions.getByText('(this browser)').count()).toBe(1);
    expect(await sessions.getByText('only looks').count()).toBe(1);
    await page.picture('sessions');
    for (const left of [2, 1]) {
      await sessions.getByRole('button', { name: /^End / }).first().click();
      await expect.poll(() => sessions.locator('.session').count()).toBe(left);
    }
    await other.page.getByText('run cotty web').waitFor();
    await watcher.page.getByText('run cotty web').waitFor();
    await sessions.getByRole('button', { name: 'Close' }).click();
    await page.line.waitFor();
    expect(page.errors).toEqual([]);
  });
});
