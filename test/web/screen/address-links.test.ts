import type { ILink } from '@xterm/xterm';
import { Terminal } from '@xterm/xterm';
import { expect, it } from 'vitest';
import { addressLinks } from '../../../src/web/screen/address-links.ts';

/** The links of a row that is counted from 1, on a screen of 20 columns. */
async function linksOf(printed: string, y: number): Promise<readonly ILink[]> {
  const terminal = new Terminal({ cols: 20, rows: 10, allowProposedApi: true });
  await new Promise<void>((resolve) => terminal.write(printed, resolve));
  const links = await new Promise<readonly ILink[]>((resolve) =>
    addressLinks(terminal).provideLinks(y, (found) => resolve(found ?? [])),
  );
  terminal.dispose();
  return links;
}

const shown = ({ text, range: { start, end } }: ILink) => `${text} ${start.x},${start.y}–${end.x},${end.y}`;

it('ends where the window ends them: before punctuation of full width, and with the host', async () => {
  expect((await linksOf('見よhttp://a.jp、次\r\n', 1)).map(shown)).toEqual(['http://a.jp 5,1–15,1']);
  expect((await linksOf('http://a.jpを見る\r\n', 1)).map(shown)).toEqual(['http://a.jp 1,1–11,1']);
});

it('covers wide characters with both of their cells', async () => {
  expect((await linksOf('http://a.jp/検索 b', 1)).map(shown)).toEqual(['http://a.jp/検索 1,1–16,1']);
});

it('follows a line over its rows, from each of them, also where a wide character had no room', async () => {
  const printed = 'see http://a.jp/abc検索と設定 b';
  for (const y of [1, 2])
    expect((await linksOf(printed, y)).map(shown)).toEqual(['http://a.jp/abc検索と設定 5,1–10,2']);
  expect(await linksOf(`${printed}\r\nhttp://b.jp`, 3)).toHaveLength(1);
  expect(await linksOf('no link', 1)).toEqual([]);
});

it('gives no other scheme, whatever a program prints', async () => {
  expect(await linksOf('file:///etc ssh://a', 1)).toEqual([]);
});
