/** Reads the configuration: the file of `--config`, which must exist, or the user's own, which need not, and the theme it names. */

import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { didYouMean } from '../../protocol/common/nearest.ts';
import { systemCode } from '../../protocol/common/system-error.ts';
import { configPath, MAX_CONFIG_BYTES } from '../../tui/config/edit-config.ts';
import { type Config, type ConfigProblem, parseConfig } from '../../tui/config/parse.ts';
import { parseTheme } from '../../tui/config/theme-file.ts';
import { themeFiles } from '../../tui/config/theme-files.ts';
import { isThemeName, THEME_NAMES } from '../../tui/theme/themes.ts';
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
  if (typeof file === 'string') return { ok: true, config: withTheme(parseConfig(file), path), path };
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

/** Adds the theme file that the setting names; the folder `themes` stands beside the config file. */
function withTheme(config: Config, path: string): Config {
  const { theme: name } = config.settings;
  const read = readTheme(name, path);
  if (read === undefined) return config;
  if (!read.ok) {
    const wrong: ConfigProblem = {
      line: config.themeLine ?? 0,
      text: `theme = ${name}`,
      problem: read.problem,
    };
    return { ...config, problems: [...config.problems, wrong] };
  }
  const { path: themePath, theme, problems } = read;
  const said = problems.map((problem) => ({ ...problem, path: themePath }));
  return { ...config, theme, problems: [...config.problems, ...said] };
}

type ReadTheme =
  | ({ readonly ok: true; readonly path: string } & ReturnType<typeof parseTheme>)
  | { readonly ok: false; readonly problem: string };

/** Reads the theme file of that name beside the config file; undefined for a theme that is built in. */
export function readTheme(name: string, configFile: string): ReadTheme | undefined {
  if (name === 'auto' || isThemeName(name)) return undefined;
  const path = join(dirname(configFile), 'themes', name);
  const file = textOf(path);
  if (typeof file === 'string') return { ok: true, path, ...parseTheme(file) };
  if (file.code !== 'ENOENT')
    return { ok: false, problem: `the theme ${name} cannot be read (${path}: ${file.why})` };
  const known = ['auto', ...THEME_NAMES, ...themeFiles(configFile)];
  return {
    ok: false,
    problem: `there is no theme called ${name}${didYouMean(name, known)}; themes are ${known.join(', ')}, and the files in ${dirname(path)}`,
  };
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
