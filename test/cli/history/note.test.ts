import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '../../../src/cli/history/note.ts';
import { takeLock } from '../../../src/host/common/folder-lock.ts';
import { stateFolder } from '../../../src/ledger/files/state-folder.ts';
import { fakeIo } from '../../support/fake-io.ts';
import { MemoryHost, marks, type Seen } from '../../support/memory-host.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const T = 'ahp-terminal:/build-1';

let home = '';
let env: Record<string, string>;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'cotty-note-'));
  env = { HOME: home, XDG_STATE_HOME: home, XDG_RUNTIME_DIR: home };
  const host = await started();
  const ada = await host.connect('a', { writer: 'user:ada' });
  await ada.createTerminal(T, { name: 'build' });
  host.pty.print(`${marks.prompt}$ ${marks.start('make test')}failed\r\n${marks.end(2)}${marks.prompt}$ `);
  host.pty.print(`${marks.start('make lint')}${marks.end(0)}${marks.prompt}$ `);
  await host.host.close();
});
afterEach(() => removeFolder(home));

const started = () => MemoryHost.start({ record: { folder: stateFolder(env) } });

async function note(...args: readonly string[]) {
  const fake = fakeIo({ env });
  const code = await run(args, fake.io);
  return { code, out: fake.out(), err: fake.err() };
}

describe('cotty note while no host runs', () => {
  it('writes and removes notes and bookmarks, which the next host has', async () => {
    expect(await note('build')).toEqual({ code: 0, out: '#2 (no note)\n', err: '' });
    expect(await note('build:1', 'the', 'failure\x1b[31mI mean', '--bookmark')).toEqual({
      code: 0,
      out: '#1 * the failure [31mI mean\n',
      err: '',
    });
    expect(await note('build', 'password=hunter2hunter2')).toMatchObject({ code: 0 });
    expect(await note('build', '--remove')).toMatchObject({ out: '#2 (no note)\n' });
    expect(await note('build:1')).toMatchObject({ out: '#1 * the failure [31mI mean\n' });

    const host = await started();
    const ada = await host.connect('a', { writer: 'user:ada' });
    const { records } = await ada.request('x-cotty/records', { channel: T, last: 2 });
    expect(records).toMatchObject([
      { seq: 1, note: 'the failure [31mI mean', note_by: expect.stringMatching(/^user:/), bookmarked: true },
      { seq: 2 },
    ]);
    expect((records as Seen[])[1]).not.toHaveProperty('note');
    await host.host.close();
  });

  it('says what is wrong: with the name, with the text, and when another process has the records', async () => {
    expect(await note('built', 'x')).toMatchObject({ code: 3, err: expect.stringContaining('"built"') });
    expect(await note('build:7', 'x')).toMatchObject({ code: 3, err: expect.stringContaining('#7') });
    expect(await note('build:1-2', 'x')).toMatchObject({
      code: 3,
      err: expect.stringContaining('several commands'),
    });
    expect(await note('build', 'x'.repeat(4097))).toMatchObject({
      code: 1,
      err: expect.stringContaining('at most 4096 characters, this one has 4097'),
    });
    const taken = takeLock(stateFolder(env), 'starting');
    expect(await note('build', 'x')).toMatchObject({
      code: 1,
      err: expect.stringContaining(`process ${process.pid}`),
    });
    if (taken.ok) taken.lock.release();
    expect(await note('build')).toMatchObject({ out: '#2 (no note)\n' });
  });
});
