import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { describeWith, needs } from '../support/programs.ts';
import { type DriverOptions, NONCE, ShellDriver } from '../support/shell-driver.ts';

const drivers: ShellDriver[] = [];
afterEach(() => {
  for (const driver of drivers.splice(0)) driver.close();
});

function open(rc: string, more: Partial<DriverOptions> = {}): ShellDriver {
  const driver = new ShellDriver({ shell: 'bash', rc: `bash-${rc}`, ...more });
  drivers.push(driver);
  return driver;
}

async function start(rc: string, more: Partial<DriverOptions> = {}): Promise<ShellDriver> {
  const driver = open(rc, more);
  await driver.prompt();
  return driver;
}

/** The history file after these lines, typed into bash with or without integration. */
async function historyOf(rc: string, lines: readonly string[], plain: boolean): Promise<string> {
  const driver = open(rc, { plain });
  driver.type(`${lines.join('\r')}\rexit\r`);
  await driver.until('the end of the shell', () => driver.exited);
  const file = join(driver.home, '.bash_history');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

const manyLines = [
  'echo one',
  'echo one',
  ' echo secret',
  'ls',
  'bg now',
  'echo two',
  'echo one',
  'for i in 1 2; do',
  'echo $i',
  'done',
  ' for i in 1; do',
  'echo secret $i',
  'done',
  'cat <<E',
  'a; b',
  'E',
  '(true)',
  ' (true secret)',
  'echo two',
  '# a remark',
  'history -s pushed',
  'if then',
  ' exit 5 | true',
];

describeWith('bash', 'bash', () => {
  it.each([
    'plain',
    'histcontrol',
    'prompt-command-string',
    'debug-trap',
    'strict',
    'share-history',
    'exported',
    'no-history',
  ])('writes with the files of %s the same history as without integration', async (rc) => {
    const expected = await historyOf(rc, manyLines, true);
    if (rc !== 'no-history') expect(expected).toContain('echo two');
    expect(await historyOf(rc, manyLines, false)).toBe(expected);
  });

  it('shows a command its own history settings, and hides the ignored line from it', async () => {
    const it = await start('histcontrol');
    await it.run('echo first');
    expect((await it.run(' echo $HISTCONTROL/$HISTIGNORE')).output).toBe(
      'ignorespace:ignoredups/ls:bg *:history*\r\n',
    );
    const { output } = await it.run(' fc -ln -1; trap -p DEBUG');
    expect(output).toBe('\t echo first\r\n');
    await it.run('HISTCONTROL= HISTIGNORE=');
    expect((await it.run(' echo "<$HISTCONTROL$HISTIGNORE>"')).output).toBe('<>\r\n');
  });

  it('gives no line rather than a wrong one where there is no history', async () => {
    const it = await start('no-history');
    expect(await it.run('false')).toMatchObject({ line: '', exitCode: 1 });
  });

  it('lets the user see the true $?, PIPESTATUS and $_', async () => {
    const it = await start('prompt-command-array');
    await it.run('(exit 3) | (exit 4)');
    expect((await it.run('echo "$seen $pipes"')).output).toBe('4 3 4\r\n');
    await it.run('(exit 3) | (exit 4)');
    expect((await it.run('echo "$? ${PIPESTATUS[*]}"')).output).toBe('4 3 4\r\n');
    await it.run('true last');
    expect((await it.run('echo $_')).output).toBe('last\r\n');
    const settled = await start('histcontrol');
    await settled.run('true last');
    expect((await settled.run(' echo $_')).output).toBe('last\r\n');
  });

  it('runs what the user has in PROMPT_COMMAND once a prompt, in every form', async () => {
    for (const rc of ['prompt-command-string', 'prompt-command-array']) {
      const it = await start(rc);
      await it.run('false');
      expect((await it.run('echo $seen $prompts')).output).toBe('1 2\r\n');
    }
    const exported = await start('exported');
    await exported.run('(exit 9)');
    expect((await exported.run('echo $seen')).output).toBe('9\r\n');
  });

  it('keeps its places when the user changes PROMPT_COMMAND, PS0 and PS1 later', async () => {
    const it = await start('plain');
    await it.run('PROMPT_COMMAND="later=\\$?" PS1="new> " PS0=""');
    await it.run('PROMPT_COMMAND+=("more=1")');
    await it.run('(exit 6)');
    expect(await it.run('echo $later $more')).toEqual({
      line: 'echo $later $more',
      exitCode: 0,
      output: '6 1\r\n',
    });
    expect(it.text).toContain('new> ');
  });

  it('leaves the DEBUG trap of the user in place', async () => {
    const it = await start('debug-trap');
    expect((await it.run('trap -p DEBUG')).output).toBe(`trap -- 'before "$BASH_COMMAND"' DEBUG\r\n`);
    await it.run('true hello');
    expect((await it.run('trap - DEBUG; echo $last_command')).output).not.toContain('__cotty');
    expect((await it.run('trap -p DEBUG')).output).toBe('');
  });

  it('leaves bash-preexec its hooks, each run once a command', async () => {
    const it = await start('preexec');
    await it.run('(exit 8)');
    expect((await it.run('echo $seen $preexecs')).output).toBe('8 1\r\n');
    expect((await it.run('echo $seen $preexecs')).output).toBe('0 2\r\n');
  });

  it('leaves no trace in a nested shell though the prompt is exported', async () => {
    const it = await start('exported', { env: {} });
    it.type('bash --norc\r');
    it.type('(exit 7)\r');
    it.type('echo "seen=$seen,ps1=${#PS1}"\r');
    await it.until('the nested echo', () => /seen=7,ps1=\d+\r/.test(it.text));
    it.type('exit 0\r');
    await it.prompt();
    expect(it.finished()).toHaveLength(1);
    const inside = it.raw.split(`\x1b]633;C;${NONCE}`)[1]?.split('\x1b]633')[0];
    expect(inside).not.toContain('not found');
    expect(inside).not.toContain('__cotty');
  });

  it('reads the files of a login shell in their order', async () => {
    const it = await start('login', { login: true });
    expect((await it.run('echo $TRACE')).output).toBe('profile-of-bash rc\r\n');
  });

  it('makes two blocks of two commands pasted together, for bash runs them one by one', async () => {
    const it = await start('plain');
    it.type('\x1b[200~echo a\nfalse\x1b[201~\r');
    await it.until('two commands', () => it.finished().length === 2);
    expect(it.finished()).toEqual([
      { line: 'echo a', exitCode: 0, output: 'a\r\n' },
      { line: 'false', exitCode: 1, output: '' },
    ]);
  });

  it('makes no block of a remark or a syntax error', async () => {
    const it = await start('plain');
    it.type('# only a remark\r');
    it.type('if then\r');
    await it.run('true');
    expect(it.finished().map(({ line }) => line)).toEqual(['true']);
  });

  it('gives no marks, and does not hang, when the files replace the shell', async () => {
    needs('dash');
    const it = open('exec');
    it.type('echo plain-$((40+2))\r');
    await it.until('the other shell', () => it.text.includes('plain-42\r\n'));
    expect(it.marks).toEqual([]);
  });

  it('goes on under xtrace and errexit, and stays silent without promptvars', async () => {
    const it = await start('plain');
    await it.run('set -x');
    expect((await it.run('echo traced')).output).toBe('+ echo traced\r\ntraced\r\n');
    await it.run('set +x; set -e');
    expect(await it.run('! true')).toMatchObject({ exitCode: 1 });
    expect(await it.run('echo still here')).toMatchObject({ exitCode: 0 });
    it.type('set +e; shopt -u promptvars\r');
    await it.until('its end', () => it.finished().length === 6);
    it.type('echo no marks now\r');
    await it.until('the output', () => it.text.includes('\rno marks now\r\n'));
    expect(it.text).not.toContain('__cotty');
  });
});
