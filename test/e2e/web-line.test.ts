/** The page's command line in a real browser: typing always reaches it, with the keys of the window's line. */

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type OpenPage, PageBrowser, pageLink } from '../support/page-browser.ts';
import { Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
let browser: PageBrowser;
let page: OpenPage;

beforeAll(async () => {
  browser = await PageBrowser.launch();
  sandbox = new Sandbox();
  expect(await sandbox.run(['new', 'build'])).toMatchObject({ code: 0 });
  page = await browser.open(await pageLink(sandbox));
  await page.run('echo first one');
  await page.block('echo first').getByText('first one', { exact: true }).waitFor();
  await page.run('printf "%s\\n" out1 out2 out3');
  await page.block('printf').getByText('out3', { exact: true }).waitFor();
});

afterAll(async () => {
  await browser?.close();
  await sandbox?.close();
});

const text = () => page.line.inputValue();
const caret = () =>
  page.line.evaluate((field) => [
    (field as unknown as { selectionStart: number }).selectionStart,
    (field as unknown as { selectionEnd: number }).selectionEnd,
  ]);

/** Puts a text into the line, with the cursor at an offset. */
async function written(line: string, at = line.length): Promise<void> {
  await page.line.fill(line);
  await page.line.evaluate(
    (field, offset) =>
      (field as unknown as { setSelectionRange(from: number, to: number): void }).setSelectionRange(
        offset,
        offset,
      ),
    at,
  );
}

describe('typing', () => {
  beforeEach(async () => {
    await page.line.waitFor();
    await page.line.fill('');
  });

  it('goes to the line after a click on an output, and never runs an earlier command', async () => {
    const count = await page.page.locator('article').count();
    await page.block('printf').getByText('out2', { exact: true }).click();
    await page.page.keyboard.type('make', { delay: 20 });
    await expect.poll(text).toBe('make');
    expect(await page.page.locator('article').count()).toBe(count);
  });

  it('goes to the line while text of an output is selected, which is copied by Ctrl+C alone', async () => {
    await page
      .block('printf')
      .getByText('out2', { exact: true })
      .dblclick({ position: { x: 8, y: 6 } });
    await page.page.keyboard.press('Control+c');
    expect(await page.page.evaluate('navigator.clipboard.readText()')).toBe('out2');
    await page.page.keyboard.type('echo skype', { delay: 20 });
    await expect.poll(text).toBe('echo skype');
    expect(await page.page.evaluate('navigator.clipboard.readText()')).toBe('out2');
  });

  it('goes to the line after a click on a header, which folds its block', async () => {
    await page.block('printf').locator('.block-title').click();
    await page.page.keyboard.type('xyz');
    await expect.poll(text).toBe('xyz');
    await page.block('printf').locator('.block-title').click();
  });

  it('is for the blocks only after Esc, with a mode word to be seen, until Esc leads back', async () => {
    await page.line.press('Escape');
    await page.page.getByText('BROWSE', { exact: true }).waitFor();
    await page.page.keyboard.press('k');
    const selected = page.page.locator('article.selected .command');
    await expect.poll(() => selected.textContent()).toContain('echo first');
    await page.page.keyboard.press('m');
    await expect.poll(text).toBe('');
    await page.page.keyboard.press('Escape');
    await page.page.getByText('BROWSE', { exact: true }).waitFor({ state: 'detached' });
    await page.page.keyboard.type('ls');
    await expect.poll(text).toBe('ls');
  });

  it('folds with Enter in BROWSE, and writes a command into the line with e', async () => {
    await page.line.press('Escape');
    await page.page.getByText('BROWSE', { exact: true }).waitFor();
    await page.page.keyboard.press('Enter');
    await page.block('printf').getByText('out3', { exact: true }).waitFor({ state: 'detached' });
    await page.page.keyboard.press('Enter');
    await page.block('printf').getByText('out3', { exact: true }).waitFor();
    await page.page.keyboard.press('e');
    await expect.poll(text).toBe('printf "%s\\n" out1 out2 out3');
    await page.page.keyboard.type('!');
    await expect.poll(text).toBe('printf "%s\\n" out1 out2 out3!');
  });
});

describe('Esc', () => {
  it('gives the blocks the next key, also one that comes before the next frame', async () => {
    await page.line.press('Control+c');
    const focused = await page.page.evaluate(
      `(() => { document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true }));
        return document.activeElement.className; })()`,
    );
    expect(focused).toBe('scroll');
    await page.page.keyboard.press('Escape');
    await page.page.getByText('BROWSE', { exact: true }).waitFor({ state: 'detached' });
  });
});

describe('the line', () => {
  it.each<[string, string, number, string, number]>([
    ['Control+a', 'one two', 7, 'one two', 0],
    ['Control+b', 'one two', 7, 'one two', 6],
    ['Control+d', 'one two', 0, 'ne two', 0],
    ['Control+e', 'one two', 2, 'one two', 7],
    ['Control+f', 'one two', 0, 'one two', 1],
    ['Control+h', 'one two', 7, 'one tw', 6],
    ['Control+k', 'one two', 3, 'one', 3],
    ['Control+t', 'one two', 7, 'one tow', 7],
    ['Control+u', 'one two', 4, 'two', 0],
    ['Control+w', 'one two', 7, 'one ', 4],
    ['Alt+b', 'one two', 7, 'one two', 4],
    ['Alt+f', 'one two', 0, 'one two', 3],
    ['Alt+d', 'one two', 0, ' two', 0],
    ['Alt+Backspace', 'one two', 7, 'one ', 4],
    ['Alt+.', 'echo ', 5, 'echo out3', 9],
    ['Shift+Enter', 'one', 3, 'one\n', 4],
    ['Home', 'one two', 7, 'one two', 0],
  ])('edits by %s as the window does', async (key, before, at, after, cursor) => {
    await written(before, at);
    await page.line.press(key);
    await expect.poll(text).toBe(after);
    expect(await caret()).toEqual([cursor, cursor]);
  });

  it('puts back what was cut, and undoes', async () => {
    await written('one two');
    await page.line.press('Control+w');
    await page.line.press('Control+y');
    await page.line.press('Control+y');
    await expect.poll(text).toBe('one twotwo');
    await page.line.press('Control+_');
    await page.line.press('Control+_');
    await expect.poll(text).toBe('one ');
  });

  it('walks through earlier lines that begin like it, and back', async () => {
    await written('echo');
    await page.line.press('Control+p');
    await expect.poll(text).toBe('echo first one');
    await page.line.press('Control+n');
    await expect.poll(text).toBe('echo');
  });

  it('accepts a suggestion with Right at its end', async () => {
    await written('');
    await page.line.pressSequentially('echo fir');
    await page.page.locator('.ghost').waitFor();
    await page.line.press('ArrowRight');
    await expect.poll(text).toBe('echo first one');
  });

  it('keeps what an input method composes', async () => {
    await written('a ');
    const cdp = await page.page.context().newCDPSession(page.page);
    await cdp.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 });
    await cdp.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 });
    await cdp.send('Input.insertText', { text: '日本' });
    await expect.poll(text).toBe('a 日本');
    await page.line.press('Control+w');
    await expect.poll(text).toBe('a ');
  });

  it('is RUN again after Tab has given a half line to the shell and Enter has run it', async () => {
    await written('echo com');
    await page.line.press('Tab');
    await page.line.waitFor({ state: 'detached' });
    await page.page.keyboard.type('pleted');
    await page.page.keyboard.press('Enter');
    await page.block('echo completed').getByText('completed', { exact: true }).waitFor();
    await page.line.waitFor();
    await page.page.keyboard.press('Control+r');
    await page.page.getByRole('combobox', { name: 'Words of the line' }).waitFor();
    await page.page.keyboard.press('Escape');
  });

  it('leaves selected text selected when a command ends, and goes to the line', async () => {
    await page.run('until [ -e over ]; do sleep .05; done; echo it is over');
    await page.line.waitFor({ state: 'detached' });
    await page
      .block('printf')
      .getByText('out2', { exact: true })
      .dblclick({ position: { x: 8, y: 6 } });
    sandbox.write('over', '');
    await page.block('it is over').getByText('it is over', { exact: true }).waitFor();
    await page.line.waitFor();
    await page.page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))',
    );
    expect(await page.page.evaluate('String(getSelection())')).toBe('out2');
    await page.page.keyboard.type('next');
    await expect.poll(text).toBe('next');
  });

  it('asks before the page closes while something is written in it, and not otherwise', async () => {
    await written('half a line');
    const asked: string[] = [];
    const onDialog = (dialog: { type(): string; dismiss(): Promise<void> }) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    };
    page.page.on('dialog', onDialog);
    await page.page.close({ runBeforeUnload: true });
    await expect.poll(() => asked).toEqual(['beforeunload']);
    page.page.off('dialog', onDialog);
    await written('');
    await page.page.reload();
    await page.line.waitFor();
    expect(asked).toHaveLength(1);
  });
});
