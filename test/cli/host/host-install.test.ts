import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { launcher } from '../../../src/cli/common/installation.ts';
import { commandOf, loginText, nextSteps } from '../../../src/cli/host/login-host.ts';
import { runCli } from '../../../src/cli/run.ts';
import { fakeIo } from '../../support/fake-io.ts';
import { removeFolder } from '../../support/remove-folder.ts';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cotty-login-'));
});
afterEach(() => removeFolder(home));

const unit = () => join(home, '.config/systemd/user/cotty.service');
const plist = () => join(home, 'Library/LaunchAgents/cotty.host.plist');

async function host(...args: readonly string[]) {
  const env = { HOME: home, PATH: '/usr/bin:/opt/100%/bin', LANG: 'C.UTF-8', SECRET: 'x', TERM: 'xterm' };
  const { io, out, err } = fakeIo({ env, cwd: home });
  return { code: await runCli(['host', ...args], io), out: out(), err: err() };
}

describe('cotty host install', () => {
  test('writes a unit of systemd with this Node, this program and what a login shell would set', async () => {
    const { code, out } = await host('install', '--systemd', '--listen', '127.0.0.1:7070', '--raw-log');
    expect(code).toBe(0);
    expect(out).toContain(`wrote ${unit()}\n`);
    expect(out).toContain('  systemctl --user enable --now cotty.service\n');
    expect(out).toContain('  loginctl enable-linger\n');
    const text = readFileSync(unit(), 'utf8');
    const command = [process.execPath, launcher, 'host', '--raw-log', '--listen', '127.0.0.1:7070'];
    expect(commandOf('systemd', text)).toEqual(command);
    expect(text).toContain('\nEnvironment="PATH=/usr/bin:/opt/100%%/bin"\n');
    expect(text).toContain('\nKillMode=process\nRestart=on-abnormal\n');
    expect(text).not.toMatch(/SECRET|TERM=/);
    expect(statSync(unit()).mode & 0o777).toBe(0o600);
  });

  test('writes a property list of launchd', async () => {
    const { code, out } = await host('install', '--launchd');
    expect(code).toBe(0);
    expect(out).toContain(`launchctl bootstrap gui/$(id -u) ${plist()}\n`);
    expect(out).not.toContain('linger');
    expect(commandOf('launchd', readFileSync(plist(), 'utf8'))).toEqual([process.execPath, launcher, 'host']);
    expect(readFileSync(plist(), 'utf8')).toContain('<key>AbandonProcessGroup</key><true/>');
  });

  test('says what to type in words that a shell reads as they are', () => {
    expect(nextSteps('launchd', "/Users/a b/it's $(x).plist", 'installed')).toEqual([
      "launchctl bootstrap gui/$(id -u) '/Users/a b/it'\\''s $(x).plist'",
    ]);
  });

  test('makes paths absolute, since the host starts elsewhere', async () => {
    for (const name of ['a.pem', 'a.key']) writeFileSync(join(home, name), '');
    const args = ['--listen', '0.0.0.0:7070', '--cert', 'a.pem', '--key', 'a.key', '--limits', 'terminals=9'];
    expect(await host('install', '--systemd', ...args)).toMatchObject({ code: 0, err: '' });
    const tls = ['--cert', join(home, 'a.pem'), '--key', join(home, 'a.key')];
    expect(commandOf('systemd', readFileSync(unit(), 'utf8')).slice(3)).toEqual([
      '--listen',
      '0.0.0.0:7070',
      ...tls,
      '--limits',
      'terminals=9',
    ]);
  });

  test('writes its own file anew, and leaves that of somebody else', async () => {
    await host('install', '--systemd', '--ephemeral');
    const again = await host('install', '--systemd');
    expect(again.out).toContain(`wrote anew ${unit()}\n`);
    expect(readFileSync(unit(), 'utf8')).not.toContain('--ephemeral');
    writeFileSync(unit(), '[Service]\nExecStart=/bin/true\n');
    for (const verb of ['install', 'uninstall']) {
      const { code, err } = await host(verb, '--systemd');
      expect(code).toBe(1);
      expect(err).toBe(`cotty: ${unit()} was not written by cotty; it is left as it is\n`);
    }
    expect(readFileSync(unit(), 'utf8')).toBe('[Service]\nExecStart=/bin/true\n');
  });

  test('is undone by uninstall, with the link by which it started', async () => {
    await host('install', '--systemd');
    const link = join(dirname(unit()), 'default.target.wants/cotty.service');
    mkdirSync(dirname(link));
    symlinkSync(unit(), link);
    const { code, out } = await host('uninstall', '--systemd');
    expect(code).toBe(0);
    expect(out).toContain(`removed ${unit()}\n`);
    expect(existsSync(unit())).toBe(false);
    expect(existsSync(link)).toBe(false);
    const again = await host('uninstall', '--systemd');
    expect(again).toMatchObject({
      code: 1,
      err: `cotty: there is no ${unit()}: the host is not installed\n`,
    });
  });

  test('says what makes no sense', async () => {
    expect((await host('install', '--systemd', '--launchd')).err).toContain(
      'use --systemd or --launchd, not both',
    );
    expect((await host('install', '--clean')).err).toContain(
      '--clean would archive your terminals at every login',
    );
    expect((await host('status', '--systemd')).err).toContain('work only with install and uninstall');
    expect((await host('install', '--listen', 'nowhere')).err).toContain('is not HOST:PORT');
    expect((await host('install', '--limits', 'nonsense=1')).code).toBe(2);
    writeFileSync(join(home, '.config'), '');
    expect((await host('install', '--systemd')).err).toMatch(
      /cotty\.service cannot be written \(not a directory\)\n$/,
    );
  });

  test('leaves nothing half written', async () => {
    mkdirSync(unit(), { recursive: true });
    expect((await host('install', '--systemd')).err).toMatch(
      /cannot be written \(illegal operation on a directory\)\n$/,
    );
    expect(readdirSync(dirname(unit()))).toEqual(['cotty.service']);
  });

  test.each(['systemd', 'launchd'] as const)('keeps every word as it is, for %s', (manager) => {
    const command = ['/opt/a b/"node"', '/x/$HOME/%h/\\n/<a&b>', 'host', '--limits', "it's=1"];
    const text = loginText(manager, { command, env: [['PATH', '/a"b\\c<d>&']] }, { HOME: '/h' });
    expect(commandOf(manager, text)).toEqual(command);
    expect(text).toContain(
      manager === 'systemd' ? 'Environment="PATH=/a\\"b\\\\c<d>&"' : '<string>/a"b\\c&lt;d&gt;&amp;</string>',
    );
  });
});
