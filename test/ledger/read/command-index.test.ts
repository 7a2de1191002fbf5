import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CommandIndex } from '../../../src/ledger/read/command-index.ts';
import { temporaryFolder } from '../support.ts';

describe('the list of commands', () => {
  it('begins with what could be read, and says why the rest could not', async () => {
    const folder = temporaryFolder();
    // A folder in the place of the ledger: it can be opened and not read, also by root.
    mkdirSync(join(folder, 'ledger.jsonl'));
    const troubles: string[] = [];
    const index = new CommandIndex(folder, 5, (why) => troubles.push(why));
    const page = await index.page({}, () => undefined);
    expect(page).toEqual({ commands: [], more: false });
    expect(troubles).toEqual([expect.stringContaining('EISDIR')]);
    await index.page({}, () => undefined);
    expect(troubles).toHaveLength(1);
  });
});
