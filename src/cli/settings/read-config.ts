/** Reads the configuration: the file of `--config`, which must exist, or the user's own, which need not. */

import { readFileSync, statSync } from 'node:fs';
import { systemCode } from '../../protocol/common/system-error.ts';
import { configPath, MAX_CONFIG_BYTES } from '../../tui/config/edit-config.ts';
import { type Config, parseConfig } from '../../tui/config/parse.ts';
import { causeText } from '../common/error-text.ts';
import type { Io } from '../common/io.ts';
import { readSmallFile } from '../common/read-small-file.ts';

export type ReadConfig =
  | { readonly ok: true; readonly config: Config; readonly path: string }
  | { readonly ok: false; readonly error: string };

export function readConfig(asked: string | undefined, env: Io['env']): ReadConfig {
  const path = asked ?? configPath(env);
  if (path === undefined) return { ok: true, config: parseConfig(''), path: 'config' };
  const file = asked === undefined ? textOf(path) : textAsked(path);
  if (typeof file === 'string') return { ok: true, config: parseConfig(file), path };
  if (asked === undefined && file.code === 'ENOENT') return { ok: true, config: parseConfig(''), path };
  return { ok: false, error: `the configuration "${path}" cannot be read (${file.why})` };
}

/** The path from which a window reads its configuration again; undefined where there is no place for one. */
export function configSource(
  asked: string | undefined,
  env: Io['env'],
): { readonly path: string; readonly isOwn: boolean; readonly read: () => ReadConfig } | undefined {
  const path = asked ?? configPath(env);
  const isOwn = asked === undefined;
  return path === undefined ? undefined : { path, isOwn, read: () => readConfig(asked, env) };
}

type Unread = { readonly why: string; readonly code?: string };

/** Reads a file at cotty's own path: a pipe that lies there by mistake must not keep a window from opening. */
function textOf(path: string): string | Unread {
  const file = readSmallFile(path, MAX_CONFIG_BYTES);
  return file.ok ? file.bytes.toString('utf8') : file;
}

/** Reads a path that a person has given, which may be a pipe: `--config <(…)`. */
function textAsked(path: string): string | Unread {
  try {
    return statSync(path).isFile() ? textOf(path) : readFileSync(path, 'utf8');
  } catch (error) {
    return { why: causeText(error), code: systemCode(error) };
  }
}
