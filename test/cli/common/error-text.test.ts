import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { causeText, errorText } from '../../../src/cli/common/error-text.ts';
import { runCli } from '../../../src/cli/run.ts';
import { fakeIo } from '../../support/fake-io.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const home = mkdtempSync(join(tmpdir(), 'cotty-errors-'));
afterAll(() => removeFolder(home));
const env = { HOME: home, COTTY_STATE_DIR: join(home, 'state'), COTTY_RUNTIME_DIR: join(home, 'run') };
const gone = join(home, "no 'such', folder", 'file');

function thrown(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

describe('an error of the system', () => {
  const error = thrown(() => readFileSync(gone));

  it('is told without its code and path where the message names the file', () => {
    expect(causeText(error)).toBe('no such file or directory');
    expect(causeText(new Error('ENOENT: as it was said'))).toBe('ENOENT: as it was said');
    expect(causeText('a text')).toBe('a text');
  });

  it('has its path once where nobody has caught it', () => {
    expect(errorText(error, {})).toBe(`${gone}: no such file or directory`);
    expect(errorText(error, { COTTY_DEBUG: '1' })).toMatch(/^Error: ENOENT: .*\n +at /);
  });
});

describe('a file that is not there', () => {
  it.each([
    ['play', ['play', gone]],
    ['a token', ['ls', '--connect', 'ws://127.0.0.1:1', '--token', gone]],
    ['a configuration', ['keys', '--config', gone]],
    ['a tmux configuration', ['config', 'import-tmux', gone]],
    ['a certificate of the host', ['host', '--listen', '127.0.0.1:0', '--cert', gone, '--key', gone]],
    ['credentials of a fleet', ['fleet', 'ls', '--nats', 'nats://127.0.0.1:1', '--nats-creds', gone]],
  ])('is named once, without the code of the system: %s', async (_what, args) => {
    const { io, err } = fakeIo({ env, cwd: home });
    expect(await runCli(args, io)).not.toBe(0);
    const [first = ''] = err().split('\n');
    expect(first).toContain('no such file or directory');
    expect(first.split(gone)).toHaveLength(2);
    expect(first).not.toMatch(/\bE[A-Z]{3,}\b/);
  });
});
