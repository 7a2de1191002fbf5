import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { alt, ctrl } from '../support/keys.ts';
import { sharedWindow } from '../support/shared-window.ts';

describe('the configuration', () => {
  const shared = sharedWindow();
  const path = () => join(shared.sandbox.home, '.config/cotty/config');
  const file = () => readFileSync(path(), 'utf8');

  test('is set and read by commands, and applies to a window that is open: settings, keys and colours', async () => {
    const { window, sandbox } = shared;
    expect(await sandbox.run(['config', 'set', 'windowTitle', 'one'])).toMatchObject({ code: 0 });
    await window.waitFor('the title', (screen) => screen.title === 'one');
    expect((await sandbox.run(['config', 'get', 'windowTitle'])).stdout).toBe('one\n');

    expect((await sandbox.run(['config', 'bind', 'run', 'ctrl+t', 'tab.list'])).code).toBe(0);
    await expect.poll(() => file()).toContain('bind run ctrl+t tab.list');
    await expect
      .poll(() => {
        window.send(ctrl('t'));
        return window.screenText();
      })
      .toContain('type to filter');
    window.send('\x1b');
    await window.waitFor('no list', (screen) => !screen.text().includes('type to filter'));

    sandbox.write('.config/cotty/config', 'windowTitle = one\ncolor.tabActive = #102030 on #aabbcc\n');
    const colour = () => window.screen.cells(0).find(({ text }) => text === '×')?.bg;
    await expect.poll(colour).toMatch(new RegExp(`:${0xaabbcc}$`));
    sandbox.write('.config/cotty/config', 'windowTitle = one\ncolor.tabActive = #102030 on #112233\n');
    await expect.poll(colour).toMatch(new RegExp(`:${0x112233}$`));
    rmSync(path());
    await window.waitFor('no settings', (screen) => screen.title !== 'one');
  });

  test('applies but for a line that is broken, and names file, line and value', async () => {
    const { window, sandbox } = shared;
    await sandbox.run(['config', 'set', 'windowTitle', 'one']);
    await window.waitFor('the title', (screen) => screen.title === 'one');
    sandbox.write('.config/cotty/config', 'windowTitle = two\nmouse = perhaps\n');
    await window.waitForText(/config:2: must be on or off: mouse = perhaps/);
    await window.waitFor('the other title', (screen) => screen.title === 'two');
    window.send(alt('0'));
    await window.waitForText('type to filter');
    window.send('\x1b');
    await window.waitFor('no list', (screen) => !screen.text().includes('type to filter'));
  });

  test('stays a link, with its comments; a wrong value changes nothing', async () => {
    const { sandbox } = shared;
    rmSync(path(), { force: true });
    sandbox.write('dotfiles', '# mine\nmouse = on # always\n');
    mkdirSync(join(sandbox.home, '.config/cotty'), { recursive: true });
    symlinkSync(join(sandbox.home, 'dotfiles'), join(sandbox.home, '.config/cotty/config'));
    expect((await sandbox.run(['config', 'set', 'mouse', 'off'])).code).toBe(0);
    expect(readFileSync(join(sandbox.home, 'dotfiles'), 'utf8')).toBe('# mine\nmouse = off # always\n');
    expect(await sandbox.run(['config', 'set', 'mouse', 'perhaps'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('mouse must be on or off, not perhaps'),
    });
    expect(await sandbox.run(['config', 'set', 'theme', 'drak'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('theme must be auto, light, dark or highContrast, not drak'),
    });
    expect(await sandbox.run(['config', 'get', 'moose'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('did you mean mouse?'),
    });
    expect(await sandbox.run(['config', 'bind', 'run', 'x', 'tab.new'])).toMatchObject({ code: 2 });
    expect(file()).toBe('# mine\nmouse = off # always\n');
  });
});
