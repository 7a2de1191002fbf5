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
