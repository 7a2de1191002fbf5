import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isAtPrompt, modeOf, openWindow, waitForBlock } from '../support/face.ts';
import { ctrl, key } from '../support/keys.ts';
import { McpAgent } from '../support/mcp-agent.ts';
import { Sandbox } from '../support/sandbox.ts';
import { Script } from '../support/script.ts';

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = new Sandbox();
});
afterEach(() => sandbox.clear());
afterAll(() => sandbox.close());

const kept = (name: string) => {
  const path = join(sandbox.home, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
};

describe('a script of cotty run', () => {
  test('is what bash runs: an exclamation mark deletes no files of another folder', async () => {
    mkdirSync(join(sandbox.home, 'proj!v2'));
    for (const name of ['precious', 'proj!v2/junk']) writeFileSync(join(sandbox.home, name), '');
    expect(await sandbox.run(['new', 'x', '--detached'])).toMatchObject({ code: 0 });
    const script = new Script(sandbox, ['run', 'x', '-'], 'cd "proj!v2" || exit 1\nrm -f -- *\n');
    expect(await script.ended).toBe(0);
    expect(existsSync(join(sandbox.home, 'precious'))).toBe(true);
    expect(readdirSync(join(sandbox.home, 'proj!v2'))).toEqual([]);
  });

  test('that cannot be parsed ends with code 2 and the words of the shell, and runs not at all', async () => {
    expect(await sandbox.run(['new', 'x', '--detached'])).toMatchObject({ code: 0 });
    const script = new Script(sandbox, ['run', 'x', '-'], 'touch made\nif true; then\n');
    expect(await script.ended).toBe(2);
    expect(script.stderr).toBe('bash: line 3: syntax error: unexpected end of file\n');
    expect(existsSync(join(sandbox.home, 'made'))).toBe(false);
    const agent = await McpAgent.open(sandbox, 'alice');
    await agent.call('term_spawn', { name: 'mine' });
    const refused = await agent.call('term_run', { name: 'mine', cmd: 'echo "a' });
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('unexpected EOF') });
  });
});

test('the first command of cotty new waits for a start file that asks, and is not its answer', async () => {
  sandbox.write('.bashrc', `PS1='$ '\nread -n 1 -p "Update? " a; echo "$a" > ~/answer\n`);
  const made = await sandbox.run(['new', 'x', '--detached', '--', 'touch', 'started']);
  expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining('has not come to its prompt yet') });
  expect(existsSync(join(sandbox.home, 'started'))).toBe(false);
  expect(await sandbox.run(['send', 'x', 'n'])).toMatchObject({ code: 0 });
  await expect.poll(() => existsSync(join(sandbox.home, 'started'))).toBe(true);
  expect(kept('answer')).toBe('n\n');
});

describe("RUN's line", () => {
  test.each([
    ['bash', '.bashrc', "set -o vi\nPS1='$ '\n"],
    ['zsh', '.zshrc', "bindkey -v\nPS1='$ '\n"],
  ] as const)(
    'runs as written in %s when RAW was left in the command mode of vi',
    async (shell, file, rc) => {
      sandbox.write(file, rc);
      await sandbox.openShell(shell, 'vi');
      const window = await openWindow(sandbox, { args: ['attach', 'vi'] });
      window.send(ctrl('k'));
      await window.waitFor('RAW', (screen) => modeOf(screen) === 'RAW');
      window.type('ab');
      await window.waitFor('what is typed', (screen) => /ab$/.test(screen.line(screen.cursor.y)));
      const { x } = window.screen.cursor;
      window.send(key.escape);
      // The command mode steps back onto the last letter.
      await window.waitFor('the command mode', (screen) => screen.cursor.x === x - 1);
      window.type('dd');
      await window.waitFor('no line', (screen) => !screen.text().includes('ab'));
      window.send(ctrl('k'));
      await window.waitFor('the prompt', isAtPrompt);
      window.type('echo hi > ~/said');
      window.send(key.enter);
      await waitForBlock(window, '✓ 0 echo hi > ~/said');
      expect(kept('said')).toBe('hi\n');
    },
  );
});
