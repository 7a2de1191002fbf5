import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { key } from '../support/keys.ts';
import { needs } from '../support/programs.ts';
import { bin, Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = new Sandbox();
});
afterEach(() => sandbox.clear());
afterAll(() => sandbox.close());

const fence = '```';

describe('cotty play', () => {
  it('plays what was exported, finds nothing that differs, and exports the same again', async () => {
    await sandbox.openTerminals('build');
    await sandbox.runIn('build', 'for i in 1 2; do echo "line $i"; done');
    await sandbox.runIn('build', "printf 'no end'; (exit 3)");
    await sandbox.runIn('build', 'echo "it is $(date)"; echo "done in $RANDOM ms"');
    const first = join(sandbox.home, 'first.md');
    expect(await sandbox.run(['export', 'build:1-3', '-o', first])).toMatchObject({ code: 0 });
    const played = await sandbox.run(['play', first, '--check']);
    expect(played.stdout).toContain('first.md: 3 as recorded, 0 differ, 0 not run');
    expect(played.code).toBe(0);
    const again = await sandbox.run(['export', 'first.md:1-3', '--format', 'md']);
    const commands = (text: string) => text.match(/^```sh exit=\d+|^(?:for|printf|echo).*$/gm);
    expect(commands(again.stdout)).toEqual(commands(readFileSync(first, 'utf8')));
  });

  it('stops a check at the first difference, and writes a report', async () => {
    const file = sandbox.write(
      'steps.md',
      [`${fence}console`, '$ echo one', 'one', '$ echo two', 'three', '$ touch never', fence].join('\n'),
    );
    const report = join(sandbox.home, 'report.xml');
    const { code, stdout } = await sandbox.run(['play', file, '--check', '--junit', report]);
    expect(code).toBe(1);
    expect(stdout).toContain('not ok 2 - line 4: echo two');
    expect(stdout).toContain('- three\n+ two\n');
    expect(existsSync(join(sandbox.home, 'never'))).toBe(false);
    expect(readFileSync(report, 'utf8')).toContain('failures="1" skipped="1"');
  });

  const blocks = (...commands: readonly string[]) =>
    commands.map((command) => `${fence}sh\n${command}\n${fence}\n`).join('');
  const check = async (name: string, text: string, ...flags: readonly string[]) => {
    const file = sandbox.write(name, text);
    const { stdout, code } = await sandbox.run(['play', file, '--check', ...flags]);
    return { code, lines: stdout.trimEnd().split('\n') };
  };

  it.each([
    ['by set -e', ['set -e', 'false'], 'exit code 1', 4],
    ['by exit', ['true', 'exit 3'], 'exit code 3', 4],
    ['killed', ['true', 'kill -9 $$'], 'exit code 137', 4],
    ['replaced by a program that ends', ['true', 'exec true'], 'exit code 0', 4],
  ])('ends with a summary and a report when the shell ends: %s', async (_how, commands, why, line) => {
    const report = join(sandbox.home, 'ended.xml');
    const text = blocks(...commands, 'echo after');
    const { code, lines } = await check('ended.md', text, '--keep-going', '--junit', report);
    expect(code).toBe(1);
    const ended = `the shell has ended with ${why} at line ${line}`;
    expect(lines).toContain(`ok 3 - line 7: echo after # SKIP ${ended}`);
    expect(lines).toContain(`${ended}: what comes after it was not run`);
    expect(lines.at(-1)).toMatch(/^ended\.md: \d as recorded, \d differs?, 1 not run$/);
    expect(readFileSync(report, 'utf8')).toContain(`<skipped message="${ended}"/>`);
  });

  it('reports what waits for input at which line, and goes on', async () => {
    sandbox.write('long.txt', 'line\n'.repeat(200));
    const commands = [
      'read -p "Name? " n',
      'cat',
      'read -rs -p "Password: " x',
      'read -e -p "Edit? " x',
      'sh -c \'printf "sh? "; read x\'',
      'true | cat /dev/tty',
      'printf "Loading: "; sleep 3; echo',
    ];
    const { code, lines } = await check('asks.md', blocks(...commands), '--keep-going');
    expect(code).toBe(1);
    expect(lines).toEqual([
      expect.stringContaining(
        'line 1: read -p "Name? " n  (it waits for a line of input at "Name?", and nobody can answer)',
      ),
      expect.stringMatching(/line 4: cat {2}\((?:cat|it) waits for a line of input, and nobody can answer\)/),
      expect.stringContaining('waits for a password at "Password:", and nobody can answer'),
      expect.stringContaining('waits for keys at "Edit?", and nobody can answer'),
      expect.stringContaining('waits for a line of input at "sh?", and nobody can answer'),
      expect.stringContaining('waits for a line of input, and nobody can answer'),
      'ok 7 - line 19: printf "Loading: "; sleep 3; echo',
      'asks.md: 1 as recorded, 6 differ, 0 not run',
    ]);
  });

  it('closes the terminal of a pager, and runs nothing after it', async () => {
    needs('less');
    sandbox.write('long.txt', 'line\n'.repeat(200));
    const { code, lines } = await check('pager.md', blocks('less long.txt', 'echo after'), '--keep-going');
    expect(code).toBe(1);
    expect(lines[0]).toMatch(
      /line 1: less long\.txt {2}\((?:less|it) waits for keys, and nobody can answer\)/,
    );
    expect(lines.at(-1)).toBe('pager.md: 0 as recorded, 1 differs, 1 not run');
  });

  it('closes the terminal of a shell that has stopped itself', async () => {
    const { code, lines } = await check('stopped.md', blocks('kill -STOP $$', 'echo after'), '--keep-going');
    expect(code).toBe(1);
    expect(lines[0]).toMatch(
      /line 1: kill -STOP \$\$ {2}\(\w+ is stopped by a signal, and nobody can answer\)/,
    );
    expect(lines.at(-1)).toBe('stopped.md: 0 as recorded, 1 differs, 1 not run');
  });

  it('goes on behind a step that the shell cannot parse, or that takes too long', async () => {
    const { code, lines } = await check(
      'wrong.md',
      blocks('if then', 'sleep 60', 'true'),
      '--keep-going',
      '--timeout',
      '1',
    );
    expect(code).toBe(1);
    expect(lines[0]).toContain('syntax error');
    expect(lines[1]).toContain('(it did not end within 1 s)');
    expect(lines.slice(2)).toEqual(['ok 3 - line 7: true', 'wrong.md: 1 as recorded, 2 differ, 0 not run']);
  });

  it('reports what it masks, which blocks it leaves out, and masks nothing when asked', async () => {
    const text = `\ufeff${fence}console\n$ echo "done in $RANDOM ms"\ndone in 1 ms\n${fence}\n${fence}${fence}\n${fence}sh\n${fence}\n${fence}${fence}\n`;
    const first = await check('masked.md', text);
    expect(first).toEqual({
      code: 0,
      lines: [
        'ok 1 - line 2: echo "done in $RANDOM ms"  (masked: 1 duration)',
        'left out: 1 block, line 5 (no language)',
        'masked.md: 1 as recorded, 0 differ, 0 not run',
      ],
    });
    expect((await check('masked.md', text, '--unmasked')).code).toBe(1);
  });

  it('goes through the steps with a person, and gives keys to the program that runs', async () => {
    const file = sandbox.write(
      'ask.md',
      [`${fence}sh`, 'read -r -p "who? " x; echo "it is $x"', fence, '', `${fence}sh`, 'false', fence].join(
        '\n',
      ),
    );
    const window = sandbox.open(['play', file]);
    await window.waitForText('Step 1 of 2');
    window.send(key.enter);
    await window.waitForText(/^who\?/m);
    window.send('me', key.enter);
    await window.waitForText(/it is me[\s\S]*Step 2 of 2/);
    window.send('b');
    await window.waitForText(/Step 2 of 2[\s\S]*Step 1 of 2/);
    window.send('s', key.enter);
    await window.waitForText('exit 0 → 1');
    window.send('q');
    expect((await window.exited).exitCode).toBe(1);
  });

  it('runs what the README says', async () => {
    needs('make', 'npm');
    sandbox.write('src/app/package.json', '{ "scripts": { "test": "echo tested" } }');
    sandbox.write('src/app/Makefile', 'all:\n\t@echo made\n');
    chmodSync(sandbox.write('tools/cotty', `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`), 0o755);
    const readme = sandbox.write(
      'README.md',
      readFileSync(new URL('../../README.md', import.meta.url), 'utf8'),
    );
    // The shells of a host that runs already would not find the program.
    await sandbox.run(['host', 'stop', '--yes']);
    const PATH = `${join(sandbox.home, 'tools')}:${sandbox.env['PATH']}`;
    const { stdout, code } = await sandbox.run(['play', readme, '--check', '--keep-going'], { PATH });
    expect(stdout).toMatch(/README\.md: \d+ as recorded, 0 differ/);
    expect(code).toBe(0);
    expect(readFileSync(join(sandbox.home, 'log'), 'utf8')).toBe('made\n');
  });
});
