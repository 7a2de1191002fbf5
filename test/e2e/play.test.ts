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
    await sandbox.runIn('build', 'date; echo "took $RANDOM ms"');
    const first = join(sandbox.home, 'first.md');
    expect(await sandbox.run(['export', 'build:1-3', '-o', first])).toMatchObject({ code: 0 });
    const played = await sandbox.run(['play', first, '--check']);
    expect(played.stdout).toContain('first.md: 3 as recorded, 0 differ, 0 not run');
    expect(played.code).toBe(0);
    const again = await sandbox.run(['export', 'first.md:1-3', '--format', 'md']);
    const commands = (text: string) => text.match(/^```sh exit=\d+|^(?:for|printf|date).*$/gm);
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
