/** The recordings of a terminal as one asciicast. */

import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rawPiece, rawRecording } from '../../../src/ledger/read/raw-recording.ts';
import { temporaryFolder } from '../support.ts';

const header = (timestamp: number, width: number) =>
  JSON.stringify({ version: 2, width, height: 24, timestamp, env: { TERM: 'xterm-256color' } });

it('goes on from file to file, and leaves out what is damaged', async () => {
  const folder = temporaryFolder();
  expect(await rawRecording(folder)).toBeUndefined();
  writeFileSync(
    join(folder, 'raw.1.log'),
    `${header(100, 80)}\n[0.5,"o","one\\r\\n"]\n[1,"o\n[2.25,"m","c ended"]\n`,
  );
  writeFileSync(join(folder, 'raw.log'), `${header(160, 90)}\n[0.125,"o","two\\r\\n"]\n[1.5,"o",`);
  const [first = '', ...events] = (await rawRecording(folder))?.trimEnd().split('\n') ?? [];
  expect(JSON.parse(first)).toMatchObject({ version: 2, width: 80, timestamp: 100 });
  expect(events.map((line) => JSON.parse(line))).toEqual([
    [0.5, 'o', 'one\r\n'],
    [2.25, 'm', 'c ended'],
    [2.25, 'r', '90x24'],
    [60.125, 'o', 'two\r\n'],
  ]);
});

async function allPieces(folder: string, between = (_count: number) => {}): Promise<readonly string[]> {
  const texts: string[] = [];
  for (let next: string | undefined, isFirst = true; isFirst || next !== undefined; isFirst = false) {
    const piece = await rawPiece(folder, next);
    texts.push(piece.text);
    between(texts.length);
    next = piece.next;
  }
  return texts;
}

const line = (text: string) => `${JSON.stringify([1, 'o', text])}\n`;

it('is read in pieces of whole lines, also while a new file begins', async () => {
  const folder = temporaryFolder();
  expect(await rawPiece(folder)).toEqual({ text: '', cut: false });
  const [older, newer] = [
    `${header(100, 80)}\n${line('漢\r\n').repeat(60_000)}`,
    `${header(200, 80)}\n${line('b')}`,
  ];
  writeFileSync(join(folder, 'raw.1.log'), older);
  writeFileSync(join(folder, 'raw.log'), `${newer}[1,"o","is bei`);
  const texts = await allPieces(folder, (count) => {
    if (count !== 1) return;
    renameSync(join(folder, 'raw.1.log'), join(folder, 'raw.2.log'));
    renameSync(join(folder, 'raw.log'), join(folder, 'raw.1.log'));
    appendFileSync(join(folder, 'raw.1.log'), 'ng written"]\n');
  });
  expect(texts.length).toBeGreaterThan(2);
  for (const text of texts) expect(text.endsWith('\n')).toBe(true);
  expect(texts.join('')).toBe(`${older}${newer}[1,"o","is being written"]\n`);
});

it('passes over a line that is longer than a piece, and tells that a file has gone', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'raw.log'),
    `${header(100, 80)}\n${line('x'.repeat(2 * 1024 * 1024))}${line('after')}`,
  );
  const texts = await allPieces(folder);
  expect(texts.join('').split('\n').at(-2)).toBe(line('after').trimEnd());
  expect(texts.join('').length).toBeLessThan(1024 * 1024);
  const { next } = await rawPiece(folder);
  rmSync(join(folder, 'raw.log'));
  await expect(rawPiece(folder, next)).rejects.toThrow('has changed meanwhile');
});

it('leaves out the oldest files beyond 32 MiB, and says so', async () => {
  const folder = temporaryFolder();
  const full = line('x'.repeat(1000)).repeat(17_000);
  for (const name of ['raw.2.log', 'raw.1.log'])
    writeFileSync(join(folder, name), `${header(100, 80)}\n${full}`);
  writeFileSync(join(folder, 'raw.log'), `${header(200, 90)}\n`);
  expect((await rawPiece(folder)).cut).toBe(true);
  expect((await allPieces(folder)).join('')).toBe(`${header(100, 80)}\n${full}${header(200, 90)}\n`);
});
