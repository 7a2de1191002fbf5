/** Earlier command lines, from records and a history file: what the index finds is what a look at every line finds. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { historyFiles } from '../../../src/host/history/history-file.ts';
import { formatRow } from '../../../src/ledger/files/ledger-row.ts';
import { formatMeta } from '../../../src/ledger/files/meta-file.ts';
import { IndexServer } from '../../../src/ledger/index/index-server.ts';
import { wordsTest } from '../../../src/protocol/cotty/filter/words-test.ts';
import type { PastQuery } from '../../../src/protocol/cotty/past-line.ts';
import { record, temporaryFolder, terminal } from '../support.ts';

const LETTERS = fc.constantFrom('a', 'b', 'B', ' ', 'é', '🙂', '"');
const text = fc.string({ unit: LETTERS, maxLength: 6 });
/** Neither are all of them among the newest, nor are few of them different. */
const COUNT = 6000;

type Line = { readonly line: string; readonly at: number; readonly cwd: string };

/** Each line once: those of the folder newest first, then all. */
function expected(all: readonly Line[], cwd: string, { prefix = '', words }: PastQuery): readonly string[] {
  const passes =
    words === undefined
      ? (line: string) => line.length > prefix.length && line.startsWith(prefix)
      : wordsTest(words);
  const newest = all
    .map((one) => ({ ...one, line: one.line.trimEnd() }))
    .filter(({ line }) => line !== '' && !line.startsWith(' ') && passes(line))
    .sort((one, other) => other.at - one.at);
  const lines = [...newest.filter((one) => one.cwd === cwd), ...newest].map(({ line }) => line);
  return [...new Set(lines)].slice(0, 100);
}

it('finds the lines with a prefix or with words, newest first', async () => {
  const state = temporaryFolder();
  const lines = fc.sample(text, { numRuns: COUNT, seed: 3 });
  const all = lines.map((line, at) => ({
    line,
    at: 1_000_000 + 10 * at,
    cwd: at % 7 === 0 ? 'file:///here' : '',
  }));
  const half = all.filter((_, at) => at % 2 === 0);
  const folder = join(state, 'terminals', 'one');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'meta.json'), formatMeta(terminal));
  const rows = half.map(({ line, at, cwd }, index) =>
    formatRow({
      kind: 'end',
      record: record(index + 1, {
        commandLine: line,
        startedAt: at,
        finishedAt: at,
        ...(cwd === '' ? {} : { cwd }),
      }),
    }),
  );
  writeFileSync(join(folder, 'ledger.jsonl'), rows.join(''));
  // The history file has the others, and times of whole seconds: all are later.
  const path = join(state, '.bash_history');
  const others = all.filter(({ line }, at) => at % 2 === 1 && line.trim() !== '' && !line.startsWith(' '));
  const later = others.map((one, at) => ({ ...one, at: 2_000_000_000_000 + 1000 * at, cwd: '' }));
  writeFileSync(path, later.map(({ line, at }) => `#${at / 1000}\n${line}\n`).join(''));
  const server = new IndexServer({ state, hasFile: false, indexesOutputs: false }, historyFiles);
  await server.refresh([]);
  const place = { shell: 'bash', path } as const;
  const cwd = 'file:///here';
  const query = fc.oneof(fc.record({ prefix: text }), fc.record({ words: text }));
  await fc.assert(
    fc.asyncProperty(query, async (asked) => {
      const found = await server.past({ place, cwd, query: asked, memory: [] });
      expect(found.lines.map(({ line }) => line)).toEqual(expected([...half, ...later], cwd, asked));
    }),
    { numRuns: 150 },
  );
  await server.close();
});
