import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { describeWith } from '../support/programs.ts';
import { type DriverOptions, NONCE, ShellDriver } from '../support/shell-driver.ts';

const drivers: ShellDriver[] = [];
afterEach(() => {
  for (const driver of drivers.splice(0)) driver.close();
});

async function start(rc: string, more: Partial<DriverOptions> = {}): Promise<ShellDriver> {
  const driver = new ShellDriver({ shell: 'zsh', rc: `zsh-${rc}`, ...more });
  drivers.push(driver);
  await driver.prompt();
  return driver;
}

async function historyOf(lines: readonly string[], plain: boolean): Promise<string> {
  const driver = new ShellDriver({ shell: 'zsh', rc: 'zsh-home', plain });
  drivers.push(driver);
  driver.type(`${lines.join('\r')}\rexit\r`);
  await driver.until('the end of the shell', () => driver.exited);
  return readFileSync(join(driver.home, '.zsh_history'), 'utf8');
}

describeWith('zsh', 'zsh', () => {
  it("reads the user's files in their order, with their own ZDOTDIR", async () => {
    const home = await start('home', { login: true });
    expect((await home.run('echo ${TRACE# } ${ZDOTDIR-unset} $HISTFILE')).output).toBe(
      `env profile rc login unset ${home.home}/.zsh_history\r\n`,
    );
    const moved = await start('zdotdir', { login: true });
    expect((await moved.run('echo ${TRACE# } $ZDOTDIR $HISTFILE')).output).toBe(
      `env profile rc login ${moved.home}/config ${moved.home}/config/.zsh_history\r\n`,
    );
  });

  it('gives a ZDOTDIR of the environment back', async () => {
    const it = await start('plain', { env: { ZDOTDIR: '/nonexistent' } });
    expect((await it.run('echo $ZDOTDIR')).output).toBe('/nonexistent\r\n');
  });

  it('writes the same history as without integration', async () => {
    const lines = [
      'echo one',
      'echo one',
      ' echo secret',
      'echo  "a b"   c',
      'fc -l',
      'for i in 1',
      'do',
      'echo',
      'done',
    ];
    const expected = await historyOf(lines, true);
    expect(expected).toContain('echo "a b" c');
    expect(await historyOf(lines, false)).toBe(expected);
  });

  it('reports the line though the history forgets it', async () => {
    const home = await start('home');
    expect((await home.run(' echo secret')).line).toBe(' echo secret');
    expect((await home.run('history')).line).toBe('history');
    const strict = await start('strict');
    expect((await strict.run('secret word')).line).toBe('secret word');
  });

  it('runs the hooks of the user, once each, with the true statuses', async () => {
    const it = await start('hooks');
    await it.run('(exit 3) | (exit 4)');
    expect((await it.run('echo $seen/$pipes/$prompts/$runs')).output).toBe('4/3 4/2/2\r\n');
    expect((await it.run('echo $seen/$pipes/$prompts/$runs')).output).toBe('0/0/3/3\r\n');
    expect(it.text).toContain('printed by precmd');
  });

  it('keeps its places when the user changes the hooks later', async () => {
    const it = await start('plain');
    await it.run(
      'precmd_functions+=(late); late() { print -r -- "late $?" }; precmd() { print -r -- plain }',
    );
    await it.run('preexec_functions=(early); early() { print -r -- early }');
    expect(await it.run('(exit 5)')).toMatchObject({ exitCode: 5, output: '' });
    expect(it.text).toContain('late 5');
  });

  it('sets its hooks up again when a command has removed them, and reports how that command ended', async () => {
    const it = await start('plain');
    expect(await it.run('precmd_functions=() preexec_functions=(); (exit 6)')).toMatchObject({ exitCode: 6 });
    expect(await it.run('printf partial; (exit 5)')).toEqual({
      line: 'printf partial; (exit 5)',
      exitCode: 5,
      output: 'partial',
    });
    await it.run('setopt no_prompt_sp; precmd_functions=()');
    expect(await it.run('(exit 4)')).toMatchObject({ line: '(exit 4)', exitCode: 4 });
  });

  it('keeps the nonce from programs when the sign of a missing newline is exported', async () => {
    const it = await start('plain');
    await it.run('export PROMPT_EOL_MARK=x');
    expect((await it.run('env')).output).not.toContain(NONCE);
    await it.run('unset PROMPT_EOL_MARK; setopt all_export');
    expect((await it.run('env')).output).not.toContain(NONCE);
  });

  it('prints the mark of a missing newline after the end of the command', async () => {
    const it = await start('plain');
    const before = it.text.length;
    expect((await it.run('printf partial')).output).toBe('partial');
    expect(it.text.slice(before)).toMatch(/partial\x1b\[1m\x1b\[7m[#%]\x1b\[27m\x1b\[1m\x1b\[0m {79}\r \r/);
    await it.run("PROMPT_EOL_MARK='%F{red}<>%f'");
    const again = it.text.length;
    await it.run('printf partial');
    expect(it.text.slice(again)).toMatch(/partial\x1b\[31m<>\x1b\[39m {78}\r {2}\r/);
    expect((await it.run('[[ -o prompt_cr ]] && echo on')).output).toBe('on\r\n');
    const without = await start('no-partial');
    const quiet = without.text.length;
    await without.run('printf partial');
    expect(without.text.slice(quiet)).not.toMatch(/\x1b\[7m/);
    await without.run('true');
    expect((await without.run('[[ -o prompt_sp ]] || echo off')).output).toBe('off\r\n');
  });

  it('lets the line-editor hook of the user run', async () => {
    const it = await start('rewriting');
    await it.run('true');
    expect((await it.run('echo $inits')).output).toBe('2\r\n');
  });

  it('makes one block of two commands pasted together', async () => {
    const it = await start('plain');
    expect(await it.run('\x1b[200~echo a\nfalse\x1b[201~')).toEqual({
      line: 'echo a\nfalse',
      exitCode: 1,
      output: 'a\r\n',
    });
  });

  it('leaves no file behind', async () => {
    const it = await start('plain');
    await it.run('true');
    it.type('exit\r');
    await it.until('the end', () => it.exited);
    expect(existsSync(join(it.home, '.zcompdump'))).toBe(false);
    expect(existsSync(join(it.home, '.zsh_history'))).toBe(false);
  });
});
