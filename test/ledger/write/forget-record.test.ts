import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatBetween } from '../../../src/ledger/files/between-file.ts';
import { formatRow } from '../../../src/ledger/files/ledger-row.ts';
import { formatRunning } from '../../../src/ledger/files/running-file.ts';
import { forgetRows } from '../../../src/ledger/write/forget-record.ts';
import { removeFolder } from '../../support/remove-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-forget-'));
});
afterEach(() => removeFolder(folder));

const output = { head: 'secret\r\n', omitted: 0, tail: '' };
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const left = () => readdirSync(folder).toSorted();

/** The record of a command that a host was killed in, and what the host had written of it beside. */
function leave(seq: number): void {
  const record = { seq, commandId: `cmd-${seq}`, commandLine: 'secret', startedAt: 1, finishedAt: 2, output };
  write('ledger.jsonl', formatRow({ kind: 'end', record: { ...record, killedByRestart: true } }));
  write('running.json', formatRunning({ seq, at: 2, output, redacted: [] }));
  write('between.json', formatBetween({ seq: seq - 1, at: 1, text: 'secret\r\n' }));
}

describe('forgetting a command in which a host was killed', () => {
  it('removes what that host has left of its output, and of what was printed before it', async () => {
    leave(5);
    const { pid: ended = 0 } = spawnSync('true');
    for (const name of ['running.json', 'between.json']) write(`${name}.${ended}-0123456789ab.tmp`, 'secret');
    await forgetRows(folder, 5);
    expect(left()).toEqual(['ledger.jsonl']);
    expect(readFileSync(join(folder, 'ledger.jsonl'), 'utf8')).not.toContain('secret');
  });

  it('leaves what is of another command', async () => {
    leave(5);
    await forgetRows(folder, 4);
    expect(left()).toEqual(['between.json', 'ledger.jsonl', 'running.json']);
  });
});
