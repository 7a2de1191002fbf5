/** Reads the configuration file: that of `--config`, which must exist, or the user's own, which need not. */

import { readFileSync } from 'node:fs';
import { systemCode } from '../../protocol/common/system-error.ts';
import { configPath } from '../../tui/config/config-path.ts';
import { type Config, parseConfig } from '../../tui/config/parse.ts';
import type { Io } from '../ground/io.ts';

export type ReadConfig =
  | { readonly ok: true; readonly config: Config; readonly path: string }
  | { readonly ok: false; readonly error: string };

export function readConfig(asked: string | undefined, env: Io['env']): ReadConfig {
  const path = asked ?? configPath(env);
  if (path === undefined) return { ok: true, config: parseConfig(''), path: 'config' };
  try {
    return { ok: true, config: parseConfig(readFileSync(path, 'utf8')), path };
  } catch (error) {
    const code = systemCode(error);
    if (asked === undefined && code === 'ENOENT') return { ok: true, config: parseConfig(''), path };
    return { ok: false, error: `the configuration "${path}" cannot be read (${code})` };
  }
}
