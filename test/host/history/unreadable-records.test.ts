import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../../src/host/common/clock.ts';
import { History } from '../../../src/host/history/history.ts';
import { indexHere } from '../../../src/host/history/index-place.ts';
import { formatRow } from '../../../src/ledger/files/ledger-row.ts';
import { formatMeta } from '../../../src/ledger/files/meta-file.ts';
import { record, terminal } from '../../ledger/support.ts';
import { removeFolder } from '../../support/remove-folder.ts';

let folder = '';
afterEach(() => removeFolder(folder));

test('records that could not be read once are read again for the next one who asks', async () => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-past-'));
  const past = new History({
    clock: systemClock,
    terminals: { listed: [] },
    recorder: { folder },
    startIndex: indexHere,
  } as unknown as ConstructorParameters<typeof History>[0]);
  const terminals = join(folder, 'terminals');
  writeFileSync(terminals, 'no folder');
  await expect(past.past(undefined, undefined, {})).rejects.toThrow('ENOTDIR');
  await expect(past.past(undefined, undefined, {})).rejects.toThrow('ENOTDIR');
  rmSync(terminals);
  mkdirSync(join(terminals, 'one'), { recursive: true });
  writeFileSync(join(terminals, 'one', 'meta.json'), formatMeta(terminal));
  writeFileSync(join(terminals, 'one', 'ledger.jsonl'), formatRow({ kind: 'end', record: record(1) }));
  const { lines } = await past.past(undefined, undefined, {});
  expect(lines.map(({ line }) => line)).toEqual(['echo 1']);
  await past.close();
});
