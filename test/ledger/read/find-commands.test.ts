import { mkdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CURRENT } from '../../../src/ledger/files/ledger-files.ts';
import { formatRow } from '../../../src/ledger/files/ledger-row.ts';
import { findCommands } from '../../../src/ledger/read/find-commands.ts';
import { searchOutputs } from '../../../src/ledger/read/search-outputs.ts';
import { HEAD_KEPT } from '../../../src/ledger/records/bounded-output.ts';
import type { LedgerRecord } from '../../../src/ledger/records/record.ts';
import type { FindQuery } from '../../../src/protocol/cotty/find.ts';
import { printing, record, temporaryFolder } from '../support.ts';

const output = (head: string, tail = '') => ({ head, omitted: 0, tail });

/** A terminal whose commands were recorded by an earlier host. */
function recorded(records: readonly LedgerRecord[]) {
  const folder = temporaryFolder();
  const rows = records.flatMap((one) => [
    formatRow({ kind: 'end', record: one }),
    ...(one.note === undefined
      ? []
      : [formatRow({ kind: 'note', seq: one.seq, at: one.note.at, note: one.note.text })]),
  ]);
  writeFileSync(join(folder, CURRENT), rows.join(''));
  const none = () => Promise.resolve();
  return {
    folder,
    sources: { commands: printing(99).log, folder, text: undefined, written: none, pause: none },
  };
}

const EVERYWHERE: readonly LedgerRecord[] = [
  record(1, { commandLine: 'grep needle log' }),
  record(2, { output: output('a needle\r\n') }),
  record(3, { output: output('a ne\x1b[31med\x1b[mle\r\n') }),
  record(4, { output: output('a ne\x1b[2Ked\x1b]0;title\x07le\r\n') }),
  record(5, { output: output('a ne\x9b1medle\r\n') }),
  record(6, { output: output(`${'x'.repeat(HEAD_KEPT)}nee`, 'dle\r\n') }),
  record(7, { output: { head: '1\r\n', omitted: 30, tail: '9\r\n' } }),
  record(8, { before: 'a needle of a job\r\n' }),
  record(9, { note: { text: 'the needle that I mean', at: 1 } }),
  record(10, { output: output('a NEEDLE\r\n') }),
  record(11, { output: output('nee\r\ndle\r\n') }),
];

function everywhere() {
  const { folder, sources } = recorded(EVERYWHERE);
  mkdirSync(join(folder, 'text'));
  writeFileSync(join(folder, 'text', '7.0.0.0.0.txt'), '1\r\na needle\r\n9\r\n');
  return sources;
}

describe('a search of the records of a terminal', () => {
  it.each<[Partial<FindQuery>, number[]]>([
    [{}, [9, 8, 7, 6, 5, 4, 3, 2, 1]],
    [{ ignoreCase: true }, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]],
    [{ text: 'Needle' }, []],
    [{ text: 'needle.' }, []],
    [{ text: 'a needle' }, [8, 7, 5, 4, 3, 2]],
  ])('finds a text wherever it is: %o', async (query, seqs) => {
    const { commands, next } = await findCommands(everywhere(), { text: 'needle', ...query }, 0);
    expect(commands.map(({ seq }) => seq)).toEqual(seqs);
    expect(next).toBeUndefined();
  });

  it('finds commands by the machine that ran them, also by the name of this one', async () => {
    const { sources } = recorded([record(1), record(2, { where: { shell: 'bash', host: 'box' } })]);
    for (const [host, seq] of [[hostname(), 1] as const, ['localhost', 1] as const, ['box', 2] as const]) {
      const { commands } = await findCommands(sources, { text: '', host }, 0);
      expect(commands.map((command) => command.seq)).toEqual([seq]);
    }
  });

  it('searches the outputs within a range', async () => {
    const { matches } = await searchOutputs(everywhere(), { text: 'needle', beforeSeq: 7, afterSeq: 2 });
    expect(matches.map(({ seq }) => seq)).toEqual([6, 5, 4, 3]);
  });
});
