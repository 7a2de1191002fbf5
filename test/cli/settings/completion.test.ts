import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { subcommands } from '../../../src/cli/common/subcommands.ts';
import { runCli } from '../../../src/cli/run.ts';
import { completed, completionScript, completionShells } from '../../../src/cli/settings/completion.ts';
import { fakeIo } from '../../support/fake-io.ts';
import { programPath } from '../../support/programs.ts';
import { removeFolder } from '../../support/remove-folder.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-complete-'));
});
afterEach(() => removeFolder(folder));

/** What bash offers for a command line; `cotty` is a function that prints the names. */
function offered(line: readonly string[], names: readonly string[] = []): string[] {
  const script = join(folder, 'complete.bash');
  const list = join(folder, 'names');
  writeFileSync(script, completionScript('bash'));
  writeFileSync(list, names.map((name) => `${name}\n`).join(''));
  const ask = `cotty() { cat '${list}'; }
. '${script}'
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _cotty
for one in "\${COMPREPLY[@]}"; do printf '%s\\n' "$one"; done`;
  const out = execFileSync('bash', ['--norc', '-c', ask, 'bash', 'cotty', ...line], {
    cwd: folder,
    encoding: 'utf8',
  });
  return out.split('\n').filter((word) => word !== '');
}

describe('completion', () => {
  test('knows each subcommand with its options, words and names', () => {
    expect(completed.map(({ name }) => name)).toEqual(Object.keys(subcommands));
    const of = (name: string) => completed.find((one) => one.name === name);
    expect(of('host')).toMatchObject({
      words: ['status', 'stop', 'restart', 'limits', 'install', 'uninstall'],
      names: false,
    });
    expect(of('kill')).toMatchObject({
      options: ['--all', '--yes', '--connect', '--token', '--help'],
      names: true,
    });
    expect(completed.filter(({ names }) => names).map(({ name }) => name)).toEqual([
      'attach',
      'layout',
      'run',
      'read',
      'send',
      'wait',
      'watch',
      'forget',
      'note',
      'kill',
      'diff',
      'export',
    ]);
  });

  test.each(completionShells)('is a script that %s can read', async (shell) => {
    const { io, out } = fakeIo();
    expect(await runCli(['completion', shell], io)).toBe(0);
    const script = join(folder, 'script');
    writeFileSync(script, out());
    expect(readFileSync(script, 'utf8')).toContain(
      shell === 'fish' ? 'cotty completion names' : 'cotty completion $kind',
    );
    execFileSync(programPath(shell), ['-n', script]);
  });

  /** What each line, of which the last word is not finished, is completed with; the terminals are `build` and `bundle`. */
  const lines: readonly (readonly [line: readonly string[], offered: readonly string[]])[] = [
    [['hi'], ['history']],
    [['--em'], ['--embed']],
    [['--raw-log', '--ep'], ['--ephemeral']],
    [
      ['host', 'st'],
      ['status', 'stop'],
    ],
    [
      ['read', '--s'],
      ['--since', '--seq', '--screen'],
    ],
    [['ls', '--con'], ['--connect']],
    [
      ['attach', 'bu'],
      ['build', 'bundle'],
    ],
    [['kill', 'build', 'bun'], ['bundle']],
    [['history', '--terminal', 'bui'], ['build']],
    [['host', '--cert', 'pap'], ['paper']],
    [['run', 'build', '--', 'pap'], ['paper']],
  ];

  test.each(lines)('offers what fits, in bash: %s', (line, wanted) => {
    writeFileSync(join(folder, 'paper'), '');
    // Where nothing is offered, bash itself offers files.
    expect(offered(line, ['build', 'web', 'bundle'])).toEqual(wanted[0] === 'paper' ? [] : wanted);
  });

  test.each(lines)('offers what fits, in fish: %s', (line, wanted) => {
    writeFileSync(join(folder, 'paper'), '');
    writeFileSync(join(folder, 'script'), completionScript('fish'));
    const ask = `source script; function cotty; echo build; echo web; echo bundle; end; complete -C "cotty ${line.join(' ')}"`;
    const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
    const out = execFileSync(programPath('fish'), ['--no-config', '-c', ask], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    const found = out.split('\n').filter((word) => word !== '');
    expect(found.map((each) => each.split('\t')[0]).sort()).toEqual([...wanted].sort());
  });

  test('runs nothing that a name says', () => {
    const names = ['$(touch owned)', '`touch owned`', 'two words', '*', "it's"];
    const quoted = ['\\$\\(touch\\ owned\\)', '\\`touch\\ owned\\`', 'two\\ words', '\\*', "it\\'s"];
    expect(offered(['attach', ''], names)).toEqual(quoted);
    expect(existsSync(join(folder, 'owned'))).toBe(false);
  });

  test('refuses another shell, and prints no names without a host', async () => {
    const { io, err } = fakeIo();
    expect(await runCli(['completion', 'tcsh'], io)).toBe(2);
    expect(err()).toContain('there is no completion for "tcsh", only for bash, zsh, fish');
    const env = { HOME: folder, COTTY_RUNTIME_DIR: join(folder, 'run') };
    const { io: alone, out } = fakeIo({ env });
    expect(await runCli(['completion', 'names'], alone)).toBe(4);
    expect(out()).toBe('');
  });
});
