import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { PayloadSender, payloadOf } from '../../src/host/run/payload.ts';
import { askingLine, loadedScript, loadingLine } from '../../src/shell/nest/away-lines.ts';
import { describeWith, needs } from '../support/programs.ts';
import type { Dialect } from '../support/shell-battery.ts';
import { ShellDriver } from '../support/shell-driver.ts';

const drivers: ShellDriver[] = [];
afterEach(() => {
  for (const driver of drivers.splice(0)) driver.close();
});

const FILES: Readonly<Record<Dialect, string>> = {
  bash: '.bashrc',
  zsh: '.zshrc',
  fish: '.config/fish/config.fish',
};

/** A shell whose start file has these lines. */
async function start(shell: Dialect, lines: string): Promise<ShellDriver> {
  const driver = new ShellDriver({
    shell,
    prepare: (home) => writeFileSync(join(home, FILES[shell]), `PS1='$ '\n${lines}\n`),
  });
  drivers.push(driver);
  await driver.prompt();
  return driver;
}

describeWith('bash', 'bash', () => {
  it('runs an ERR trap once a failure, also where functions inherit it', async () => {
    const it = await start('bash', `trap 'echo trapped' ERR`);
    expect((await it.run('false')).output).toBe('trapped\r\n');
    await it.run('set -E');
    const before = it.text.length;
    await it.run('false');
    expect(it.text.slice(before).split('trapped').length - 1).toBe(1);
  });

  it('shows nothing of ours under set -x', async () => {
    const it = await start('bash', 'set -x');
    await it.run('echo traced');
    expect(it.text).toContain('+ echo traced\r\n');
    expect(it.text).not.toContain('__cotty');
  });

  it('marks commands though PROMPT_COMMAND is read-only, and prints no error', async () => {
    const it = await start('bash', 'readonly PROMPT_COMMAND');
    expect(await it.run('echo one')).toEqual({ line: 'echo one', exitCode: 0, output: 'one\r\n' });
    expect(await it.run('(exit 7)')).toMatchObject({ line: '(exit 7)', exitCode: 7 });
    expect(it.text).not.toContain('readonly');
  });

  it('says that it has no marks where the prompt is read-only', async () => {
    const driver = new ShellDriver({
      shell: 'bash',
      prepare: (home) => writeFileSync(join(home, '.bashrc'), "PS1='$ '\nreadonly PS1\n"),
    });
    drivers.push(driver);
    await driver.until('that word', () => driver.raw.includes('P;Marks=PS1 cannot be changed'));
    expect(driver.text).not.toContain('readonly');
  });

  it('leaves nothing to be seen in an exported prompt', async () => {
    needs('dash');
    const it = await start('bash', "export PS1='P> '");
    it.type('dash\r');
    await it.until('the other prompt', () => it.text.split('P> ').length > 2);
    expect(it.text).not.toContain('\\[');
    it.type('exit\r');
    await it.prompt();
  });
});

describeWith('zsh', 'zsh', () => {
  it('shows nothing of ours under set -x', async () => {
    const it = await start('zsh', 'setopt xtrace');
    await it.run('echo traced');
    expect(it.text).toContain('> echo traced\r\n');
    expect(it.text).not.toContain('__cotty');
  });

  it('runs a ZERR trap once a failure', async () => {
    const it = await start('zsh', `trap 'echo trapped' ZERR`);
    const before = it.text.length;
    await it.run('false');
    expect(it.text.slice(before).split('trapped').length - 1).toBe(1);
  });

  it('marks commands though the lists of hooks are read-only, and prints no error', async () => {
    const it = await start(
      'zsh',
      'precmd_functions=() preexec_functions=(); readonly precmd_functions preexec_functions; precmd() { seen=$? }',
    );
    expect(await it.run('(exit 7)')).toMatchObject({ line: '(exit 7)', exitCode: 7 });
    expect((await it.run('echo $seen')).output).toBe('7\r\n');
    expect(it.text).not.toContain('read-only');
  });

  it.each([
    'err_exit',
    'no_unset',
    'ksh_arrays',
    'sh_word_split',
    'warn_nested_var',
    'posix_identifiers',
    'all_export',
    'csh_nullcmd',
  ])('is not disturbed by the option %s, and prints nothing for it', async (option) => {
    const it = await start('zsh', `setopt ${option}`);
    expect(await it.run('echo one')).toEqual({ line: 'echo one', exitCode: 0, output: 'one\r\n' });
    expect(it.text).not.toContain('__cotty');
    if (option === 'all_export') expect((await it.run('env')).output).not.toContain('__cotty_nonce');
  });
});

describeWith('zsh', 'the history file of zsh', () => {
  it.each([
    '',
    'hist_reduce_blanks',
    'inc_append_history',
    'share_history',
    'extended_history hist_reduce_blanks',
    'hist_verify hist_ignore_all_dups',
  ])('holds no line of ours after the script was loaded by a typed line: %s', async (options) => {
    const driver = new ShellDriver({
      shell: 'zsh',
      plain: true,
      prepare: (home) =>
        writeFileSync(
          join(home, '.zshrc'),
          `PS1='$ ' HISTFILE=~/h SAVEHIST=100 HISTSIZE=100\n${options === '' ? '' : `setopt ${options}`}\n`,
        ),
    });
    drivers.push(driver);
    const scripts = join(import.meta.dirname, '../../src/shell/scripts');
    await driver.until('the prompt', () => driver.text.includes('$ '));
    driver.type(`${askingLine('~abc12345')}\r`);
    await driver.until('its answer', () => driver.raw.includes('Probe=/5'));
    driver.type(`${loadingLine('zsh', scripts, '~abc12345')}\r`);
    await driver.until('its question', () => /Reads=\d/.test(driver.raw));
    const sender = new PayloadSender(payloadOf(loadedScript('zsh', scripts)) ?? '', (text) =>
      driver.type(text),
    );
    sender.reported('Reads', /Reads=(\d+)/.exec(driver.raw)?.[1] ?? '');
    await driver.until('its marks', () => driver.raw.includes('P;Shell=zsh'));
    driver.type('echo  kept\rexit\r');
    await driver.until('the end', () => driver.exited);
    const kept = readFileSync(join(driver.home, 'h'), 'utf8');
    expect(kept).toContain('kept');
    expect(kept).not.toContain('cotty');
  });
});
