import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  isAtPrompt,
  modeOf,
  separatorRow,
  waitForBlock,
  waitForKeysToGo,
  waitForMode,
} from '../support/face.ts';
import { ctrl, key } from '../support/keys.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { needs } from '../support/programs.ts';
import { sharedWindow } from '../support/shared-window.ts';

/** Real full-screen programs: each must get RAW and the whole body by itself, and leave one tidy block. */
describe('a real program', () => {
  const shared = sharedWindow();
  let window: OuterTerminal;
  beforeEach(() => {
    window = shared.window;
  });

  async function start(program: string, line: string): Promise<void> {
    needs(program);
    window.type(`${line}\r`);
    await waitForMode(window, 'RAW');
    await window.waitFor('the whole body', (screen) => separatorRow(screen) === -1);
  }

  async function back(block: string): Promise<void> {
    await waitForMode(window, 'RUN');
    await waitForBlock(window, block);
    await window.waitFor('the prompt', isAtPrompt);
  }

  test('vim: insert, save, quit', async () => {
    await start('vim', 'vim note.txt');
    await window.waitForText('"note.txt" [New]');
    window.type('ihello from vim');
    await window.waitForText('-- INSERT --');
    window.send(key.escape);
    await window.waitFor('normal mode', (screen) => !screen.text().includes('-- INSERT --'));
    window.type(':wq\r');
    await back('✓ 0 vim note.txt');
    expect(readFileSync(join(shared.sandbox.home, 'note.txt'), 'utf8')).toBe('hello from vim\n');
  });

  test('vim: Ctrl+E scrolls, it does not open a terminal', async () => {
    shared.sandbox.write('long.txt', Array.from({ length: 200 }, (_, n) => `line ${n + 1}\n`).join(''));
    await start('vim', 'vim long.txt');
    await window.waitForText('line 1\n');
    window.send(ctrl('e'));
    await window.waitFor('one line down', (screen) => screen.line(1).trim() === 'line 2');
    expect(modeOf(window.screen)).toBe('RAW');
    window.type(':q\r');
    await back('✓ 0 vim long.txt');
  });

  test('htop: draws and quits', async () => {
    await start('htop', 'htop');
    await window.waitForText(/F10 ?Quit/);
    await window.waitForText(/PID/);
    window.type('q');
    await back('✓ 0 htop');
  });

  test('less: pages with the arrow keys it asked for', async () => {
    shared.sandbox.write('long.txt', Array.from({ length: 200 }, (_, n) => `line ${n + 1}\n`).join(''));
    await start('less', 'less long.txt');
    await window.waitForText('line 27');
    // The outer terminal is in application mode now, as less wants it, and sends what that means.
    const { applicationCursorKeysMode } = window.screen.terminal.modes;
    window.send(applicationCursorKeysMode ? '\x1bOB' : '\x1b[B');
    await window.waitFor('one line down', (screen) => screen.line(1).trim() === 'line 2');
    window.type('G');
    await window.waitForText('line 200');
    window.type('q');
    await back('✓ 0 less long.txt');
  });

  test('nano: types, cuts with Ctrl+K kept by cotty sent twice, saves', async () => {
    await start('nano', 'nano n.txt');
    await window.waitForText('^X Exit');
    window.type('cut me');
    await window.waitForText('cut me');
    window.send(ctrl('k'), ctrl('k'));
    await window.waitFor('the cut line', (screen) => !screen.text().includes('cut me'));
    window.type('kept');
    window.send(ctrl('o'));
    await window.waitForText(/File Name to Write/);
    window.send('\r');
    await window.waitForText(/Wrote 1 line/);
    window.send(ctrl('x'));
    await back('✓ 0 nano n.txt');
    expect(readFileSync(join(shared.sandbox.home, 'n.txt'), 'utf8')).toBe('kept\n');
  });

  test('tmux inside, with its own prefix', async () => {
    const socket = join(shared.sandbox.root, 'inner.sock');
    await start('tmux', `tmux -S ${socket} -f /dev/null new -s inner`);
    await window.waitForText('[inner]');
    window.type('echo "in tmux: $TERM"\r');
    await window.waitForText(/in tmux: (screen|tmux)/);
    window.send(ctrl('b'), 'c');
    await window.waitForText('1:bash*');
    window.type('tmux kill-server\r');
    await waitForMode(window, 'RUN');
  });

  test('that asks for a password: RAW, and what is typed is not shown', async () => {
    window.type('read -rsp "Password: " secret; echo; printf "got %s\\n" "$(echo -n "$secret" | wc -c)"\r');
    await window.waitForText(/^Password: *$/m);
    await waitForMode(window, 'RAW');
    window.type('hunter2\r');
    await window.waitForText('got 7');
    expect(window.screenText()).not.toContain('hunter2');
    await waitForMode(window, 'RUN');
  });

  test('that reads lines: what is typed in RUN goes to its input', async () => {
    window.type('cat > lines.txt\r');
    await waitForKeysToGo(window, 'cat');
    window.type('first\r');
    window.type('second\r');
    window.send(ctrl('d'));
    await waitForBlock(window, '✓ 0 cat > lines.txt');
    expect(readFileSync(join(shared.sandbox.home, 'lines.txt'), 'utf8')).toBe('first\nsecond\n');
  });
});
