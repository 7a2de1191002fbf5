import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../../src/host/common/clock.ts';
import { Past } from '../../../src/host/history/past.ts';
import { formatRow } from '../../../src/ledger/files/ledger-row.ts';
import { record } from '../../ledger/support.ts';
import { removeFolder } from '../../support/remove-folder.ts';

let folder = '';
afterEach(() => removeFolder(folder));

test('records that could not be read once are read again for the next one who asks', async () => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-past-'));
  const past = new Past({ clock: systemClock, folder: () => folder });
  const terminals = join(folder, 'terminals');
  writeFileSync(terminals, 'no folder');
  await expect(past.find(undefined, undefined, {})).rejects.toThrow('ENOTDIR');
  await expect(past.find(undefined, undefined, {})).rejects.toThrow('ENOTDIR');
  rmSync(terminals);
  mkdirSync(join(terminals, 'one'), { recursive: true });
  writeFileSync(join(terminals, 'one', 'ledger.jsonl'), formatRow({ kind: 'end', record: record(1) }));
  const { lines } = await past.find(undefined, undefined, {});
  expect(lines.map(({ line }) => line)).toEqual(['echo 1']);
  past.close();
});
