import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { describeWith } from '../support/programs.ts';
import { ShellDriver } from '../support/shell-driver.ts';

const drivers: ShellDriver[] = [];
afterEach(() => {
  for (const driver of drivers.splice(0)) driver.close();
});

async function start(shell: 'bash' | 'zsh', lines: string): Promise<ShellDriver> {
  const driver = new ShellDriver({
    shell,
    fetches: true,
    prepare: (home) =>
      writeFileSync(join(home, shell === 'bash' ? '.bashrc' : '.zshrc'), `PS1='$ '\n${lines}\n`),
  });
  drivers.push(driver);
  await driver.prompt();
  return driver;
}

/** The lines of the log that name a function of ours. */
function ours(driver: ShellDriver): readonly string[] {
  const path = join(driver.home, 'log');
  return existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line.includes('__cotty'))
    : [];
}

const SCRIPT = 'echo a\n(exit 3)';

describeWith('bash', 'bash', () => {
  it.each([
    `trap 'echo "debug: $BASH_COMMAND"' DEBUG`,
    `set -T; trap 'echo "debug: $BASH_COMMAND"' DEBUG`,
    `shopt -s extdebug; trap 'echo "debug: $BASH_COMMAND"' DEBUG`,
    `HISTCONTROL=ignoreboth; trap 'echo "debug: $BASH_COMMAND"' DEBUG`,
    `set -E; trap 'echo "err: $BASH_COMMAND"' ERR`,
    `set -T; trap 'echo "return: \${FUNCNAME-}"' RETURN`,
    'set -x',
    `PS4='+ $BASH_COMMAND '; set -x`,
  ])('shows no function of ours, before, in and after commands, with %s', async (lines) => {
    const it = await start('bash', lines);
    expect(await it.run('echo one')).toMatchObject({ line: 'echo one', exitCode: 0 });
    expect(await it.deliver(SCRIPT)).toMatchObject({ line: SCRIPT, exitCode: 3 });
    expect(await it.run('(exit 4)')).toMatchObject({ line: '(exit 4)', exitCode: 4 });
    expect(await it.run('echo one')).toMatchObject({ line: 'echo one', exitCode: 0 });
    expect(it.text).not.toMatch(/__cotty|trap -p/);
  });

  it('runs a DEBUG trap once for each command of the user, and for ours only where a line has named `trap`', async () => {
    const it = await start('bash', `trap 'echo "$BASH_COMMAND" >> ~/log' DEBUG`);
    const before = ours(it).length;
    for (const line of ['echo one', 'echo two']) await it.run(line);
    await it.deliver('echo three\necho four');
    expect(ours(it)).toHaveLength(before);
    await it.run('trap -p DEBUG');
    expect(ours(it).length - before).toBe(2);
    const log = readFileSync(join(it.home, 'log'), 'utf8').split('\n');
    expect(log.filter((line) => line !== '' && !line.includes('__cotty'))).toEqual([
      'echo one',
      'echo two',
      'echo three',
      'echo four',
      'trap -p DEBUG',
    ]);
    expect((await it.run('trap -p DEBUG')).output).toBe(`trap -- 'echo "$BASH_COMMAND" >> ~/log' DEBUG\r\n`);
  });

  it('lets a DEBUG trap of extdebug skip a command', async () => {
    const it = await start('bash', `trap '[[ $BASH_COMMAND != echo* ]]' DEBUG`);
    await it.run('shopt -s extdebug');
    expect((await it.run('echo skipped')).output).toBe('');
    expect((await it.run('printf shown')).output).toBe('shown');
  });

  it('writes no trace of ours to the file that BASH_XTRACEFD names', async () => {
    const it = await start('bash', 'exec 9> ~/log; BASH_XTRACEFD=9');
    await it.run('set -x');
    await it.run('echo one');
    await it.deliver(SCRIPT);
    expect(readFileSync(join(it.home, 'log'), 'utf8')).toBe('+ echo one\n+ echo a\n+ exit 3\n');
  });

  it('tells the folder and the end of commands where the prompt expands nothing', async () => {
    const it = await start('bash', 'shopt -u promptvars');
    expect(await it.run('(exit 4)')).toMatchObject({ line: '', exitCode: 4 });
    expect(await it.deliver(SCRIPT)).toMatchObject({ line: SCRIPT, exitCode: 3, output: 'a\r\n' });
    await it.run('shopt -s promptvars');
    expect(await it.run('echo on')).toMatchObject({ line: 'echo on', output: 'on\r\n' });
    expect((await it.run('echo "$PS0$PS1"')).output).not.toContain('633');
  });
});

describeWith('zsh', 'zsh', () => {
  it.each([
    `trap 'print -r -- "debug: $ZSH_DEBUG_CMD"' DEBUG`,
    'TRAPDEBUG() { print -r -- "debug: $ZSH_DEBUG_CMD" }',
    `setopt no_debug_before_cmd; trap 'print -r -- "debug: $ZSH_DEBUG_CMD"' DEBUG`,
    `trap 'print err' ZERR`,
    'TRAPZERR() { print err }',
    'TRAPEXIT() { print exit }',
    'setopt xtrace',
    'setopt verbose',
    'setopt warn_create_global warn_nested_var',
  ])('shows no function of ours around a typed command with %s', async (lines) => {
    // Functions that the system's own start files have for the line editor would be called by ours.
    const it = await start('zsh', `unset -m zle-line-init; zle -D zle-line-init 2>/dev/null; ${lines}`);
    expect(await it.run('echo one')).toMatchObject({ line: 'echo one', exitCode: 0 });
    expect(await it.run('(exit 4)')).toMatchObject({ line: '(exit 4)', exitCode: 4 });
    expect(await it.run('echo one')).toMatchObject({ line: 'echo one', exitCode: 0 });
    expect(it.text).not.toContain('__cotty');
    expect(await it.deliver(SCRIPT)).toMatchObject({ line: SCRIPT, exitCode: 3 });
  });

  it('runs a function of the user for the line editor, and precmd, with the options of the user', async () => {
    const it = await start(
      'zsh',
      'zle-line-init() { typeset -g line=$options[extendedglob] }; zle -N zle-line-init\nprecmd() { typeset -g pre=$options[extendedglob] }\nsetopt extended_glob',
    );
    await it.run('true');
    expect((await it.run('echo $line $pre $options[extendedglob]')).output).toBe('on on on\r\n');
  });

  it('has every option and histchars as before after a script', async () => {
    const it = await start('zsh', 'setopt correct_all local_options; histchars="@^#"');
    const state = 'setopt; print -r - $histchars; trap';
    const before = (await it.run(state)).output;
    await it.deliver(SCRIPT);
    await it.deliver('echo b');
    // What no function can set for its caller is set by the clock of zsh.
    await expect.poll(async () => (await it.run(state)).output).toBe(before);
  });
});
