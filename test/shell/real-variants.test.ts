import { afterEach, it } from 'vitest';
import { describeWith } from '../support/programs.ts';
import { type Dialect, runBattery } from '../support/shell-battery.ts';
import { ShellDriver } from '../support/shell-driver.ts';

const variants: Readonly<Record<Dialect, readonly string[]>> = {
  bash: [
    'plain',
    'prompt-command-string',
    'prompt-command-array',
    'ps0',
    'debug-trap',
    'preexec',
    'starship',
    'histcontrol',
    'erasedups',
    'vi',
    'exported',
    'strict',
    'share-history',
    'own-133',
  ],
  zsh: ['plain', 'hooks', 'zdotdir', 'home', 'rewriting', 'strict', 'own-133', 'no-partial'],
  fish: ['plain', 'prompt', 'vi', 'own-133'],
};

/** `cmdhist` is off, or `lithist` on. */
const keepsLines = new Set(['erasedups', 'strict']);

let driver: ShellDriver | undefined;
afterEach(() => driver?.close());

for (const dialect of ['bash', 'zsh', 'fish'] as const) {
  describeWith(dialect, `${dialect} reports every command exactly`, () => {
    it.each(variants[dialect])('with the files of %s', async (rc) => {
      driver = new ShellDriver({ shell: dialect, rc: `${dialect}-${rc}` });
      await runBattery(driver, dialect, dialect === 'bash' && !keepsLines.has(rc) ? 'joined' : 'kept');
    });
  });
}
