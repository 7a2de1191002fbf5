import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CommandIndex } from '../../../src/ledger/read/command-index.ts';
import { record, temporaryFolder } from '../support.ts';

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

  it('leaves the oldest commands out when their lines together are too long', async () => {
    const index = new CommandIndex(undefined, 0);
    const commandLine = 'x'.repeat(64 * 1024);
    for (let seq = 1; seq <= 400; seq += 1) index.ended(record(seq, { commandLine }));
    const listed = [];
    for (let beforeSeq = 401; ; ) {
      const { commands, more } = await index.page({ beforeSeq }, () => undefined);
      listed.unshift(...commands.map(({ seq }) => seq));
      beforeSeq = listed[0] ?? 0;
      if (!more) break;
    }
    expect(listed).toEqual(Array.from({ length: 128 }, (_, at) => 273 + at));
  });
});
