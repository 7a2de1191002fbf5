import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeWith } from '../support/programs.ts';
import { ShellDriver } from '../support/shell-driver.ts';

type Shell = 'bash' | 'zsh';

/** What the line of a long script shows: the text does not fit into a line of the editor. */
const LONG_LINE = /eval "\$__cotty_script"/g;

/** Every option of the shell, each as the line that sets it the other way. */
function options(shell: Shell): readonly string[] {
  const list = (script: string) =>
    execFileSync(shell, shell === 'bash' ? ['--norc', '-ic', script] : ['-fic', script], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .map(([name = '', ...rest]) => ({ name, isOn: rest.at(-1) === 'on' }));
  if (shell === 'zsh')
    return list('setopt ksh_option_print; setopt').map(
      ({ name, isOn }) => `${isOn ? 'unsetopt' : 'setopt'} ${name}`,
    );
  return [
    ...list('set -o').map(({ name, isOn }) => `set ${isOn ? '+' : '-'}o ${name}`),
    ...list('shopt').map(({ name, isOn }) => `shopt -${isOn ? 'u' : 's'} ${name}`),
    ...['3.1', '4.0', '4.2', '4.3', '4.4', '5.0', '5.1'].map((version) => `BASH_COMPAT=${version}`),
  ];
}

/** They end the shell, cannot be set in a running one, or take the line editor away, so that commands are typed. */
const LEFT_OUT =
  / (?:noexec|onecmd|restricted\w*|login_shell|interactive|exec|shinstdin|singlecommand|restricted|login|privileged|emacs|zle)$/;
/** Of these the shell prints what it runs, as it prints the entries of PROMPT_COMMAND of the user. */
const PRINTS_ENTRIES = new Set(['set -o verbose']);
/** The typed line is not to be had: the history is off, or no hook is expanded. */
const WITHOUT_LINES = new Set(['set +o history', 'shopt -u promptvars']);

const SCRIPT = `printf '%s\\n' "a!b" 'x  *  y' "$PWD" >| $HOME/seen # a remark
for i in 1 2; do echo $i >> $HOME/seen; done
if false; then :; fi`;
const LONG = `${'# a remark\n'.repeat(300)}echo long >| $HOME/seen`;

describeWith('bash', 'bash', () => everyOption('bash'));
describeWith('zsh', 'zsh', () => everyOption('zsh'));

function everyOption(shell: Shell): void {
  it.concurrent.each(options(shell).filter((line) => !LEFT_OUT.test(line)))(
    'shows nothing of ours, records rightly, and runs scripts exactly with %s',
    async (line) => {
      const driver = new ShellDriver({
        shell,
        fetches: true,
        prepare: (home) =>
          writeFileSync(
            join(home, shell === 'bash' ? '.bashrc' : '.zshrc'),
            `PS1='$ ' HISTSIZE=100\n${line}\n`,
          ),
      });
      try {
        await driver.prompt();
        const seen = () => {
          const path = join(driver.home, 'seen');
          return existsSync(path) ? readFileSync(path, 'utf8') : '';
        };
        const exits = /errexit/i.test(line);
        const hasLines = !WITHOUT_LINES.has(line);
        const typed = await driver.run('echo hi');
        expect(typed).toMatchObject({ line: hasLines ? 'echo hi' : '', exitCode: 0 });
        expect(typed.output).toContain('hi\r\n');
        await driver.run('cd /');
        expect(driver.marks.findLast((mark) => mark.kind === 'property' && mark.key === 'Cwd')).toMatchObject(
          { value: '/' },
        );
        if (!exits) expect(await driver.run('(exit 3)')).toMatchObject({ exitCode: 3 });
        const script = exits ? SCRIPT : `${SCRIPT}\n(exit 5)`;
        expect(await driver.deliver(script)).toMatchObject({ line: script, exitCode: exits ? 0 : 5 });
        expect(seen()).toBe('a!b\nx  *  y\n/\n1\n2\n');
        expect(await driver.deliver(LONG)).toMatchObject({ line: LONG, exitCode: 0 });
        expect(seen()).toBe('long\n');
        const last = await driver.run('echo last');
        expect(last).toMatchObject({ line: hasLines ? 'echo last' : '', exitCode: 0 });
        if (!PRINTS_ENTRIES.has(line)) expect(driver.text.replaceAll(LONG_LINE, '')).not.toContain('__cotty');
      } finally {
        driver.close();
      }
    },
  );
}
