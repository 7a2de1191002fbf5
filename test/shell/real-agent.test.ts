import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { agentEnv } from '../../src/shell/agent-env.ts';
import { programPath, type Shell } from '../support/programs.ts';
import { ShellDriver } from '../support/shell-driver.ts';

let driver: ShellDriver | undefined;
afterEach(() => driver?.close());

const historyFiles: Readonly<Record<Shell, string>> = {
  bash: '.shared_history',
  zsh: '.shared_history',
  fish: '.local/share/fish/fish_history',
};

/** Leaves it as a person does, so that it writes what it writes at the end. */
async function leave(shell: ShellDriver): Promise<void> {
  shell.type('exit\r');
  await shell.until('the end', () => shell.exited);
}

function open(shell: Shell, env: Readonly<Record<string, string>> = {}): ShellDriver {
  driver = new ShellDriver({ shell: programPath(shell), rc: 'history', env });
  return driver;
}

const read = ({ home }: ShellDriver, file: string) => readFileSync(join(home, file), 'utf8');

describe.each(['bash', 'zsh', 'fish'] as const)('%s in a terminal that an agent made', (shell) => {
  it('leaves the history file of the user as it was, and still tells its commands', async () => {
    const ours = open(shell, agentEnv('ada', {}));
    const before = read(ours, historyFiles[shell]);
    await ours.prompt();
    expect(await ours.run('echo from-an-agent')).toMatchObject({ line: 'echo from-an-agent', exitCode: 0 });
    expect(await ours.run('echo from-an-agent')).toMatchObject({ line: 'echo from-an-agent' });
    expect(await ours.run('true')).toMatchObject({ line: 'true', exitCode: 0 });
    await leave(ours);
    expect(read(ours, historyFiles[shell])).toBe(before);
    for (const other of ['.history', '.bash_history', '.zsh_history'])
      expect(existsSync(join(ours.home, other))).toBe(false);
  });

  it('waits in no pager and no editor, though the user has chosen both', async () => {
    const ours = open(shell, agentEnv('ada', { GIT_EDITOR: 'ed' }));
    await ours.prompt();
    const { output } = await ours.run('env');
    for (const line of ['PAGER=cat', 'LESS=-FRX', 'GIT_TERMINAL_PROMPT=0', 'COTTY_AGENT=ada'])
      expect(output).toContain(`${line}\r\n`);
    // What its maker asked for stays as with any terminal: the user's own files have the last word on it.
    expect(output).toContain('GIT_EDITOR=vim\r\n');
    expect(output).not.toContain('COTTY_QUIET');
  });
});

describe.each(['bash', 'zsh', 'fish'] as const)('%s in a terminal of a person', (shell) => {
  it('writes its history, and keeps pager and editor', async () => {
    const ours = open(shell);
    const before = read(ours, historyFiles[shell]);
    await ours.prompt();
    await ours.run('echo from-a-person');
    const { output } = await ours.run('env');
    expect(output).toContain('PAGER=less\r\n');
    await leave(ours);
    expect(read(ours, historyFiles[shell])).toContain(before.trimEnd());
    expect(read(ours, historyFiles[shell])).toContain('echo from-a-person');
  });
});
