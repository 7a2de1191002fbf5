import { afterEach, expect, it } from 'vitest';
import { describeWith } from '../support/programs.ts';
import type { Dialect } from '../support/shell-battery.ts';
import { NONCE, ShellDriver } from '../support/shell-driver.ts';

let driver: ShellDriver | undefined;
afterEach(() => driver?.close());

async function start(shell: Dialect, rc = 'plain', more: { login?: boolean } = {}): Promise<ShellDriver> {
  driver = new ShellDriver({ shell, rc: `${shell}-${rc}`, ...more });
  await driver.prompt();
  return driver;
}

const paste = (text: string) => `\x1b[200~${text}\x1b[201~`;
const blocks = (shell: ShellDriver) => shell.finished().map(({ line, exitCode }) => [line, exitCode]);

for (const shell of ['bash', 'zsh', 'fish'] as const) {
  describeWith(shell, `${shell} under its integration`, () => {
    it('keeps the nonce and the outer terminal from its children', async () => {
      const it = await start(shell);
      const { output } = await it.run('env');
      expect(output).toContain('COTTY_TERMINAL=t1\r\n');
      expect(output).toContain('TERM_PROGRAM=cotty\r\n');
      expect(output).not.toContain(NONCE);
      expect(output).not.toMatch(/^(?:COTTY_(?!TERMINAL|REPORT)|__cotty|TMUX|ZDOTDIR)/m);
    });

    it('makes no block of an empty Enter or of Ctrl+C at the prompt', async () => {
      const it = await start(shell);
      it.type('\r\r');
      await it.run('true');
      const prompts = () => it.marks.filter((mark) => mark.kind === 'promptStart').length;
      const before = prompts();
      const written = it.raw.length;
      it.type('not run');
      await it.until('the echo', () => /not.*run/s.test(it.raw.slice(written)));
      // The tty throws away what is typed until the shell has seen the Ctrl+C. fish announces no new prompt.
      await it.interrupt('the next prompt', () =>
        shell === 'fish' ? it.raw.slice(written).includes('^C') : prompts() > before,
      );
      await it.prompt();
      await it.run('false');
      expect(blocks(it)).toEqual([
        ['true', 0],
        ['false', 1],
      ]);
    });

    it('reports 130 after Ctrl+C', async () => {
      const it = await start(shell);
      const line = `sh -c 'echo $((40+2)); exec sleep 100'`;
      it.type(`${line}\r`);
      // Not at the mark: until the program runs, Ctrl+C goes to the shell, which lets it pass.
      await it.until('the program', () => it.text.includes('42\r\n'));
      it.type('\x03');
      await it.prompt();
      expect(blocks(it)).toEqual([[line, 130]]);
    });

    it('loses and merges nothing of 200 commands typed ahead', async () => {
      const it = await start(shell);
      const lines = Array.from({ length: 200 }, (_, at) => `sh -c 'exit ${at}' ${'x'.repeat(at % 7)}y`);
      it.type(lines.map((line) => `${line}\r`).join(''));
      // Each quarter has the limit of a state: on a busy machine bash needs that long for one of them.
      for (const count of [50, 100, 150, 200])
        await it.until(`${count} commands`, () => it.finished().length >= count);
      await it.prompt();
      expect(blocks(it)).toEqual(lines.map((line, at) => [line, at]));
    }, 180_000);

    // The line editor of fish needs seconds for a pasted line beyond some 3 KB, with or without integration.
    const long = shell === 'fish' ? 1500 : 10_000;
    it(`reports a pasted line of ${long} characters whole`, async () => {
      const it = await start(shell);
      const line = `true '${'a;b\\c ü '.repeat(long / 8)}'`;
      const ran = await it.run(paste(line));
      expect(ran.line).toBe(line);
      expect(ran.exitCode).toBe(0);
    });

    it('tells where it is, before the first prompt and after each change', async () => {
      const it = await start(shell);
      await it.run(`mkdir -p 'a b;ü%'`);
      await it.run(`cd 'a b;ü%'`);
      await it.run('cd /');
      await it.run('true');
      const uris = it.actions.flatMap((action) =>
        action.type === 'terminal/cwdChanged' ? [action.cwd] : [],
      );
      expect(uris).toEqual([`file://${it.home}`, `file://${it.home}/a%20b%3B%C3%BC%25`, 'file:///']);
    });

    it('sees a nested shell as one command, however many run inside', async () => {
      const it = await start(shell);
      it.type(`${shell}\r`);
      await it.until('the nested shell', () => it.phase === 'running');
      it.type('echo nested-$FIXTURES-one\r');
      await it.until('nested output', () => /nested-\/.*-one/.test(it.text));
      it.type('false\r');
      it.type('exit 7\r');
      await it.prompt();
      expect(blocks(it)).toEqual([[shell, 7]]);
      const inside = it.raw.slice(
        it.raw.indexOf(`\x1b]633;C;${NONCE}`) + 2,
        it.raw.indexOf(`\x1b]633;D;7;${NONCE}`),
      );
      expect(inside).not.toContain('\x1b]633');
      expect(inside).not.toContain('__cotty');
      expect(inside).not.toContain('not found');
      await it.run('true');
      expect(blocks(it)).toHaveLength(2);
    });

    it('believes no mark that a command prints, ours or foreign', async () => {
      const it = await start(shell);
      await it.run(
        String.raw`printf '\033]133;A\007\033]133;C\007\033]133;D;1\007\033]633;D;9;guess\007\033]633;C\007'`,
      );
      expect(blocks(it).map(([, code]) => code)).toEqual([0]);
      expect(it.finished()[0]?.output).toContain('\x1b]133;A\x07\x1b]133;C\x07\x1b]133;D;1\x07');
      expect(it.text).not.toContain('\x1b]633');
    });

    it('is not disturbed by jobs that end in the background', async () => {
      const it = await start(shell);
      await it.run('sleep 0.01 &');
      await it.run('wait');
      await it.run('false');
      it.type('\r');
      await it.run('true');
      expect(blocks(it)).toEqual([
        ['sleep 0.01 &', 0],
        ['wait', 0],
        ['false', 1],
        ['true', 0],
      ]);
    });

    it('leaves the last command open when the shell itself ends, except fish, which says how', async () => {
      const it = await start(shell);
      it.type('exit 3\r');
      await it.until('the end of the shell', () => it.exited);
      const started = it.actions.filter((action) => action.type === 'terminal/commandExecuted');
      expect(started).toMatchObject([{ commandLine: 'exit 3' }]);
      expect(blocks(it)).toEqual(shell === 'fish' ? [['exit 3', 3]] : []);
    });

    it('runs its integration once, though the script is read again', async () => {
      const it = await start(shell);
      await it.run(`source $FIXTURES/../src/shell/scripts/integration.${shell}`);
      await it.run('true');
      const shown = it.marks.filter((mark) => mark.kind === 'executed').length;
      expect(shown).toBe(2);
      expect(blocks(it).at(-1)).toEqual(['true', 0]);
    });
  });
}
