/** A system whose C library, or whose Node, cotty was not made for: a sentence says so, and what helps. */

import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programNode } from '../support/node.ts';
import { skipUnless } from '../support/programs.ts';
import { Sandbox } from '../support/sandbox.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const PREBUILD = `node_modules/node-pty/prebuilds/${process.platform}-${process.arch}/pty.node`;

describe('machine code that does not load', () => {
  let sandbox: Sandbox;
  let program: string;
  beforeAll(() => {
    skipUnless(
      process.platform === 'linux' && existsSync(join(root, PREBUILD)),
      'needs Linux, and machine code of node-pty that came with it',
    );
    sandbox = new Sandbox();
    const folder = join(sandbox.root, 'copy');
    for (const part of ['bin', 'dist', 'package.json'])
      cpSync(join(root, part), join(folder, part), { recursive: true });
    const kept = (path: string) => !path.includes('node-pty/build');
    cpSync(join(root, 'node_modules/node-pty'), join(folder, 'node_modules/node-pty'), {
      recursive: true,
      filter: kept,
    });
    // As on a system with musl, the C library that it asks for by name is not there.
    const machineCode = readFileSync(join(folder, PREBUILD));
    const at = machineCode.indexOf('libc.so.6\0');
    expect(at).toBeGreaterThan(0);
    machineCode.write('libx.so.6', at, 'latin1');
    writeFileSync(join(folder, PREBUILD), machineCode);
    program = join(folder, 'bin/cotty.js');
  });
  afterAll(() => sandbox?.close());

  const SENTENCE =
    /node-pty \S+, which opens terminals, does not load on this system \(linux \S+ .+\): libx\.so\.6: cannot open shared object file/;
  const HELP =
    'Install a C++ compiler, make and Python, then run: npm_config_build_from_source=true npm rebuild node-pty';
  const STACK = /^\s+at |node:internal/m;

  test('is told in a sentence by the window, by a script, by a host in front and by the doctor', async () => {
    const window = sandbox.open([], { program, cols: 250 });
    expect((await window.exited).exitCode).toBe(4);
    expect(window.screenText()).toMatch(SENTENCE);
    expect(window.screenText()).toContain(HELP);
    expect(window.screenText()).not.toMatch(STACK);
    const embedded = sandbox.open(['--embed'], { program, cols: 250 });
    expect((await embedded.exited).exitCode).toBe(1);
    expect(embedded.screenText()).toMatch(SENTENCE);
    expect(embedded.screenText()).not.toMatch(STACK);
    for (const args of [['new', 'a'], ['host']]) {
      const { code, stdout, stderr } = await sandbox.run(args, {}, program);
      expect([code, stdout]).toEqual([args[0] === 'host' ? 1 : 4, '']);
      expect(stderr).toMatch(SENTENCE);
      expect(stderr).toContain(HELP);
      expect(stderr).not.toMatch(STACK);
    }
    const shared = sandbox.open(['share'], { program, cols: 250 });
    expect((await shared.exited).exitCode).not.toBe(0);
    expect(shared.screenText()).toMatch(SENTENCE);
    expect(shared.screenText()).not.toMatch(STACK);
    expect(await sandbox.run(['doctor'], {}, program)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(HELP),
    });
  });

  test('is told with the C library, also where the report of Node knows of no glibc', async () => {
    const glibc = await sandbox.run(['host'], {}, program);
    expect(glibc.stderr).toMatch(/does not load on this system \(linux \S+, glibc 2\.\d+\): libx\.so\.6/);
    // As the report of a Node that was built with musl.
    const musl =
      'const { header } = process.report.getReport(); delete header.glibcVersionRuntime; process.report.getReport = () => ({ header });';
    const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(musl)}`;
    const other = await sandbox.run(['host'], { NODE_OPTIONS }, program);
    expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining(HELP) });
    expect(other.stderr).toMatch(/system \(linux \S+, musl or another C library than glibc\): libx\.so\.6/);
  });
});

test.each(['bin/cotty.js', 'bin/setup.js'])('a Node that is too old is told by %s', (file) => {
  const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.18.3' } })`;
  const args = [
    '--import',
    `data:text/javascript,${encodeURIComponent(older)}`,
    join(root, file),
    '--version',
  ];
  expect(spawnSync(programNode, args, { encoding: 'utf8' })).toMatchObject({
    status: 1,
    stdout: '',
    stderr: 'cotty needs Node 20.19 or newer; this is 20.18.3\n',
  });
});

test('the launcher and the set-up use nothing that an old Node cannot read', () => {
  for (const file of ['bin/cotty.js', 'bin/setup.js']) {
    const source = readFileSync(join(root, file), 'utf8');
    // Optional chaining and its kin came with Node 14, which reads ES modules since 12.
    expect(source).not.toMatch(/\?\.[a-z[(]|\?\?|\.at\(|^await /m);
    execFileSync(programNode, ['--check', join(root, file)]);
  }
});
