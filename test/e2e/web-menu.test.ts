/** The menu of terminals and blocks: by the right button, by the keyboard, and by a finger that rests on a phone. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentSession } from '../../src/protocol/common/uri.ts';
import { agentAt } from '../support/host-client.ts';
import { type OpenPage, PageBrowser, PHONE, pageLink } from '../support/page-browser.ts';
import { pageFaults } from '../support/page-faults.ts';
import { Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
let browser: PageBrowser;
let page: OpenPage;

beforeAll(async () => {
  browser = await PageBrowser.launch();
  sandbox = new Sandbox();
  expect(await sandbox.run(['new', 'first'])).toMatchObject({ code: 0 });
  expect(await sandbox.run(['new', 'other', '--detached'])).toMatchObject({ code: 0 });
  page = await browser.open(await pageLink(sandbox));
  await page.line.waitFor();
});

afterAll(async () => {
  await browser?.close();
  await sandbox?.close();
});

const menuOf = ({ page: shown }: OpenPage) => shown.getByRole('menu');
const item = ({ page: shown }: OpenPage, name: string) => shown.getByRole('menuitem', { name, exact: true });
const row = ({ page: shown }: OpenPage, name: string) => shown.locator('.row', { hasText: name });
const clipboard = () => page.page.evaluate('navigator.clipboard.readText()');
const label = () => page.page.evaluate("document.activeElement.getAttribute('aria-label')");
const focused = () => page.page.evaluate('document.activeElement.textContent');

describe('the menu of a block', () => {
  it('opens by the right button, and copies what it says', async () => {
    await page.run('echo "$((6 * 7))"');
    await page.block('echo').getByText('42', { exact: true }).waitFor();
    await page.block('echo').locator('.output').click({ button: 'right' });
    await menuOf(page).waitFor();
    await page.picture('menu-block');
    expect(await pageFaults(page)).toEqual([]);
    await item(page, 'Copy output').click();
    await expect.poll(clipboard).toBe('42');
    for (const [name, text] of [
      ['Copy command', 'echo "$((6 * 7))"'],
      ['Copy both', '```console\n$ echo "$((6 * 7))"\n42\n```\n'],
    ] as const) {
      await page.block('echo').locator('.block-title').click({ button: 'right' });
      await item(page, name).click();
      await expect.poll(clipboard).toBe(text);
    }
  });

  it('runs the command again, and compares it with the run before', async () => {
    await page.run('echo the tests of run $((++TESTS)) have begun at 10:00:0$TESTS');
    await page.block('echo the tests').getByText('run 1').waitFor();
    await page.block('echo the tests').locator('.block-title').click({ button: 'right' });
    await item(page, 'Run again').click();
    await page.block('echo the tests').getByText('run 2').waitFor();
    // The end of a command that was run again is told in one line, which leads to the comparison.
    await page.page.getByRole('button', { name: 'Compare' }).click();
    const gone = page.page.locator('.diff-line.gone', { hasText: 'run 1' });
    await gone.waitFor();
    await page.page.locator('.diff-line.new b', { hasText: '2' }).first().waitFor();
    expect(await gone.locator('b').allTextContents()).toEqual(['1']);
    await page.page.keyboard.press('m');
    await expect.poll(() => gone.locator('b').count()).toBeGreaterThan(1);
    const sides = page.page.getByRole('button', { name: 'Side by side' });
    await expect.poll(() => sides.getAttribute('aria-pressed')).toBe('true');
    await page.picture('compare-side-by-side');
    expect(await pageFaults(page)).toEqual([]);
    await page.page.keyboard.press('s');
    await expect.poll(() => sides.getAttribute('aria-pressed')).toBe('false');
    await page.picture('compare-unified');
    await page.page.keyboard.press('o');
    await page.page.keyboard.press('p');
    await page.page.getByText('There is no older run of `echo the').waitFor();
    await page.page.keyboard.press('Escape');
    await page.block('echo the tests').last().locator('.block-title').click({ button: 'right' });
    await item(page, 'Compare').click();
    await gone.waitFor();
    await page.page.keyboard.press('r');
    await page.page.locator('.diff-line.new', { hasText: 'run 3' }).waitFor();
    await page.page.keyboard.press('Escape');
  });

  it('runs the command again', async () => {
    await page.run('echo run $((++RUNS))');
    await page.block('echo run').getByText('run 1').waitFor();
    await page.block('echo run').locator('.block-title').click({ button: 'right' });
    await item(page, 'Run again').click();
    await page.block('echo run').getByText('run 2').waitFor();
  });

  it('goes by the keyboard, and gives the focus back', async () => {
    // The dialog before it has given the focus to the line.
    await expect.poll(label).toBe('Command line');
    const more = page.block('echo run').last().getByRole('button', { name: 'More about this block' });
    await more.focus();
    await page.page.keyboard.press('Enter');
    await menuOf(page).waitFor();
    expect(await focused()).toBe('Copy output');
    for (const [key, name] of [
      ['ArrowDown', 'Copy command'],
      ['End', 'Fold or unfold'],
      ['ArrowDown', 'Copy output'],
      ['e', 'Edit again'],
      ['Home', 'Copy output'],
      ['ArrowUp', 'Fold or unfold'],
    ] as const) {
      await page.page.keyboard.press(key);
      expect(await focused()).toBe(name);
    }
    await page.page.keyboard.press('Escape');
    // A closed dialog has no role, but is there until the page has heard of it.
    await expect.poll(() => page.page.locator('dialog').count()).toBe(0);
    expect(await label()).toBe('More about this block');
    await page.page.keyboard.press('Enter');
    await page.page.keyboard.press('e');
    await page.page.keyboard.press('Enter');
    await expect.poll(() => page.line.inputValue()).toBe('echo run $((++RUNS))');
    await expect.poll(label).toBe('Command line');
    await page.line.fill('');
  });
});

describe('the menu of a terminal', () => {
  it('renames one that this page never typed into, whose maker is gone', async () => {
    await row(page, 'other').click({ button: 'right' });
    await item(page, 'Rename tab').click();
    await page.page.getByRole('dialog', { name: 'Rename terminal' }).waitFor();
    // The old name is selected: what is typed takes its place.
    await page.page.keyboard.type('renamed');
    await page.page.keyboard.press('Enter');
    await row(page, 'renamed').waitFor();
    await expect.poll(async () => (await sandbox.run(['ls'])).stdout).toContain('renamed');
  });

  it('says who holds a terminal, takes it over and hands it back', async () => {
    const agent = await agentAt(sandbox, 'ada');
    sandbox.closesToo({ close: async () => agent.close() });
    const claim = { kind: 'session', session: agentSession('ada') } as const;
    await agent.createTerminal({ channel: 'ahp-terminal:/of-ada', claim, name: 'of ada' });
    await row(page, 'of ada').click({ button: 'right' });
    await item(page, 'Rename tab').click();
    await page.page.getByText('@ada holds this terminal').waitFor();
    await row(page, 'of ada').click({ button: 'right' });
    await item(page, 'Close tab').click();
    const question = page.page.getByRole('dialog', { name: 'Close of ada?' });
    await question.getByText('@ada').waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await row(page, 'of ada').click({ button: 'right' });
    await item(page, 'Take over').click();
    await expect.poll(() => row(page, 'of ada').locator('.who:not(.made)').count()).toBe(0);
    await row(page, 'of ada').click({ button: 'right' });
    await item(page, 'Hand over').click();
    await row(page, 'of ada').locator('.who', { hasText: '@ada' }).waitFor();
  });

  it('kills one only after a question, which says who loses it', async () => {
    await row(page, 'of ada').click({ button: 'right' });
    await item(page, 'Kill').click();
    const question = page.page.getByRole('dialog', { name: 'Kill of ada?' });
    await question.getByText('@ada holds it').waitFor();
    await question.getByRole('button', { name: 'Kill' }).click();
    await expect.poll(() => row(page, 'of ada').count()).toBe(0);
  });
});

describe('the list of terminals', () => {
  it('keeps its order while it is pointed at, which Alt and a digit follow', async () => {
    const titles = () => page.page.locator('.row-title').allTextContents();
    await page.page.locator('.scroll').hover();
    await expect.poll(titles).toEqual(['first', 'renamed']);
    await row(page, 'first').hover();
    expect((await sandbox.run(['run', 'renamed', '--', 'false'])).code).not.toBe(0);
    await row(page, 'renamed').getByText('failed', { exact: true }).waitFor();
    expect(await titles()).toEqual(['first', 'renamed']);
    await page.page.locator('.scroll').hover();
    await expect.poll(titles).toEqual(['renamed', 'first']);
    await page.page.keyboard.press('Alt+1');
    await page.page.getByRole('heading', { name: 'renamed' }).waitFor();
    await page.page.getByRole('button', { name: 'first' }).first().click();
  });

  it('is folded away, which stays', async () => {
    await page.page.getByRole('button', { name: 'Fold the list of terminals' }).click();
    await expect.poll(() => page.page.locator('.side').isVisible()).toBe(false);
    await page.page.reload();
    await page.line.waitFor();
    expect(await page.page.locator('.side').isVisible()).toBe(false);
    await page.page.getByRole('button', { name: /^Terminals/ }).click();
    await page.page.locator('.side').waitFor();
    expect(page.errors).toEqual([]);
  });
});

describe('on a phone', () => {
  it('opens as a sheet by a finger that rests, on a row and on a block, and renames and closes', async () => {
    const viewport = { width: 360, height: 740 };
    // The drawer is at its place at once.
    const options = { ...PHONE, viewport, reducedMotion: 'reduce' } as const;
    const phone = await browser.open(await pageLink(sandbox), options);
    phone.page.setDefaultTimeout(15_000);
    await phone.line.waitFor();
    await phone.block('echo run').last().waitFor();
    await rest(phone, phone.block('echo run').last().locator('.block-title'));
    await menuOf(phone).waitFor();
    const small = await phone.page.evaluate(
      "[...document.querySelectorAll('.menu-item')].filter((each) => each.offsetHeight < 44).length",
    );
    expect(small).toBe(0);
    await phone.picture('menu-phone');
    expect(await pageFaults(phone)).toEqual([]);
    await item(phone, 'Copy command').tap();
    await phone.page.getByText('Copied the command').waitFor();
    // The finger has opened the menu, and folded nothing.
    expect(await phone.block('echo run').last().locator('.output').count()).toBe(1);

    await phone.page.getByRole('button', { name: /^Terminals/ }).tap();
    await rest(phone, row(phone, 'renamed').locator('.row-main'));
    await item(phone, 'Rename tab').tap();
    await phone.page.getByRole('textbox', { name: 'Name' }).fill('by finger');
    await phone.page.getByRole('button', { name: 'Rename', exact: true }).tap();
    await row(phone, 'by finger').waitFor();
    await row(phone, 'by finger').getByRole('button', { name: 'More about by finger' }).tap();
    await item(phone, 'Close tab').tap();
    await expect.poll(() => row(phone, 'by finger').count()).toBe(0);
    await phone.page.getByRole('button', { name: 'Undo' }).tap();
    await row(phone, 'by finger').waitFor({ state: 'attached' });
    expect(phone.errors).toEqual([]);
    await phone.close();
  });
});

/** Puts a finger on an element, and takes it away when the menu is there. */
async function rest(phone: OpenPage, on: ReturnType<OpenPage['block']>): Promise<void> {
  const box = await on.boundingBox();
  const point = { x: (box?.x ?? 0) + 60, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  const touch = await phone.page.context().newCDPSession(phone.page);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await menuOf(phone).waitFor();
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await touch.detach();
}
