/** How a shell is started so that it tells where its commands begin and end, with no file of the user touched. */

import { basename, join } from 'node:path';
import { childEnv, type Env } from './child-env.ts';

export type LaunchOptions = {
  /** Path or name of the shell. */
  readonly shell: string;
  readonly env: Env;
  readonly cwd?: string;
  /** See `scripts-path.ts`. */
  readonly scriptsFolder: string;
  /** Hard to guess, `[0-9A-Za-z]+`; empty = no integration. */
  readonly nonce: string;
  readonly terminalId: string;
  readonly version: string;
  /** Start it as a login shell. */
  readonly login?: boolean;
};

export type Integration = 'bash' | 'zsh' | 'fish' | { readonly off: string };

export type LaunchPlan = {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly integration: Integration;
};

export function launchPlan(options: LaunchOptions): LaunchPlan {
  const name = shellName(options.shell);
  const plain: LaunchPlan = {
    file: options.shell,
    args: options.login ? ['-l'] : [],
    env: childEnv(options.env, options),
    integration: { off: offReason(name, options.nonce) },
  };
  if (options.nonce === '') return plain;
  switch (name) {
    case 'bash':
      return bashPlan(plain, options);
    case 'zsh':
      return zshPlan(plain, options);
    case 'fish':
      return fishPlan(plain, options);
    default:
      return plain;
  }
}

/** `/usr/local/bin/bash-5.2` is a bash, `/bin/rbash` is not: a restricted shell may not redirect. */
function shellName(shell: string): string {
  return basename(shell)
    .replace(/\.exe$/i, '')
    .replace(/^(bash|zsh|fish)-?\d[\d.]*$/, '$1');
}

function offReason(name: string, nonce: string): string {
  return nonce === '' && ['bash', 'zsh', 'fish'].includes(name)
    ? 'Commands are not detected: shell integration is switched off'
    : `Commands are not detected: no integration for ${name}, only for bash, zsh and fish`;
}

/** A login bash ignores `--init-file`, so the script itself reads what a login shell would. */
function bashPlan(plain: LaunchPlan, { scriptsFolder, nonce, login }: LaunchOptions): LaunchPlan {
  return {
    ...plain,
    args: ['--init-file', join(scriptsFolder, 'integration.bash')],
    env: { ...plain.env, COTTY_NONCE: nonce, ...(login ? { COTTY_LOGIN: '1' } : {}) },
    integration: 'bash',
  };
}

function zshPlan(plain: LaunchPlan, { scriptsFolder, nonce }: LaunchOptions): LaunchPlan {
  const { ZDOTDIR: own, ...env } = plain.env;
  return {
    ...plain,
    env: {
      ...env,
      COTTY_NONCE: nonce,
      ...(own === undefined ? {} : { COTTY_ZDOTDIR: own }),
      ZDOTDIR: join(scriptsFolder, 'zsh'),
    },
    integration: 'zsh',
  };
}

function fishPlan(plain: LaunchPlan, { scriptsFolder, nonce }: LaunchOptions): LaunchPlan {
  const script = join(scriptsFolder, 'integration.fish').replaceAll(/[\\']/g, '\\$&');
  return {
    ...plain,
    args: [...plain.args, '--init-command', `source '${script}'`],
    env: { ...plain.env, COTTY_NONCE: nonce },
    integration: 'fish',
  };
}
