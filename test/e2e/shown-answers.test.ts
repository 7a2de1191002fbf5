/** Answers for scripts and agents: text is what a screen shows, and says what has become of the shell. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { McpAgent } from '../support/mcp-agent.ts';
import { Sandbox } from '../support/sandbox.ts';

const FRAMES = "for f in 1 2 3; do printf 'a %d\\nb %d\\n' $f $f; [ $f = 3 ] || printf '\\033[2A'; done\n";

describe('answers', () => {
  let sandbox: Sandbox;
  let ada: McpAgent;
  beforeAll(async () => {
    sandbox = new Sandbox();
    sandbox.write('frames.sh', FRAMES);
    await sandbox.run(['new', 'work', '--detached']);
    ada = await McpAgent.open(sandbox, 'x', ['--handle', 'ada']);
  });
  afterAll(() => sandbox.close());

  test('have rows that were drawn again once, as they were at last', async () => {
    expect(await sandbox.run(['run', 'work', '--', 'sh frames.sh'])).toMatchObject({ stdout: 'a 3\nb 3\n' });
    expect(await sandbox.run(['run', 'work', '--plain', '--', 'sh frames.sh'])).toMatchObject({
      stdout: 'a 3\nb 3\n',
    });
    expect((await sandbox.run(['read', 'work'])).stdout).toMatch(/\$ sh frames\.sh\na 3\nb 3\n$/);
    const json = await sandbox.run(['run', 'work', '--json', '--', 'sh frames.sh']);
    expect(JSON.parse(json.stdout)).toMatchObject({ stdout: 'a 3\nb 3\n' });
    await ada.ok('term_spawn', { name: 'drawn' });
    const ran = await ada.ok('term_run', { name: 'drawn', cmd: 'sh frames.sh' });
    expect(ran.text).toMatch(/──\na 3\nb 3$/);
    expect((await ada.ok('term_read', { name: 'drawn' })).data.records[0]).toMatchObject({
      stdout: 'a 3\nb 3',
    });
  });

  test('of a streaming run to a terminal are the text as it was printed', async () => {
    const { stdout } = await sandbox.run(['run', 'work', '--raw', '--', 'sh frames.sh']);
    expect(stdout).toContain('\x1b[2A');
  });

  test('come while the command still runs', async () => {
    const script = 'echo ready; while [ ! -e over ]; do sleep 0.1; done; echo over\n';
    sandbox.write('log.sh', script);
    await sandbox.run(['new', 'log', '--detached']);
    const reader = sandbox.start('/bin/sh', [
      '-c',
      `${process.execPath} ${process.cwd()}/bin/cotty.js run log -- sh log.sh | while read line; do echo "got $line"; done`,
    ]);
    await reader.waitForText('got ready');
    sandbox.write('over', '');
    await reader.waitForText('got over');
  });

  test('say that the shell has ended with its command, and with which code', async () => {
    for (const [name, line] of [
      ['ended', 'exit 3'],
      ['failed', 'set -e\n(exit 3)'],
    ] as const) {
      await sandbox.run(['new', name, '--detached']);
      const ran = await sandbox.run(['run', name, '--', line]);
      expect(ran).toMatchObject({ code: 3 });
      expect(ran.stderr).toContain(`the shell ended with exit code 3: the terminal "${name}" is gone`);
    }
    await ada.ok('term_spawn', { name: 'gone' });
    const ran = await ada.ok('term_run', { name: 'gone', cmd: 'exit 4' });
    expect(ran.text).toContain('exit 4');
    expect(ran.text).toContain('the shell has ended with it: the terminal is gone');
    expect(ran.data.record).toMatchObject({ exit: 4, ended_terminal: true });
    await ada.ok('term_spawn', { name: 'alive' });
    expect((await ada.ok('term_run', { name: 'alive', cmd: 'true' })).data.record).not.toHaveProperty(
      'ended_terminal',
    );
  });

  test('name the shell of a terminal and its folder', async () => {
    const made = await ada.ok('term_spawn', { name: 'named', cwd: sandbox.home });
    expect(made.text).toContain(`bash in ${sandbox.home}`);
    expect((await ada.ok('term_list')).text).toMatch(new RegExp(`named.*bash in ${sandbox.home}`));
  });

  test('count the command itself into max_chars', async () => {
    await ada.ok('term_spawn', { name: 'long' });
    const cmd = `true ${Array.from({ length: 400 }, (_, at) => `word-${at}`).join(' ')}; seq 1000`;
    const { text } = await ada.ok('term_run', { name: 'long', cmd, max_chars: 1000 });
    expect(text).toMatch(/… \(\d+ more characters\)/);
    expect(text.length).toBeLessThan(1500);
  });

  test('press keys in the spelling of other tools, say so, and refuse those that do not exist', async () => {
    await ada.ok('term_spawn', { name: 'keyed' });
    const screen = async () => (await ada.ok('term_screen', { name: 'keyed' })).text;
    await ada.ok('term_keys', { name: 'keyed', keys: "sh -c 'echo $(echo up); exec cat -v'<Enter>" });
    await expect.poll(screen).toMatch(/^up$/m);
    for (const [keys, meant, printed] of [
      ['M-x', '<M-x>', '^[x'],
      ['C-v ^C', '<C-v><C-c>', '^C'],
      ['Ctrl+V Escape', '<C-v><Escape>', '^['],
    ] as const) {
      const answer = await ada.ok('term_keys', { name: 'keyed', keys });
      expect(answer.text).toContain(`("${keys}" was pressed as ${meant}; to type the letters, `);
      await expect.poll(screen).toContain(printed);
    }
    await ada.ok('term_keys', { name: 'keyed', keys: 'C-c' });
    const wrong = await ada.call('term_keys', { name: 'keyed', keys: 'C-foo' });
    expect(wrong).toMatchObject({
      isError: true,
      text: expect.stringContaining('there is no key "<C-foo>"'),
    });
    const typed = await ada.ok('term_keys', { name: 'keyed', keys: 'echo Enter' });
    expect(typed.text).toContain('("Enter" was typed as text; the key is written <Enter>)');
    await ada.ok('term_keys', { name: 'keyed', keys: '<C-c>\\x43-c' });
    await expect.poll(screen).toContain('C-c');
  });
});
