import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../../src/cli/settings/read-config.ts';
import { type Reread, watchConfig } from '../../../src/tui/window/watch-config.ts';
import { removeFolder } from '../../support/remove-folder.ts';

test('a file is seen that comes with the folders it is in', async () => {
  const home = mkdtempSync(join(tmpdir(), 'cotty-watch-'));
  const path = join(home, '.config', 'cotty', 'config');
  const told: Reread[] = [];
  const ending = new AbortController();
  try {
    watchConfig(
      { path, isOwn: true, read: () => readConfig(undefined, { HOME: home }) },
      (read) => told.push(read),
      ending.signal,
    );
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'shell = fish\n');
    await expect.poll(() => told.at(-1)).toMatchObject({ config: { settings: { shell: 'fish' } } });
  } finally {
    ending.abort();
    removeFolder(home);
  }
});

test('a change is seen while other files beside the folder and beside the file change without a pause', async () => {
  const home = mkdtempSync(join(tmpdir(), 'cotty-watch-'));
  const path = join(home, 'cotty', 'config');
  const told: Reread[] = [];
  let reads = 0;
  const read = () => {
    reads += 1;
    return readConfig(path, { HOME: home });
  };
  const ending = new AbortController();
  mkdirSync(dirname(path));
  writeFileSync(path, '');
  const busy = setInterval(() => {
    writeFileSync(join(home, 'busy'), String(reads));
    writeFileSync(join(home, 'cotty', 'busy'), String(reads));
  }, 5);
  try {
    watchConfig({ path, isOwn: true, read }, (each) => told.push(each), ending.signal);
    writeFileSync(path, 'shell = fish\n');
    await expect.poll(() => told.at(-1)).toMatchObject({ config: { settings: { shell: 'fish' } } });
    // Once at the start, once or twice for the change, which truncates the file and then writes it.
    expect(reads).toBeLessThanOrEqual(3);
  } finally {
    clearInterval(busy);
    ending.abort();
    removeFolder(home);
  }
});
