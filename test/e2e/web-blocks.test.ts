/** Blocks of the page in a real browser: scrolling by wheel, keys and finger, long outputs, what is cleared, links, what is copied. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pngFile } from '../../src/screen/image/decode/png-pixels.ts';
import { type OpenPage, PageBrowser, PHONE, pageLink } from '../support/page-browser.ts';
import { Sandbox } from '../support/sandbox.ts';

/** A red rectangle of 60 × 24 pixels. */
const RED = pngFile({
  width: 60,
  height: 24,
  rgba: new Uint8Array(60 * 24 * 4).map((_, at) => (at % 4 === 0 || at % 4 === 3 ? 255 : 0)),
});

/** What is used here of a canvas. */
type Drawn = {
  getContext(kind: '2d'): {
    getImageData(x: number, y: number, width: number, height: number): { readonly data: Iterable<number> };
  };
};

let sandbox: Sandbox;
let browser: PageBrowser;
let page: OpenPage;

const scrolled = () => page.page.evaluate<number>('document.querySelector(".scroll").scrollTop');
const fromEnd = (of: OpenPage = page) =>
  of.page.evaluate<number>(
    '(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)(document.querySelector(".scroll"))',
  );
const toEnd = () => page.page.getByRole('button', { name: 'To the end' });

beforeAll(async () => {
  browser = await PageBrowser.launch('--disable-smooth-scrolling');
  sandbox = new Sandbox();
  expect(await sandbox.run(['new', 'build'])).toMatchObject({ code: 0 });
  page = await browser.open(await pageLink(sandbox));
  await page.line.waitFor();
  await page.run('seq 300');
  await page.block('seq 300').waitFor();
});

afterAll(async () => {
  await browser?.close();
  await sandbox?.close();
});

describe('the headers of blocks', () => {
  it('have their facts and their menu at the same places, whatever a block has of them', async () => {
    for (const command of ['true', 'seq 12', 'sleep 1.1']) {
      await page.run(command);
      await page.block(command).waitFor();
    }
    const ends = (selector: string) =>
      page.page.evaluate<readonly number[]>(
        `[...document.querySelectorAll(${JSON.stringify(selector)})].map((each) => each.getBoundingClientRect().right)`,
      );
    for (const fact of ['.lines', '.duration:not(.running .duration)', 'time'])
      expect(new Set(await ends(`.block-head .block-facts ${fact}`)).size, fact).toBe(1);
    expect(new Set(await ends('.block-head .more')).size).toBe(1);
  });
});

describe('the scroller', () => {
  it('lets go of the end with the first turn of the wheel, and comes back by its button', async () => {
    await page.page.mouse.move(600, 300);
    await expect.poll(() => fromEnd()).toBeLessThan(2);
    const before = await scrolled();
    await page.page.mouse.wheel(0, -100);
    await expect.poll(async () => (await scrolled()) < before - 50).toBe(true);
    await toEnd().waitFor();
    await page.picture('blocks-scrolled');
    await toEnd().click();
    await expect.poll(() => fromEnd()).toBeLessThan(2);
    await expect.poll(() => toEnd().count()).toBe(0);
  });

  it('turns pages by keys, also from the command line', async () => {
    await page.line.focus();
    for (const key of ['PageUp', 'Shift+PageUp']) {
      const before = await scrolled();
      await page.page.keyboard.press(key);
      await expect.poll(async () => (await scrolled()) < before - 300).toBe(true);
    }
    await page.page.keyboard.press('Home');
    await expect.poll(() => scrolled()).toBe(0);
    await page.page.keyboard.press('End');
    await expect.poll(() => fromEnd()).toBeLessThan(2);
  });

  it('shows the question of a program to whoever has scrolled in its output, and the prompt when it ends', async () => {
    await page.run(
      'for i in $(seq 90); do echo out $i; done; until [ -e ask ]; do sleep 0.1; done; read -p "Delete all? " x',
    );
    await page.page.getByText('out 90').waitFor();
    await page.page.mouse.move(600, 400);
    await page.page.mouse.wheel(0, -60);
    await expect.poll(async () => (await page.screen()).includes('out 90')).toBe(false);
    sandbox.write('ask', '');
    await expect.poll(async () => (await page.screen()).at(-1)).toContain('Delete all?');
    await page.page.keyboard.type('no\r');
    await page.line.waitFor();
    await page.block('out $i').getByText('out 90').waitFor();
    await expect.poll(() => fromEnd()).toBeLessThan(2);
  });

  it('leaves whoever looks elsewhere there', async () => {
    await page.run('sleep 1; seq 50');
    await page.page.keyboard.press('Shift+PageUp');
    // Places are measured anew when what is in sight is drawn: what is seen stays, not its distance from the top.
    const seen = () =>
      page.page.evaluate('document.elementFromPoint(600, 300).closest(".line")?.textContent ?? ""');
    await toEnd().waitFor();
    const before = await seen();
    expect(before).not.toBe('');
    await page.block('seq 50').waitFor();
    await page.line.waitFor();
    expect(await seen()).toBe(before);
    await toEnd().click();
  });
});

