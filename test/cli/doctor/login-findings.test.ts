import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lingerFindings, loginFindings, readLogout } from '../../../src/cli/doctor/login-findings.ts';
import { loginText } from '../../../src/cli/host/login-host.ts';
import { removeFolder } from '../../support/remove-folder.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cotty-logout-'));
});
afterEach(() => removeFolder(root));

function file(path: string, text = ''): string {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  return join(root, path);
}

describe('what a logout takes away', () => {
  test('is read where systemd keeps it; the last line holds', () => {
    expect(readLogout('mara', root)).toEqual({ systemd: false, linger: false, kills: false });
    mkdirSync(join(root, 'run/systemd/system'), { recursive: true });
    file('var/lib/systemd/linger/mara');
    file('etc/systemd/logind.conf', '[Login]\n#KillUserProcesses=no\nKillUserProcesses=yes\n');
    expect(readLogout('mara', root)).toEqual({ systemd: true, linger: true, kills: true });
    expect(readLogout('ada', root).linger).toBe(false);
    file('etc/systemd/logind.conf.d/90-mine.conf', 'KillUserProcesses = no\n');
    file('etc/systemd/logind.conf.d/10-other.conf', 'KillUserProcesses=yes\n');
    file('etc/systemd/logind.conf.d/99-off.txt', 'KillUserProcesses=yes\n');
    expect(readLogout('mara', root).kills).toBe(false);
  });

  test('is explained, with what keeps it', () => {
    const system = { systemd: true, linger: false, kills: false };
    expect(lingerFindings({ ...system, systemd: false })).toEqual([]);
    expect(lingerFindings({ ...system, linger: true })).toEqual([]);
    expect(lingerFindings(system)).toMatchObject([
      { status: 'no', hint: expect.stringContaining('loginctl enable-linger') },
    ]);
    expect(lingerFindings({ ...system, kills: true })).toMatchObject([
      { status: 'bad', text: expect.stringContaining('KillUserProcesses=yes') },
    ]);
  });
});

describe('a host that starts at login', () => {
  const found = () => loginFindings({ HOME: root }, 'linux').filter(({ id }) => id === 'at-login');
  const unit = '.config/systemd/user/cotty.service';

  test('is not asked for where there is none', () => {
    expect(found()).toEqual([]);
  });

  test('is found not enabled, then enabled', () => {
    const command = [process.execPath, file('cotty.js')];
    const path = file(unit, loginText('systemd', { command, env: [] }, { HOME: root }));
    expect(found()).toMatchObject([{ status: 'no', text: `${path} exists, but is not enabled` }]);
    mkdirSync(join(dirname(path), 'default.target.wants'));
    symlinkSync(path, join(dirname(path), 'default.target.wants/cotty.service'));
    expect(found()).toEqual([]);
  });

  test.each(['', 'ExecStart=/bin/true\n', '\0\xff"'])(
    'is not looked at where somebody else wrote it: %j',
    (text) => {
      file(unit, text);
      expect(found()).toEqual([]);
    },
  );

  test('is found broken where its Node or its program has gone', () => {
    const command = [process.execPath, join(root, 'gone.js')];
    file(unit, loginText('systemd', { command, env: [] }, { HOME: root }));
    expect(found()).toMatchObject([
      {
        status: 'bad',
        text: expect.stringContaining(`starts ${join(root, 'gone.js')}, which does not exist`),
      },
    ]);
  });
});
