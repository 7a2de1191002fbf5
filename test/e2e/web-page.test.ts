/** The page in a real browser, for one person: signing in, commands and their blocks, programs, sizes, lines that break. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, PageBrowser, PHONE, pageLink } from '../support/page-browser.ts';
import { needs } from '../support/programs.ts';
import { Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
let browser: PageBrowser;
let link: string;
let page: OpenPage;

beforeAll(async () => {
  browser = await PageBrowser.launch();
  sandbox = new Sandbox();
  expect(await sandbox.run(['new', 'build'])).toMatchObject({ code: 0 });
  link = await pageLink(sandbox);
  page = await browser.open(link);
});

afterAll(async () => {
  await browser?.close();
  await sandbox?.close();
});

describe('the page', () => {
  it('is signed in by its link, which is not left in the address', async () => {
    await page.line.waitFor();
    expect(new URL(page.page.url()).hash).not.toContain('t=');
    expect(await page.page.evaluate('document.cookie')).toBe('');
  });

  it('has the first terminal on the screen within a second of a fast machine', async () => {
    await page.page.reload();
    await page.line.waitFor();
    const shown = await page.page.evaluate('performance.now()');
    // Ten times as long for a machine that runs other tests.
    expect(shown).toBeLessThan(10_000);
  });

  it('refuses the link a second time, and says how to get a new one', async () => {
    const second = await browser.open(link);
    await second.page.getByText('run cotty web').waitFor();
    expect(await second.line.count()).toBe(0);
    await second.picture('signed-out');
    await second.close();
  });

  it('runs a command and shows its block, with its chip', async () => {
    await page.run('echo "$((6 * 7)) is it"');
    await page.block('echo').getByText('42 is it').waitFor();
    expect(await page.block('echo').locator('.chip').textContent()).toBe('✓');
    await page.run('ls /nowhere');
    await page.block('ls /nowhere').locator('.chip.failed').waitFor();
    expect(await page.block('ls /nowhere').locator('.chip').textContent()).toBe('✗ 2');
  });

  it('keeps colours, and never makes markup of what a program prints', async () => {
    await page.run("printf '\\033[31mred\\033[0m <img src=x onerror=alert(1)> https://example.org/a\\n'");
    const block = page.block('printf');
    await block.locator('.line', { hasText: '<img src=x onerror=alert(1)>' }).waitFor();
    expect(await block.locator('.output img').count()).toBe(0);
    expect(await block.locator('.output a').getAttribute('href')).toBe('https://example.org/a');
    expect(await block.getByText('red', { exact: true }).getAttribute('style')).toContain('--ansi-1');
  });

  it('shows a long output, of which what is in sight is drawn', async () => {
    await page.run('seq 3000');
    const block = page.block('seq 3000');
    await block.getByText('3000', { exact: true }).last().waitFor();
    await expect.poll(() => block.locator('.line').count()).toBeLessThan(1501);
    await page.page.keyboard.press('End');
  });

  it('copies a block as Markdown', async () => {
    await page.run('echo "to copy"');
    const block = page.block('echo "to copy"');
    await block.hover();
    await block.getByRole('button', { name: 'Copy as Markdown' }).click();
    await page.page.getByText('Copied command and output.').waitFor();
    const copied = await page.page.evaluate('navigator.clipboard.readText()');
    expect(copied).toBe('```console\n$ echo "to copy"\nto copy\n```\n');
  });

  it('finds text in outputs, and shows only what failed', async () => {
    await page.page.getByRole('button', { name: 'Search commands and outputs' }).click();
    await page.page.getByRole('textbox', { name: 'Search commands and outputs' }).fill('2718');
    await page.page.getByText('1 of 1').waitFor();
    await page.page.locator('.line.current', { hasText: '2718' }).waitFor();
    await page.page.getByRole('button', { name: 'End the search' }).click();
    await page.page.getByRole('button', { name: 'Failed only' }).click();
    await expect.poll(() => page.page.locator('article').count()).toBe(1);
    await page.page.getByRole('button', { name: 'Failed only' }).click();
  });

  it('brings back lines of before', async () => {
    await page.line.fill('echo');
    await page.line.press('ArrowUp');
    await expect.poll(() => page.line.inputValue()).toBe('echo "to copy"');
    await page.line.press('ArrowUp');
    await expect.poll(() => page.line.inputValue()).toBe('echo "$((6 * 7)) is it"');
    await page.line.press('Control+c');
    await expect.poll(() => page.line.inputValue()).toBe('');
  });

  it('shows what a background job has printed as a block of its own, without a command to run again', async () => {
    await page.run('until [ -e go ]; do sleep 0.1; done && printf "from a %s\\n" job &');
    await page.block('until').waitFor();
    sandbox.write('go', '');
    const lines = async () => (await sandbox.run(['read', 'build', '--lines', '20'])).stdout;
    await expect.poll(lines).toContain('from a job\n');
    await page.run('true');
    // What is typed before the shell reads it is echoed, and stands in such a block, too.
    const block = page.page
      .locator('article', { hasText: 'printed in the background' })
      .filter({ hasText: 'from a job' });
    await block.getByText('from a job').waitFor();
    await block.hover();
    expect(await block.getByRole('button', { name: 'Write into the line' }).count()).toBe(0);
    await block.getByRole('button', { name: 'Copy output' }).click();
    await page.page.getByText('Copied the output.').waitFor();
    expect(await page.page.evaluate('navigator.clipboard.readText()')).toBe('from a job');
    // It is read like the output of a command.
    const colour = 'getComputedStyle(document.querySelector(SELECTOR)).color';
    const [between, usual] = ['article:has(.block-title .dim) .output', '.output'];
    expect(await page.page.evaluate(colour.replace('SELECTOR', JSON.stringify(between)))).toBe(
      await page.page.evaluate(colour.replace('SELECTOR', JSON.stringify(usual))),
    );
    await page.picture('background');
  });

  it('gives vim every key, and goes back to lines when it ends', async () => {
    needs('vim');
    // A block of its own each time the test is repeated.
    const file = `note-${Date.now()}.txt`;
    await page.run(`vim ${file}`);
    await expect.poll(async () => (await page.screen()).includes('~')).toBe(true);
    await page.page.keyboard.type('ihello from the page');
    await expect.poll(async () => (await page.screen())[0]).toBe('hello from the page');
    await page.picture('vim');
    await page.page.keyboard.press('Escape');
    await page.page.keyboard.type(':wq\r');
    await page.line.waitFor();
    await page.run(`cat ${file}`);
    await page.block(`cat ${file}`).getByText('hello from the page').waitFor();
    await page.page.getByRole('article', { name: `cat ${file}, exit code 0` }).waitFor();
  });

  it('draws a picture in sixel while its program runs', async () => {
    await page.run("printf '\\033Pq#0;2;100;0;0#0!60~-!60~-\\033\\\\'; cat");
    await page.page.locator('.xterm-image-layer').waitFor();
    await page.page.keyboard.press('Control+d');
    await page.line.waitFor();
  });

  it('gives the program the size of its own window', async () => {
    await page.page.setViewportSize({ width: 900, height: 600 });
    await page.run('clear; until [ "$(tput cols)" -lt 90 ]; do sleep 0.1; done; echo narrow enough');
    await page.block('tput cols').getByText('narrow enough', { exact: true }).last().waitFor();
    await page.page.setViewportSize({ width: 1280, height: 800 });
  });

  it('is where it was after it is loaded again in the middle of a flood, with nothing doubled', async () => {
    await page.run('seq 1 200000; echo "sum $((200000 * 2))"');
    await page.page.reload();
    const block = page.block('seq 1 200000');
    await block.getByText('sum 400000').waitFor();
    await page.line.waitFor();
    const lines = await block.locator('.line').allTextContents();
    expect(lines.map((line) => line.trim()).slice(-3)).toEqual(['199999', '200000', 'sum 400000']);
  });

  it('goes to the block that an address names', async () => {
    const seq = 1;
    const { href } = new URL(page.page.url());
    await page.page.goto(`${href.split('#')[0]}#/term/${await terminalId()}/block/${seq}`);
    await page.page.locator('article.selected', { hasText: '42 is it' }).waitFor();
  });

  it('looks as it should in light and in dark', async () => {
    await page.run('git status');
    await page.block('git status').waitFor();
    const textColor = () =>
      page.page.evaluate('getComputedStyle(document.querySelector(".live-grid .xterm-rows")).color');
    await page.page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(textColor).toBe('rgb(36, 38, 43)');
    await page.picture('desktop-light');
    await page.page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(textColor).toBe('rgb(220, 218, 213)');
    await page.picture('desktop-dark');
  });

  it('has broken none of its own rules', () => {
    expect(page.errors).toEqual([]);
  });
});

describe('a page that has ended', () => {
  it('says why, and is loaded again when somebody tries', async () => {
    const [second] = await Promise.all([
      page.page.context().waitForEvent('page'),
      // The new tab has the storage of the first one, and with it its client.
      page.page.evaluate('open(location.pathname)'),
    ]);
    await page.page.getByRole('heading', { name: 'Not connected' }).waitFor();
    await page.picture('ended');
    await page.page.getByRole('button', { name: 'Try again' }).click();
    await page.line.waitFor();
    await second.close();
    await page.run('echo back again');
    await page.block('echo back again').getByText('back again', { exact: true }).last().waitFor();
  });

  it('is signed out when somebody says so, and takes a new link in its own tab', async () => {
    const out = await browser.open(await pageLink(sandbox));
    await out.line.waitFor();
    await out.page.getByRole('button', { name: 'Settings' }).click();
    await out.picture('settings');
    await out.page.getByRole('button', { name: 'Sign out' }).click();
    await out.page.getByText('run cotty web').waitFor();
    await out.page.reload();
    await out.page.getByText('run cotty web').waitFor();
    await out.page.goto(await pageLink(sandbox));
    await out.line.waitFor();
    expect(new URL(out.page.url()).hash).not.toContain('t=');
    expect(out.errors).toEqual([]);
    await out.close();
  });
});

describe('on a phone', () => {
  it('is one column, with the list as a drawer and a row of keys, and nothing wider than the screen', async () => {
    const phone = await browser.open(await pageLink(sandbox), { ...PHONE, colorScheme: 'light' });
    await phone.line.waitFor();
    await phone.run('echo on the phone');
    await phone.block('echo on the phone').waitFor();
    await phone.page.getByRole('button', { name: 'Esc' }).waitFor();
    expect(await phone.page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await phone.picture('phone');
    await phone.page.getByRole('button', { name: /^Terminals/ }).click();
    await phone.page.getByRole('button', { name: /build/ }).first().waitFor();
    await phone.picture('phone-list');
    expect(phone.errors).toEqual([]);
    await phone.close();
  });
});

async function terminalId(): Promise<string> {
  const { stdout } = await sandbox.run(['ls', '--json']);
  const uri = /ahp-terminal:\/([\w-]+)/.exec(stdout)?.[1];
  return uri ?? '';
}
