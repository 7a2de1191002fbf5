import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  packageFindings,
  ptyFinding,
  shellFindings,
  tmuxFindings,
} from '../../../src/cli/doctor/machine-findings.ts';
import { removeFolder } from '../../support/remove-folder.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-machine-'));
});
afterEach(() => removeFolder(folder));

/** A program of that name in the folder, which prints the text. */
function program(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\necho '${text}'\n`, { mode: 0o755 });
  return path;
}

describe('findings about the packages', () => {
  test('are none where both load, under the recommended Node', async () => {
    expect(await packageFindings(process.env, '24.0.0')).toEqual([]);
    expect(await packageFindings(process.env, '26.10.0')).toEqual([]);
  });

  test('name the newer Node under an older one', async () => {
    expect(await packageFindings(process.env, '20.20.2')).toMatchObject([
      { id: 'node', status: 'no', hint: 'Use Node 24 or newer.' },
    ]);
  });

  test('say how node-pty is installed or built', () => {
    expect(ptyFinding('node-pty is not installed').hint).toBe('Run npm install again.');
    expect(ptyFinding('node-pty 1.0.0 does not load on this system').hint).toContain('npm rebuild node-pty');
  });
});

describe('findings about the shell', () => {
  const found = (shell: string) => shellFindings({ ...process.env, SHELL: shell });

  test('are none for one that reports its commands', async () => {
    expect(await found(program('bash', 'GNU bash, version 5.2.15(1)-release'))).toEqual([]);
    expect(await found(program('fish', 'fish, version 3.6.0'))).toEqual([]);
  });

  test('name one that is too old, unknown or missing', async () => {
    expect(await found(program('bash', 'GNU bash, version 3.2.57(1)-release'))).toMatchObject([
      { status: 'no', text: expect.stringContaining('3.2.57(1)-release: too old to detect commands') },
    ]);
    expect(await found('/bin/dash')).toMatchObject([
      { status: 'no', text: expect.stringContaining('there are no blocks') },
    ]);
    expect(await found(join(folder, 'zsh'))).toMatchObject([
      { status: 'bad', text: `${join(folder, 'zsh')} cannot be started` },
    ]);
  });
});

test('the setting of tmux is named that keeps copied text back', async () => {
  const env = { ...process.env, TMUX: '/tmp/x', PATH: folder };
  program('tmux', 'external');
  expect(await tmuxFindings(env)).toMatchObject([
    { id: 'tmux-clipboard', hint: 'In ~/.tmux.conf: set -g set-clipboard on' },
  ]);
  program('tmux', 'on');
  expect(await tmuxFindings(env)).toEqual([]);
  expect(await tmuxFindings({ PATH: folder })).toEqual([]);
});
