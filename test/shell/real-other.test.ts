import { afterEach, expect, it } from 'vitest';
import { describeWith } from '../support/programs.ts';
import { ShellDriver } from '../support/shell-driver.ts';

let driver: ShellDriver | undefined;
afterEach(() => driver?.close());

describeWith('fish', 'fish', () => {
  it('lets its prompt see the true statuses and leaves fish_prompt alone', async () => {
    driver = new ShellDriver({ shell: 'fish', rc: 'fish-prompt' });
    await driver.prompt();
    await driver.run('false | true');
    const { output } = await driver.run('functions fish_prompt; echo done $done_count');
    expect(driver.text).toContain('[0 1 0]');
    expect(output).not.toContain('__cotty');
    expect(output).toContain('done 1\r\n');
  });

  it('reports a command whose line has leading blanks, a remark and several lines', async () => {
    driver = new ShellDriver({ shell: 'fish', rc: 'fish-plain' });
    await driver.prompt();
    expect((await driver.run('  echo a # remark')).line).toBe('  echo a # remark');
    expect(await driver.run('begin\recho b\rfalse\rend')).toMatchObject({
      line: expect.stringMatching(/^begin\n\s*echo b\n\s*false\nend$/),
      exitCode: 1,
    });
  });

  it('runs under a login shell too', async () => {
    driver = new ShellDriver({ shell: 'fish', rc: 'fish-plain', login: true });
    await driver.prompt();
    expect(await driver.run('status is-login')).toMatchObject({ exitCode: 0 });
  });
});

describeWith('dash', 'another shell', () => {
  it('is a plain terminal whose own foreign marks are believed, but called unverified', async () => {
    driver = new ShellDriver({ shell: 'dash' });
    const shell = driver;
    shell.type(`printf '\\033]133;C\\007in\\033]133;D;4\\007'\r`);
    await shell.until('the block', () => shell.finished().length === 1);
    expect(shell.finished()).toEqual([{ line: '', exitCode: 4, output: 'in' }]);
    expect(shell.actions).toContainEqual(
      expect.objectContaining({
        type: 'terminal/commandFinished',
        _meta: { 'x-cotty': { writer: 'user:test', cols: 80, unverified: true } },
      }),
    );
  });
});
