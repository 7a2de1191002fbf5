/**
 * Reads the config file, line by line:
 *   # comment                    also after a value and a blank
 *   name = value                 a value with blanks at its ends or a # goes in "double quotes"
 *   bind MODE KEY COMMAND [NUMBER] [when CONDITION]
 *   unbind MODE KEY
 * A bad line is reported with its number, and only that line is ignored. The later of two lines for one setting wins.
 */

import { defaultBindings, prefixOf } from '../../client/commands/default-bindings.ts';
import { type Keymap, keymapOf } from '../../client/commands/keymap.ts';
import { didYouMean } from '../../protocol/common/nearest.ts';
import { applyKeyLines, type NumberedKeyLine, parseKeyLine } from '../keys/bindings/key-lines.ts';
import { keepsF4, type Outer } from '../keys/outer-keys.ts';
import type { CustomStyles } from '../theme/theme.ts';
import { readLine } from './line.ts';
import { readValue, type SettingValue } from './setting-kinds.ts';
import {
  DEFAULT_SETTINGS,
  isSettingName,
  removedSetting,
  SETTING_NAMES,
  SETTINGS,
  type Settings,
} from './settings.ts';

export type ConfigProblem = {
  /** Line number from 1; 0 stands for the whole file. */
  readonly line: number;
  readonly text: string;
  readonly problem: string;
  /** The file, where it is another one than the config file. */
  readonly path?: string;
};

export type Config = {
  readonly settings: Settings;
  readonly keys: readonly ConfigKeyLine[];
  readonly problems: readonly ConfigProblem[];
  /** Number of the line that names the theme, where one does. */
  readonly themeLine?: number;
  /** The theme file that the setting names, once it is read. */
  readonly theme?: CustomStyles;
};

export type ConfigKeyLine = NumberedKeyLine & { readonly text: string };

/** Line limit: ten times any file a user writes. Further lines are not read, and that is reported. */
const MAX_LINES = 10_000;
/** Limit of reported problems: a file that is no config file would fill the screen. */
const MAX_PROBLEMS = 50;
/** Characters of a bad line that a report quotes. */
const MAX_QUOTED = 120;

type Reading = {
  values: Map<string, { value: SettingValue; line: number }>;
  keys: ConfigKeyLine[];
  problems: ConfigProblem[];
};

export function parseConfig(file: string): Config {
  const reading: Reading = { values: new Map(), keys: [], problems: [] };
  const lines = file.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  lines.slice(0, MAX_LINES).forEach((text, i) => {
    const problem = takeLine(reading, text, i + 1);
    if (problem !== undefined)
      reading.problems.push({ line: i + 1, text: text.slice(0, MAX_QUOTED), problem });
  });
  if (lines.length > MAX_LINES) {
    reading.problems.unshift({ line: 0, text: '', problem: `only the first ${MAX_LINES} lines were read` });
  }
  const themeLine = reading.values.get('theme')?.line;
  const values = [...reading.values].map(([name, { value }]) => [name, value]);
  return {
    // Each value was checked by the kind of its setting.
    settings: { ...DEFAULT_SETTINGS, ...(Object.fromEntries(values) as Partial<Settings>) },
    keys: reading.keys,
    ...(themeLine === undefined ? {} : { themeLine }),
    problems: reading.problems.slice(0, MAX_PROBLEMS),
  };
}

/** Formats a problem: `config:12: must be on or off: mouse = maybe`. `config` names the file, where the problem does not. */
export function problemText({ line, text, problem, path: own }: ConfigProblem, config: string): string {
  const path = own ?? config;
  return line === 0 ? `${path}: ${problem}` : `${path}:${line}: ${problem}: ${text.trim()}`;
}

/** Reads one line into `reading`. Returns the problem with the line, if any. */
function takeLine(reading: Reading, text: string, line: number): string | undefined {
  const read = readLine(text);
  switch (read.kind) {
    case 'empty':
      return undefined;
    case 'bad':
      return read.problem;
    case 'setting':
      return takeSetting(reading, read.name, read.value, line);
    case 'keys': {
      const result = parseKeyLine(read.words);
      if (!result.ok) return result.problem;
      reading.keys.push({ line, text: text.slice(0, MAX_QUOTED), key: result.line });
      return undefined;
    }
  }
}

function takeSetting({ values }: Reading, name: string, written: string, line: number): string | undefined {
  if (!isSettingName(name)) {
    const hint = didYouMean(name, SETTING_NAMES);
    return removedSetting(name) ?? `there is no setting called ${name}${hint}`;
  }
  const read = readValue(SETTINGS[name], written);
  if (!read.ok) return read.problem;
  const before = values.get(name);
  values.set(name, { value: read.value, line });
  return before && `${name} was already set in line ${before.line}; this line wins`;
}

/** Builds the keymap: defaults chosen by settings and outer terminal, then the user's key lines. */
export function configKeymap(
  config: Pick<Config, 'settings' | 'keys'>,
  outer: Outer,
): { readonly keymap: Keymap; readonly problems: readonly ConfigProblem[] } {
  const { settings } = config;
  const defaults = defaultBindings({ ...settings, keepF4: keepsF4(outer) });
  const prefix = prefixOf(settings);
  const { bindings, conflicts } = applyKeyLines(defaults, config.keys, prefix);
  const problems = conflicts.map(({ line, problem }) => {
    const text = config.keys.find((key) => key.line === line)?.text ?? '';
    return { line, text, problem };
  });
  return { keymap: keymapOf(bindings, prefix), problems };
}