describe('a long output', () => {
  it('is shown whole, down to each of a million lines', async () => {
    await page.run('seq 1000000');
    const block = page.block('seq 1000000');
    await block.getByText('1000000', { exact: true }).last().waitFor();
    await page.line.waitFor();
    const jump = (part: number) =>
      page.page.evaluate(
        `(() => { const s = document.querySelector('.scroll'), b = [...document.querySelectorAll('article')].at(-1);
          s.scrollTop = b.parentElement.getBoundingClientRect().top - s.getBoundingClientRect().top + s.scrollTop + b.offsetHeight * ${part}; })()`,
      );
    await page.page.mouse.move(600, 300);
    await page.page.mouse.wheel(0, -300);
    await toEnd().waitFor();
    await jump(0.5);
    const middle = async () => {
      const texts = await block.locator('.line').allTextContents();
      return texts.map((text) => Number(text)).some((line) => line > 499_000 && line < 501_000);
    };
    await expect.poll(middle).toBe(true);
    await page.picture('blocks-million');
    expect(await block.locator('.line').count()).toBeLessThan(3_000);
  });

  it('is downloaded as plain text, and opened in a tab of its own', async () => {
    await page.page.keyboard.press('End');
    await page.run("printf '\\033[31mred\\033[0m text\\n'");
    const block = page.block('printf');
    await block.waitFor();
    await block.hover();
    const [saved] = await Promise.all([
      page.page.waitForEvent('download'),
      block.getByRole('button', { name: 'Download' }).click(),
    ]);
    const stream = await saved.createReadStream();
    let text = '';
    for await (const piece of stream) text += String(piece);
    expect(text).toBe('red text\n');
    const [tab] = await Promise.all([
      page.page.context().waitForEvent('page'),
      block.getByRole('button', { name: 'Open as text' }).click(),
    ]);
    await tab.getByText('red text').waitFor();
    await tab.close();
  });
});

