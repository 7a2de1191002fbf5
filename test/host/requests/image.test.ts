import { afterEach, beforeEach, expect, test } from 'vitest';
import { cottyMeta } from '../../../src/protocol/common/meta.ts';
import type { ScreenMeta } from '../../../src/protocol/cotty/cotty-meta.ts';
import { readScreenImages } from '../../../src/screen/image/screen-images.ts';
import { MemoryHost, type RawClient } from '../../support/memory-host.ts';

const T = 'ahp-terminal:/1';
/** Of more bytes than one answer has. */
const BYTES = Buffer.alloc(300 * 1000 * 3, 'abcdefg');
const SHOWN = `\x1b_Ga=T,f=24,s=1000,v=300,c=4,r=2;${BYTES.toString('base64')}\x1b\\`;

let host: MemoryHost;
let mara: RawClient;
beforeEach(async () => {
  host = await MemoryHost.start();
  mara = await host.connect('m', { writer: 'user:mara', screens: true });
  await mara.createTerminal(T);
  host.pty.print(SHOWN);
});
afterEach(() => host.host.close());

async function keyOf(client: RawClient): Promise<string | undefined> {
  const { state } = await client.subscribe(T);
  return readScreenImages(cottyMeta<ScreenMeta>(state['_meta'] as never).pictures)?.places[0]?.key;
}

test('a window that comes later is told of the images on the screen, and gets their bytes in pieces', async () => {
  const key = await keyOf(mara);
  const pieces: Buffer[] = [];
  for (let from = 0; from < BYTES.length; from = Buffer.concat(pieces).length) {
    const answer = await mara.request('x-cotty/picture', { channel: T, key, from });
    expect(answer).toMatchObject({ format: 'rgb', width: 1000, height: 300, bytes: BYTES.length });
    pieces.push(Buffer.from(String(answer['data']), 'base64'));
  }
  expect(pieces.length).toBeGreaterThan(2);
  expect(Buffer.concat(pieces).equals(BYTES)).toBe(true);
  expect(await mara.request('x-cotty/picture', { channel: T, key, from: BYTES.length })).toMatchObject({
    data: '',
  });
});

test('clients that understand no screens are told of none', async () => {
  const foreign = await host.connect('f');
  expect(await keyOf(foreign)).toBeUndefined();
});

test('an image is given only of the terminal that shows it', async () => {
  const key = await keyOf(mara);
  await mara.createTerminal('ahp-terminal:/2');
  const asked = (channel: string, which: unknown) => mara.request('x-cotty/picture', { channel, key: which });
  await expect(asked('ahp-terminal:/2', key)).rejects.toMatchObject({ code: -32008 });
  await expect(asked(T, 'a'.repeat(64))).rejects.toThrow(`there is no image ${'a'.repeat(64)}`);
  await expect(asked(T, '../x')).rejects.toMatchObject({ code: -32602 });
});
