import { describe, expect, test } from 'vitest';
import { processesMarked } from '../support/left-behind.ts';
import { programPath } from '../support/programs.ts';
import { shareHost } from '../support/shared-host.ts';
import { TmuxWindow } from '../support/tmux-window.ts';

/** The judge before the judged: what the other tests lean on, shown on programs other than cotty. */
describe('the outer terminal of these tests', () => {
  const host = shareHost();

  test('shows what a shell prints and passes keys to it', async () => {
    const window = host.sandbox.start(programPath('bash'), ['-i']);
    await window.waitForText('$ ');
    window.type('echo $((6 * 7)) "$COLUMNS"\r');
    await window.waitForText('42 100');
    expect(window.screen.line(1)).toBe('42 100');
  });

  test('answers cursor, device and colour queries', async () => {
    const ask = String.raw`stty raw -echo; printf '\e[6n\e]11;?\e\\\e[c'; read -rd c reply; stty sane; echo "${'$'}{reply@Q}"`;
    const window = host.sandbox.start(programPath('bash'), ['-c', ask]);
    await window.waitForText(String.raw`$'\E[1;1R\E]11;rgb:1010/1010/1010\E\\\E[?`);
  });

  test('keeps attributes and colours cell by cell', async () => {
    const window = host.sandbox.start('/usr/bin/env', [
      'printf',
      String.raw`\033[1;4:3;58:2::1:2:3;38;2;10;20;30mA\033[0m界`,
    ]);
    await window.exited;
    const [a, wide, half] = window.screen.cells(0, 0, 3);
    expect(a).toMatchObject({ text: 'A', width: 1 });
    expect(a?.attributes).toMatch(/^bold underline3\//);
    expect(a?.fg).toContain(String((10 << 16) | (20 << 8) | 30));
    expect(wide).toMatchObject({ text: '界', width: 2, attributes: '' });
    expect(half).toMatchObject({ text: '', width: 0 });
  });

  test('tells a program of a new size', async () => {
    const window = host.sandbox.start(programPath('bash'), [
      '-c',
      'trap "stty size" WINCH; echo ready; while :; do sleep 0.05; done',
    ]);
    await window.waitForText('ready');
    window.resize(71, 19);
    await window.waitForText('19 71');
  });

  test('finds a process that was left behind', async () => {
    const window = host.sandbox.start(programPath('bash'), [
      '-c',
      "setsid bash -c 'echo started; exec sleep 600' & wait",
    ]);
    await window.waitForText('started');
    const mark = `COTTY_TEST_MARK=${host.sandbox.root}`;
    await expect.poll(() => processesMarked(mark).map(({ command }) => command)).toContain('sleep 600');
    const left = processesMarked(mark);
    // The other one ends with its job.
    for (const { pid, command } of left) if (/^sleep 600/.test(command)) process.kill(pid);
  });

  test('can be tmux as well', async () => {
    const { root: folder, env, home: cwd } = host.sandbox;
    const window = await TmuxWindow.open('bash -i', { folder, env, cwd, cols: 60, rows: 10 });
    try {
      // tmux gives lines without their trailing blanks.
      await window.waitForText(/^\$$/m);
      await window.type('printf "\\033[31mred\\033[0m"; tput cols');
      await window.press('Enter');
      await window.waitForText('red60');
      expect(await window.captureStyled()).toContain('\x1b[31mred');
    } finally {
      await window.close();
    }
  });
});
