import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { waitForMode } from '../support/face.ts';
import { key } from '../support/keys.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { sharedWindow } from '../support/shared-window.ts';

describe('the palette', () => {
  const shared = sharedWindow({ env: { EDITOR: 'sh edit.sh' } });
  const file = () => join(shared.sandbox.home, '.config/cotty/config');

  async function withoutSettings(): Promise<void> {
    rmSync(file());
    await shared.window.waitFor('no settings', (screen) => screen.title !== 'mine');
  }

  async function find(window: OuterTerminal, words: string, title: string): Promise<void> {
    window.send(key.f9);
    await window.waitForText('type to filter');
    window.type(words);
    await window.waitForText(new RegExp(`› ${title} `));
  }

  async function closed(window: OuterTerminal): Promise<void> {
    // At every width the palette has this title.
    await window.waitFor('no palette', (screen) => !screen.text().includes('─ Commands ─'));
  }

  test('finds every command wherever it opens, also by the words of other programs, the last one first', async () => {
    const { window } = shared;
    for (const mode of ['RUN', 'BROWSE'] as const) {
      if (mode === 'BROWSE') window.send(key.f7);
      await waitForMode(window, mode);
      for (const [words, title] of [
        ['copy', 'Copy output'],
        ['settings', 'Edit configuration'],
      ] as const) {
        await find(window, words, title);
        window.send(key.escape);
        await closed(window);
      }
    }
    await find(window, 'redraw', 'Redraw');
    window.send(key.enter);
    await closed(window);
    window.send(key.f9);
    await window.waitForText(/› Redraw /);
    window.send(key.escape);
    await closed(window);
    window.send(key.escape);
    await waitForMode(window, 'RUN');
  });

  test('has room for what a command does in 40 columns', async () => {
    const { window } = shared;
    window.resize(40, 20);
    await find(window, 'rename', 'Rename tab');
    await window.waitForText(/› Rename tab +Give this tab \S+… +F8/);
    window.send(key.escape);
    await closed(window);
    window.resize(100, 30);
  });

  test('chooses a theme, which applies at once and is kept', async () => {
    const { window, sandbox } = shared;
    mkdirSync(join(sandbox.home, '.config/cotty'), { recursive: true });
    sandbox.write('.config/cotty/config', '# mine\nmouse = on\n');
    await find(window, 'colours', 'Theme');
    window.send(key.enter);
    await window.waitForText(/› auto +by the background/);
    window.type('high');
    await window.waitForText('1 found');
    window.send(key.enter);
    await expect.poll(() => readFileSync(file(), 'utf8')).toBe('# mine\nmouse = on\ntheme = highContrast\n');
    await window.waitForText('configuration reloaded');
    await find(window, 'theme', 'Theme');
    window.send(key.enter);
    await window.waitForText(/› highContrast +black on white/);
    window.send(key.escape);
    await window.waitFor('no themes', (screen) => !screen.text().includes('by the background'));
    await withoutSettings();
  });

  test('opens the configuration in the editor, and makes one where there is none', async () => {
    const { window, sandbox } = shared;
    sandbox.write('edit.sh', 'printf "windowTitle = mine\\n" >> "$1"\n');
    await find(window, 'preferences', 'Edit configuration');
    window.send(key.enter);
    await window.waitFor('the setting', (screen) => screen.title === 'mine');
    expect(readFileSync(file(), 'utf8')).toMatch(/^#.*#theme = auto.*windowTitle = mine\n$/s);
    await withoutSettings();
  });
});
