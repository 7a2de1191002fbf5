import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DeliveryBench, describeStates, describeTexts, SHELLS } from '../support/delivery-table.ts';
import { needs } from '../support/programs.ts';

let bench: DeliveryBench;
beforeAll(async () => {
  bench = await DeliveryBench.start();
});
afterAll(() => bench.close());

for (const shell of SHELLS) {
  describeTexts(
    () => bench,
    shell,
    (each) => bench.open(each),
  );
  describeStates(
    () => bench,
    shell,
    (each) => bench.open(each),
  );
}

it('gives a command of zsh back that is half typed over several lines', async () => {
  needs('zsh');
  bench.forget();
  const folder = join(bench.root, 'plain');
  mkdirSync(folder);
  writeFileSync(join(folder, '.zshrc'), "PS1='$ '\n");
  const uri = await bench.open('zsh', { ZDOTDIR: folder });
  await bench.run(uri, 'true');
  const lastLines = async () =>
    (await bench.mara.cotty.screen(uri)).lines.filter((line) => line.trim() !== '').slice(-2);
  await bench.mara.cotty.type(uri, 'for i in 1 2\r');
  await expect.poll(lastLines).toEqual(['$ for i in 1 2', expect.stringMatching(/^for> *$/)]);
  await bench.mara.cotty.type(uri, 'do $HOME/witness $i;');
  await expect.poll(lastLines).toEqual(['$ for i in 1 2', expect.stringMatching(/^for> do .*\$i;$/)]);
  await bench.run(uri, '$HOME/witness script');
  await expect.poll(lastLines).toEqual(['$ for i in 1 2', 'do $HOME/witness $i;']);
  await bench.mara.cotty.type(uri, 'done\r');
  await expect.poll(() => bench.seen).toBe(['script', '1', '2', ''].join('\0'));
});
