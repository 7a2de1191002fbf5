/** The launch plan of a shell: starts it with shell integration and changes no file of the user. */

import { basename, join } from 'node:path';
import { childEnv, type Env } from './child-env.ts';

export type LaunchOptions = {
  /** Path or name of the shell. */
  readonly shell: string;
  readonly env: Env;
  readonly cwd?: string;
  /** Folder of the shell scripts, see `scripts-path.ts`. */
  readonly scriptsFolder: string;
  /** The nonce in each mark, a secret of `[0-9A-Za-z]+`; empty for no shell integration. */
  readonly nonce: string;
  /** Path of the files by which the host delivers commands, without their extension (`host/run/delivery.ts`); empty for none. */
  readonly delivery?: string;
  readonly terminalId: string;
  readonly version: string;
  /** True to start a login shell. */
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
  const plan = integrated(name, plain, options);
  const { delivery = '' } = options;
  if (delivery === '' || typeof plan.integration !== 'string') return plan;
  return { ...plan, env: { ...plan.env, COTTY_DELIVERY: delivery } };
}

function integrated(name: string, plain: LaunchPlan, options: LaunchOptions): LaunchPlan {
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

/** Returns the kind of the shell: `bash-5.2` is bash, but `rbash` is not, because it may not redirect output. */
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

/** A login bash ignores `--init-file`, so the script itself reads the files of a login shell. */
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
