/** Commands leave cotty: by `cotty export`, from the window and from the page; documents and pictures open in a real browser. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAtPrompt, modeOf } from '../support/face.ts';
import { key } from '../support/keys.ts';
import { PageBrowser, pageLink } from '../support/page-browser.ts';
import { Sandbox } from '../support/sandbox.ts';

/** Four letters in red, and a token that colours take apart. */
const COMMAND = `printf '\\033[31mFAIL\\033[0m <b>\\n漢字|\\nghp_\\033[1m${'a1'.repeat(18)}\\033[0m\\n'`;

let sandbox: Sandbox;
let browser: PageBrowser;

beforeAll(async () => {
  browser = await PageBrowser.launch();
  sandbox = new Sandbox();
  await sandbox.openTerminals('build');
  await sandbox.runIn('build', COMMAND);
  await sandbox.runIn('build', '(exit 3)');
});

afterAll(async () => {
  await browser?.close();
  await sandbox?.close();
});

const inHome = (name: string) => join(sandbox.home, name);

describe('cotty export', () => {
  it('writes commands to stdout, redacts a secret, and tells where it was', async () => {
    const { code, stdout, stderr } = await sandbox.run(['export', 'build:1-2']);
    expect(code).toBe(0);
    expect(stdout).toContain('```text\nFAIL <b>\n漢字|\n[redacted]\n```');
    expect(stdout).toMatch(/^```sh exit=3 .* seq=2$/m);
    expect(stderr).toContain('1 secret was redacted');
    expect(stderr).toContain('build #1, line 3 of the output: a token');
    const left = await sandbox.run(['export', 'build:1', '--with-secrets', '--format', 'txt']);
    expect(left.stdout).toContain(`ghp_${'a1'.repeat(18)}`);
  });

  it('writes files, and replaces none unasked', async () => {
    const made = await sandbox.run(['export', 'build:1-2', '-o', 'all.json', '--title', 'Both']);
    expect(made.stderr).toContain('wrote all.json: 2 commands as JSON');
    const { title, runs } = JSON.parse(readFileSync(inHome('all.json'), 'utf8'));
    expect([title, runs.length, runs[1].exitCode]).toEqual(['Both', 2, 3]);
    const again = await sandbox.run(['export', 'build', '-o', 'all.json']);
    expect(again).toMatchObject({ code: 1 });
    expect(again.stderr).toContain('all.json exists; --force replaces it');
    expect(await sandbox.run(['export', 'build', '-o', 'all.json', '--force'])).toMatchObject({ code: 0 });
    const [header] = (await sandbox.run(['export', 'build', '--cast'])).stdout.split('\n');
    expect(JSON.parse(header ?? '')).toMatchObject({ version: 3, term: { cols: 80 } });
    expect(await sandbox.run(['export', 'nothing'])).toMatchObject({ code: 3 });
  });

  it('writes HTML and SVG that a browser shows in colours for light and for dark', async () => {
    for (const name of ['out.html', 'out.svg'])
      expect(await sandbox.run(['export', 'build:1', '-o', name, '--title', name])).toMatchObject({
        code: 0,
      });
    const address = (name: string) => pathToFileURL(inHome(name)).href;
    const seen: unknown[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      const shown = await browser.open(address('out.html'), { colorScheme });
      await shown.page.locator('pre.output').waitFor();
      expect(await shown.page.locator('pre.output').textContent()).toBe('FAIL <b>\n漢字|\n[redacted]');
      seen.push(await shown.page.evaluate("getComputedStyle(document.querySelector('pre span')).color"));
      seen.push(await shown.page.evaluate('getComputedStyle(document.body).backgroundColor'));
      await shown.page.goto(address('out.svg'));
      await shown.page.getByText('FAIL', { exact: true }).waitFor();
      seen.push(await shown.page.evaluate("getComputedStyle(document.querySelector('.a1')).fill"));
      await shown.picture(`export-${colorScheme}`);
      expect(shown.errors).toEqual([]);
      await shown.close();
    }
    const [red, paper, drawn] = ['rgb(179, 38, 30)', 'rgb(253, 252, 250)', 'rgb(179, 38, 30)'];
    expect(seen.slice(0, 3)).toEqual([red, paper, drawn]);
    expect(seen.slice(3)).toEqual(['rgb(229, 105, 95)', 'rgb(23, 24, 27)', 'rgb(229, 105, 95)']);
  });

  it('has a PNG drawn by a program, or says which ones it looked for', async () => {
    const drawn = await sandbox.run(['export', 'build', '-o', 'out.png']);
    expect(drawn).toMatchObject({ code: 0 });
    expect(readFileSync(inHome('out.png')).subarray(1, 4).toString()).toBe('PNG');
    const none = await sandbox.run(['export', 'build', '-o', 'none.png'], { PATH: '/nowhere' });
    expect(none).toMatchObject({ code: 1 });
    expect(none.stderr).toContain('none of these is installed: resvg, rsvg-convert, chromium');
  });
});

describe('the window', () => {
  it('exports the selected block to a file, and the shown ones when asked', async () => {
    const window = sandbox.open(['attach', 'build']);
    await window.waitFor('the prompt', isAtPrompt);
    window.send(key.escape);
    await window.waitFor('BROWSE', (screen) => modeOf(screen) === 'BROWSE');
    window.type('E');
    await window.waitForText(/Export \(exit 3\)/);
    await window.waitForText(/~\/exit-3\.md/);
    window.send(key.down);
    await window.waitForText(/~\/exit-3\.html/);
    window.send(key.enter);
    await window.waitForText(/wrote ~\/exit-3\.html: 1 command as HTML/);
    expect(readFileSync(inHome('exit-3.html'), 'utf8')).toContain('✗ 3');
    window.type('E');
    await window.waitForText(/~\/exit-3\.md/);
    for (let line = 0; line < 8; line += 1) window.send(key.down);
    await window.waitForText(/› Commands +only this one/);
    window.send(key.enter);
    await window.waitForText(/› Commands +the 2 that are shown here/);
    for (let line = 0; line < 8; line += 1) window.send(key.up);
    await window.waitForText(/› Markdown/);
    window.send(key.enter);
    await window.waitForText(/1 secret was redacted: build #1, line 3 of the output/);
    expect(readFileSync(inHome('exit-3.md'), 'utf8')).toContain('[redacted]\n```');
    window.type('E');
    await window.waitForText(/› Markdown/);
    for (let line = 0; line < 7; line += 1) window.send(key.down);
    await window.waitForText(/› Link/);
    window.send(key.enter);
    await window.waitForText(/the page is not served/);
  });
});

describe('the page', () => {
  it('exports a block as a download, and a picture that the browser draws', async () => {
    const page = await browser.open(await pageLink(sandbox));
    const dialog = page.page.getByRole('dialog', { name: 'Export' });
    const starts: Record<string, string> = {};
    for (const format of ['html', 'png']) {
      await page.block('printf').locator('.block-title').click({ button: 'right' });
      await page.page.getByRole('menuitem', { name: 'Export…', exact: true }).click();
      await page.page.getByText('1 secret was redacted:').waitFor();
      await page.picture(`export-dialog-${format}`);
      await dialog.getByLabel('Format').selectOption(format);
      const [download] = await Promise.all([
        page.page.waitForEvent('download'),
        dialog.getByRole('button', { name: 'Download' }).click(),
      ]);
      starts[download.suggestedFilename().split('.').at(-1) ?? ''] = readFileSync(await download.path())
        .subarray(1, 9)
        .toString('latin1');
      // The download may begin before the dialog is gone.
      await dialog.waitFor({ state: 'hidden' });
    }
    expect(starts).toMatchObject({ html: '!doctype', png: expect.stringMatching(/^PNG/) });
    expect(page.errors).toEqual([]);
    await page.close();
  });

  it('opens at a block by a link that has the place before its secret', async () => {
    const { link } = JSON.parse((await sandbox.run(['web', '--watch', '--no-open', '--json'])).stdout);
    const id = (await sandbox.run(['ls', '--json'])).stdout.match(/ahp-terminal:\/([\w-]+)/)?.[1];
    const page = await browser.open(String(link).replace('/#t=', `/#/term/${id}/block/1#t=`));
    await page.block('printf').waitFor();
    expect(new URL(page.page.url()).hash).toBe(`#/term/${id}/block/1`);
    expect(page.errors).toEqual([]);
  });
});

describe('a replay', () => {
  const PAUSED = "printf 'begin\\n'; sleep 1; printf 'after\\n'";

  it('is a cast with the pause that there was', async () => {
    await sandbox.runIn('build', PAUSED);
    const { stdout } = await sandbox.run(['export', 'build', '--cast']);
    const events = stdout
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => JSON.parse(line));
    const later = events.find(([, code, text]) => code === 'o' && text === 'after\r\n');
    expect(later?.[0]).toBeGreaterThan(0.8);
    expect(later?.[0]).toBeLessThan(10);
  });

  it('shows the first line before the second in the window, and goes to the command before', async () => {
    const window = sandbox.open(['attach', 'build']);
    await window.waitFor('the prompt', isAtPrompt);
    window.send(key.escape);
    await window.waitFor('BROWSE', (screen) => modeOf(screen) === 'BROWSE');
    window.type('p');
    await window.waitForText(/Replay printf 'begin/);
    await window.waitForText(/1× · long pauses are cut/);
    // As slow as it goes, so that a loaded machine paints between both lines.
    window.type('-');
    await window.waitForText(/0\.5× · long pauses are cut/);
    window.type('g');
    await window.waitFor('the first line alone', (screen) => {
      const text = screen.text();
      return /^begin *$/m.test(text) && !/^after *$/m.test(text);
    });
    await window.waitForText(/^after *$/m);
    await window.waitForText(/⏸/);
    window.type('p');
    await window.waitForText(/Replay \(exit 3\)/);
    window.send(key.escape);
    await window.waitFor('no page', (screen) => !/Replay/.test(screen.text()));
    window.type('P');
    await window.waitForText(/Replay printf .* 1\/3/);
    window.type('nn');
    await window.waitForText(/Replay printf 'begin.* 3\/3/);
    await window.waitForText(/^after *$/m);
    await window.waitForText(/^\$ printf 'begin/m);
    window.send(key.escape);
  });

  it('shows the last line in the page, by the menu of the block', async () => {
    const page = await browser.open(await pageLink(sandbox));
    await page.block('begin').locator('.block-title').click({ button: 'right' });
    await page.page.getByRole('menuitem', { name: 'Replay', exact: true }).click();
    await page.page.getByRole('button', { name: 'Play', exact: false }).waitFor();
    await page.page.getByText('after', { exact: true }).first().waitFor();
    await page.picture('replay');
    await page.page.keyboard.press('p');
    await page.page.locator('.replay-command').getByText('(exit 3)').waitFor();
    const place = new URL(page.page.url()).hash.replace(/\/\d+$/, '');
    await page.page.evaluate(`location.hash = '${place}'`);
    await page.page.locator('.replay-command').getByText('1/3').waitFor();
    await page.page.keyboard.press('n');
    await page.page.keyboard.press('n');
    await page.page.locator('.replay-command').getByText('3/3').waitFor();
    await page.page.getByText('after', { exact: true }).first().waitFor();
    expect(page.errors).toEqual([]);
  });
});
