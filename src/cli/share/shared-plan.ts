/** Plans what `cotty share` starts: the user's own shell in the user's own environment, with only our shell integration added. */

import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ShareParams } from '../../client/share/shared-terminal.ts';
import { defaultShell } from '../../host/launch/default-shell.ts';
import type { PtyOptions } from '../../host/pty/pty-port.ts';
import { launchPlan } from '../../shell/launch.ts';
import { scriptsPath } from '../../shell/scripts-path.ts';
import { readVersion } from '../common/installation.ts';
import type { Io } from '../common/io.ts';
import { commandLine } from '../common/shell-quote.ts';

export type SharedPlan = {
  readonly start: Omit<PtyOptions, 'cols' | 'rows'>;
  readonly runs: ShareParams['runs'];
  readonly cwd: string;
};

/** Variables of shell integration. Others of a launch plan, such as TERM_PROGRAM, are wrong for the user's own terminal. */
const INTEGRATION = [
  'COTTY_NONCE',
  'COTTY_LOGIN',
  'COTTY_ZDOTDIR',
  'COTTY_TERMINAL',
  'COTTY_REPORT',
  'ZDOTDIR',
];

export function sharedPlan(uri: string, command: readonly string[], io: Pick<Io, 'env' | 'cwd'>): SharedPlan {
  const shell = defaultShell(io.env);
  const cwd = pathToFileURL(io.cwd).href;
  if (command.length > 0) {
    const env = { ...plainEnv(io.env), COTTY_TERMINAL: uri };
    const start = { file: shell, args: ['-c', commandLine(command)], env, cwd: io.cwd };
    return { start, runs: { command }, cwd };
  }
  const nonce = randomBytes(16).toString('hex');
  const { env } = io;
  const plan = launchPlan({
    shell,
    env,
    cwd: io.cwd,
    scriptsFolder: scriptsPath(),
    nonce,
    terminalId: uri,
    version: readVersion(),
  });
  const ours = INTEGRATION.flatMap((name) => {
    const value = plan.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const start = {
    file: plan.file,
    args: plan.args,
    env: { ...plainEnv(env), ...Object.fromEntries(ours) },
    cwd: io.cwd,
  };
  const marks = typeof plan.integration === 'string' ? { nonce } : {};
  return { start, runs: { shell: basename(shell), ...marks }, cwd };
}

/** The environment without the variables that an outer cotty terminal may have set. */
function plainEnv(env: Io['env']): Record<string, string> {
  const entries = Object.entries(env).flatMap(([name, value]) =>
    value === undefined || /^COTTY_(?:NONCE|LOGIN|ZDOTDIR|TERMINAL|REPORT)$/.test(name)
      ? []
      : [[name, value] as const],
  );
  return Object.fromEntries(entries);
}