describe('blocks', () => {
  it('are above the view after clear and Ctrl+L, until one scrolls back', async () => {
    await page.run('clear');
    const inView = () =>
      page.page.evaluate<readonly string[]>(
        `(() => { const s = document.querySelector('.scroll').getBoundingClientRect();
          return [...document.querySelectorAll('article')].filter((a) => a.getBoundingClientRect().bottom > s.top + 8).map((a) => a.querySelector('.command').textContent); })()`,
      );
    await expect.poll(inView).toEqual([]);
    await page.run('echo after');
    await expect.poll(inView).toEqual(['echo after']);
    await page.picture('blocks-cleared');
    await page.line.press('Control+l');
    await expect.poll(inView).toEqual([]);
    await page.page.keyboard.press('PageUp');
    await expect.poll(async () => (await inView()).includes('echo after')).toBe(true);
    await page.page.keyboard.press('End');
  });

  it('have the links of programs, and ask where the text does not say where they lead', async () => {
    await page.run(
      "printf '\\033]8;;https://evil.example/\\033\\\\https://bank.example\\033]8;;\\033\\\\ x\\n'",
    );
    const link = page.block('evil').locator('.output a');
    await link.waitFor();
    expect(await link.getAttribute('title')).toBe('https://evil.example/');
    expect(await link.textContent()).toBe('https://bank.example');
    await link.click();
    await page.page.getByRole('dialog').getByText('evil.example').first().waitFor();
    await page.picture('blocks-link');
    await page.page.keyboard.press('Escape');
  });

  it.each([
    ['sixel', '\\033Pq#0;2;100;0;0#0!60~-!60~-!60~-!60~-\\033\\\\'],
    ['iTerm2', `\\033]1337;File=inline=1;size=${RED.length}:${RED.toString('base64')}\\007`],
    [
      'kitty',
      `\\033_Ga=T,f=100,m=1;${RED.toString('base64', 0, 48)}\\033\\\\\\033_Gm=0;${RED.toString('base64', 48)}\\033\\\\`,
    ],
    [
      'raw-kitty',
      `\\033_Ga=T,f=24,s=60,v=24;${Buffer.from('ff0000'.repeat(60 * 24), 'hex').toString('base64')}\\033\\\\`,
    ],
  ])('keep the images that a program has drawn: %s', async (protocol, sequence) => {
    await page.run(`printf '${protocol} square:\\n${sequence}\\nbelow\\n'`);
    const layer = page.block(`${protocol} square`).locator('.image-output .xterm-image-layer');
    await layer.waitFor();
    const pixel = () =>
      layer.evaluate((canvas) => {
        const { data } = (canvas as unknown as Drawn).getContext('2d').getImageData(20, 30, 1, 1);
        return [...data];
      });
    await expect.poll(pixel).toEqual([255, 0, 0, 255]);
    await page.picture(`blocks-image-${protocol}`);
  });

  it('are copied as commands and outputs, without chips and clocks', async () => {
    await page.run('echo one');
    await page.block('echo one').waitFor();
    await page.run('echo two');
    await page.block('echo two').waitFor();
    await page.page.evaluate(
      `(() => { const [a, b] = [...document.querySelectorAll('article')].slice(-2); getSelection().setBaseAndExtent(a, 0, b, b.childNodes.length); })()`,
    );
    await page.page.evaluate('document.execCommand("copy")');
    await expect
      .poll(() => page.page.evaluate('navigator.clipboard.readText()'))
      .toBe('echo one\none\necho two\ntwo');
  });

  it('are filtered by the words of the window', async () => {
    await page.run('sh -c "exit 3"');
    await page.block('exit 3').waitFor();
    const field = page.page.getByRole('searchbox', { name: 'Filter blocks' });
    await field.fill('is:failed');
    await expect.poll(() => page.page.locator('article').count()).toBe(1);
    await field.fill('longer:soon');
    await page.page.getByText('longer:soon wants').waitFor();
    await page.picture('blocks-filter');
    await field.press('Escape');
  });

  it('have broken none of the rules of the page', () => {
    expect(page.errors).toEqual([]);
  });
});

describe('on a phone', () => {
  it('a finger lets go of the end', async () => {
    const phone = await browser.open(await pageLink(sandbox), PHONE);
    await phone.line.waitFor();
    await expect.poll(() => fromEnd(phone)).toBeLessThan(2);
    const touch = await phone.page.context().newCDPSession(phone.page);
    const at = (type: string, y?: number) =>
      touch.send('Input.dispatchTouchEvent', {
        type: type as 'touchStart',
        touchPoints: y === undefined ? [] : [{ x: 200, y }],
      });
    await at('touchStart', 200);
    for (const y of [260, 330, 400]) await at('touchMove', y);
    await at('touchEnd');
    await expect.poll(() => fromEnd(phone)).toBeGreaterThan(60);
    // A tap while it swings on would only stop that.
    let last = -1;
    await expect
      .poll(async () => {
        const before = last;
        last = await fromEnd(phone);
        return last === before;
      })
      .toBe(true);
    await phone.picture('blocks-phone');
    await phone.page.getByRole('button', { name: 'To the end' }).tap();
    await expect.poll(() => fromEnd(phone)).toBeLessThan(2);
    await phone.close();
  });
});
