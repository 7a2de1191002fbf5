import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { redact } from '../../src/protocol/common/redact.ts';
import { childEnv } from '../../src/shell/child-env.ts';
import { type LaunchOptions, launchPlan } from '../../src/shell/launch.ts';
import { isReportKey, reportKey } from '../../src/shell/report-key.ts';
import { scriptsPath } from '../../src/shell/scripts-path.ts';

const plan = (more: Partial<LaunchOptions>) =>
  launchPlan({
    shell: '/bin/bash',
    env: { HOME: '/home/ann', PATH: '/bin' },
    scriptsFolder: '/lib/scripts',
    nonce: 'abc',
    terminalId: 't7',
    version: '1.2.3',
    ...more,
  });

describe('launchPlan', () => {
  it('gives bash an init file, and says in the environment that a login shell is meant', () => {
    const { file, args, env, integration } = plan({});
    expect({ file, args, integration }).toEqual({
      file: '/bin/bash',
      args: ['--init-file', '/lib/scripts/integration.bash'],
      integration: 'bash',
    });
    expect(env).toMatchObject({ COTTY_NONCE: 'abc' });
    expect(env).not.toHaveProperty('COTTY_LOGIN');
    expect(plan({ login: true })).toMatchObject({ args, env: { COTTY_LOGIN: '1' } });
  });

  it('gives zsh a ZDOTDIR and remembers the one of the user', () => {
    const own = plan({ shell: 'zsh', env: { ZDOTDIR: '/home/ann/.zsh' }, login: true });
    expect(own).toMatchObject({
      args: ['-l'],
      env: { ZDOTDIR: '/lib/scripts/zsh', COTTY_ZDOTDIR: '/home/ann/.zsh', COTTY_NONCE: 'abc' },
      integration: 'zsh',
    });
    expect(plan({ shell: 'zsh' }).env).not.toHaveProperty('COTTY_ZDOTDIR');
  });

  it('gives fish an init command, quoted', () => {
    expect(plan({ shell: '/usr/bin/fish', scriptsFolder: "/it's \\here", login: true })).toMatchObject({
      args: ['-l', '--init-command', "source '/it\\'s \\\\here/integration.fish'"],
      env: { COTTY_NONCE: 'abc' },
      integration: 'fish',
    });
  });

  it.each([
    ['/usr/local/bin/bash-5.2', 'bash'],
    ['/opt/zsh5.9', 'zsh'],
    ['fish', 'fish'],
  ])('knows %s for %s', (shell, integration) => {
    expect(plan({ shell }).integration).toBe(integration);
  });

  it.each(['/bin/dash', '/bin/sh', 'ksh', 'nu', 'pwsh', '/bin/rbash'])(
    'starts %s as it is and says why',
    (shell) => {
      const { args, env, integration } = plan({ shell });
      expect(args).toEqual([]);
      expect(env).not.toHaveProperty('COTTY_NONCE');
      expect(integration).toEqual({ off: expect.stringMatching(/^Commands are not detected: [^\n]+$/) });
    },
  );

  it('starts any shell as it is without a nonce', () => {
    expect(plan({ nonce: '' })).toMatchObject({
      args: [],
      integration: { off: 'Commands are not detected: shell integration is switched off' },
    });
  });
});

describe('childEnv', () => {
  it('names the terminal and hides the one around it', () => {
    const around = {
      TMUX: '/tmp/tmux-0/default,1,0',
      TMUX_PANE: '%1',
      STY: '1.pts',
      WINDOW: '0',
      WINDOWID: '1',
      ZELLIJ: '0',
      ZELLIJ_SESSION_NAME: 'x',
      TERMCAP: 'x',
      COLUMNS: '80',
      LINES: '24',
      VTE_VERSION: '7000',
      KITTY_WINDOW_ID: '1',
      WEZTERM_PANE: '1',
      ITERM_SESSION_ID: '1',
      VSCODE_INJECTION: '1',
      ALACRITTY_LOG: '/x',
      GHOSTTY_BIN_DIR: '/x',
      TERM_SESSION_ID: '1',
      KONSOLE_VERSION: '1',
      WT_SESSION: '1',
      COTTY_NONCE: 'outer',
      COTTY_REPORT: 'outer',
      COTTY_TERMINAL: 'outer',
      TERM: 'dumb',
      TERM_PROGRAM: 'tmux',
      UNSET: undefined,
    };
    const env = childEnv(
      { ...around, HOME: '/h', EDITOR: 'vi' },
      { terminalId: 't7', version: '1.2.3', cwd: '/w', nonce: '' },
    );
    expect(env).toEqual({
      HOME: '/h',
      EDITOR: 'vi',
      PWD: '/w',
      TERM: 'xterm-256color',
      COLORTERM: 'truecolor',
      TERM_PROGRAM: 'cotty',
      TERM_PROGRAM_VERSION: '1.2.3',
      COTTY_TERMINAL: 't7',
    });
  });
});

describe('reportKey', () => {
  it('is in the environment of a terminal, and tells nothing of its nonce', () => {
    const env = childEnv({}, { terminalId: 't7', version: '1.2.3', nonce: 'abc' });
    expect(env['COTTY_REPORT']).toBe(reportKey('abc'));
    expect(env['COTTY_REPORT']).not.toContain('abc');
    expect(reportKey('abd')).not.toBe(reportKey('abc'));
    expect(redact(`COTTY_REPORT=${reportKey('abc')}`)).toBe('COTTY_REPORT=[redacted]');
  });

  it('is accepted for its own nonce only', () => {
    const key = reportKey('abc') ?? '';
    expect(isReportKey(key, 'abc')).toBe(true);
    for (const nonce of ['abd', '']) expect(isReportKey(key, nonce)).toBe(false);
    for (const wrong of ['', 'abc', `${key}x`]) expect(isReportKey(wrong, 'abc')).toBe(false);
    expect(isReportKey('', '')).toBe(false);
  });
});

describe('scriptsPath', () => {
  it('is a folder with a script for each shell', () => {
    for (const name of ['integration.bash', 'integration.zsh', 'integration.fish', 'zsh/.zshenv']) {
      expect(existsSync(join(scriptsPath(), name)), name).toBe(true);
    }
  });
});
