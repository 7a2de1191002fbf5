import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatRow } from '../../../src/ledger/files/ledger-row.ts';
import { formatMeta } from '../../../src/ledger/files/meta-file.ts';
import { history, type LedgerQuery } from '../../../src/ledger/read/read-history.ts';
import type { LedgerRecord } from '../../../src/ledger/records/record.ts';
import { begun, record, temporaryFolder, terminal } from '../support.ts';

const output = (head: string) => ({ head, omitted: 0, tail: '' });

/** Two terminals whose commands took turns; `build` was closed long ago. */
function state(): string {
  const folder = temporaryFolder();
  put(folder, 'build', [
    record(1, { commandLine: 'make', exitCode: 2, output: output('\x1b[31mer\x1b[1mror\x1b[0m: no\r\n') }),
    record(3, { commandLine: 'make test', writer: 'agent:bob' }),
  ]);
  put(folder, 'web', [
    record(2, { commandLine: 'npm start', killedByRestart: true }),
    record(4, { commandLine: 'curl x', output: output('404: not found\r\n') }),
    begun(record(5, { commandLine: 'sleep 99' })),
  ]);
  return folder;
}

function put(folder: string, name: string, records: readonly LedgerRecord[]): void {
  const place = join(folder, 'terminals', name);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'meta.json'), formatMeta({ ...terminal, name, uri: `ahp-terminal:/${name}-1` }));
  const rows = records.map((entry) =>
    formatRow({ kind: entry.finishedAt === undefined ? 'begin' : 'end', record: entry }),
  );
  writeFileSync(join(place, 'ledger.jsonl'), rows.join(''));
}

async function ask(query: LedgerQuery, folder = state()): Promise<string[]> {
  const found: string[] = [];
  for await (const { terminal, record: past } of history(folder, query, () => {})) {
    found.push(`${terminal}: ${past.commandLine}`);
  }
  return found;
}

describe('history', () => {
  it('searches the middle of long outputs, which is in files of its own', async () => {
    const folder = state();
    const place = join(folder, 'terminals', 'web');
    put(folder, 'web', [
      record(2, { commandLine: 'seq', output: { head: '1\r\n', omitted: 999, tail: '9\r\n' } }),
      record(4, { commandLine: 'curl x', output: output('404: not found\r\n') }),
    ]);
    mkdirSync(join(place, 'text'));
    writeFileSync(join(place, 'text', '2.0.0.0.0.txt'), '1\r\n2\r\n');
    writeFileSync(join(place, 'text', '2.1.2.6.6.txt'), '\x1b[31mnee\x1b[1mdle\x1b[m\r\n9\r\n');
    expect(await ask({ grep: /needle/ }, folder)).toEqual(['web: seq']);
    expect(await ask({ grep: /NEED.E/i }, folder)).toEqual(['web: seq']);
    expect(await ask({ grep: /nothing/ }, folder)).toEqual([]);
    expect(await ask({ output: 'needle' }, folder)).toEqual(['web: seq']);
    expect(await ask({ output: 'Needle' }, folder)).toEqual([]);
  });

  it('gives the commands of all terminals in one order, newest first', async () => {
    expect(await ask({})).toEqual([
      'web: sleep 99',
      'web: curl x',
      'build: make test',
      'web: npm start',
      'build: make',
    ]);
  });

  it.each<[LedgerQuery, string[]]>([
    [{ terminals: new Set(['ahp-terminal:/build-1']) }, ['build: make test', 'build: make']],
    [{ failed: true }, ['web: npm start', 'build: make']],
    [{ writer: 'bob' }, ['build: make test']],
    [{ writer: 'agent:bob' }, ['build: make test']],
    [{ since: 1_003_500 }, ['web: sleep 99', 'web: curl x', 'build: make test']],
    [{ commandLine: 'make' }, ['build: make']],
    [{ grep: /make/ }, ['build: make test', 'build: make']],
    [{ grep: /MAKE t/i }, ['build: make test']],
    [{ grep: /^404/ }, ['web: curl x']],
    [{ grep: /error/ }, ['build: make']],
    [{ grep: /error: n/ }, ['build: make']],
    [{ grep: /nowhere/ }, []],
    [{ output: 'error: n' }, ['build: make']],
    [{ output: 'Error' }, []],
    [{ output: 'found', grep: /curl/ }, ['web: curl x']],
  ])('of %o are %j', async (query, expected) => {
    expect(await ask(query)).toEqual(expected);
  });

  it('knows a command line whatever is in it, and not one that only begins with it', async () => {
    const folder = state();
    const lines = ['say "ü\n\u2028\\"', 'say', 'say "ü\n\u2028\\" more', '"cmd":"say"'];
    put(
      folder,
      'web',
      lines.map((commandLine, at) => record(at + 1, { commandLine, output: output(`${lines[0]}`) })),
    );
    for (const commandLine of lines)
      expect(await ask({ commandLine }, folder)).toEqual([`web: ${commandLine}`]);
  });

  it('leaves out outputs that are not needed, and searches them all the same', async () => {
    const folder = state();
    const counts = { lines: 1, bytes: 8, chars: 8 };
    put(folder, 'web', [record(1, { counts, output: output('404: no\n') })]);
    const printed = async (query: LedgerQuery) => {
      const heads: string[] = [];
      const terminals = new Set(['ahp-terminal:/web-1']);
      for await (const found of history(folder, { ...query, terminals }, () => {}))
        heads.push(found.record.output.head);
      return heads;
    };
    expect(await printed({})).toEqual(['404: no\n']);
    expect(await printed({ withOutput: false })).toEqual(['']);
    expect(await printed({ withOutput: false, grep: /^404/ })).toEqual(['404: no\n']);
    expect(await printed({ withOutput: false, output: '404' })).toEqual(['404: no\n']);
  });

  it('is empty where nothing was recorded, and leaves out a terminal of which nothing is known', async () => {
    expect(await ask({}, temporaryFolder())).toEqual([]);
    const folder = state();
    writeFileSync(join(folder, 'terminals', 'web', 'meta.json'), '{');
    expect(await ask({}, folder)).toEqual(['build: make test', 'build: make']);
  });
});
