/**
 * Reads the config file, line by line:
 *   # comment                    also after a value and a blank
 *   name = value                 a value with blanks at its ends or a # goes in "double quotes"
 *   bind MODE KEY COMMAND [NUMBER] [when CONDITION]
 *   unbind MODE KEY
 *   color.ROLE = [COLOUR] [on COLOUR] [bold] [dim] [italic] [underline] [inverse]
 * A bad line is reported with its number, and only that line is ignored. The later of two lines for one setting wins.
 */

import { prefixOf } from '../../client/commands/default-bindings.ts';
import { type Keymap, keymapOf } from '../../client/commands/keymap.ts';
import { defaultBindings } from '../../client/commands/tmux-keys.ts';
import { didYouMean } from '../../protocol/common/nearest.ts';
import { applyKeyLines, type NumberedKeyLine, parseKeyLine } from '../keys/bindings/key-lines.ts';
import { keepsF4, type Outer } from '../keys/outer-keys.ts';
import { ROLES, type Role } from '../theme/roles.ts';
import { type Color, isColor, NAMED_COLORS, type TextStyle } from '../theme/text-style.ts';
import type { OwnStyles } from '../theme/theme.ts';
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
};

export type Config = {
  readonly settings: Settings;
  readonly keys: readonly ConfigKeyLine[];
  readonly problems: readonly ConfigProblem[];
  /** Styles that take precedence over those of the theme. */
  readonly styles: OwnStyles;
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
  styles: Partial<Record<Role, TextStyle>>;
  keys: ConfigKeyLine[];
  problems: ConfigProblem[];
};

export function parseConfig(file: string): Config {
  const reading: Reading = { values: new Map(), styles: {}, keys: [], problems: [] };
  const lines = file.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  lines.slice(0, MAX_LINES).forEach((text, i) => {
    const problem = takeLine(reading, text, i + 1);
    if (problem !== undefined)
      reading.problems.push({ line: i + 1, text: text.slice(0, MAX_QUOTED), problem });
  });
  if (lines.length > MAX_LINES) {
    reading.problems.unshift({ line: 0, text: '', problem: `only the first ${MAX_LINES} lines were read` });
  }
  const values = [...reading.values].map(([name, { value }]) => [name, value]);
  return {
    // Each value was checked by the kind of its setting.
    settings: { ...DEFAULT_SETTINGS, ...(Object.fromEntries(values) as Partial<Settings>) },
    keys: reading.keys,
    styles: reading.styles,
    problems: reading.problems.slice(0, MAX_PROBLEMS),
  };
}

/** Formats a problem: `config:12: must be on or off: mouse = maybe`. `config` names the file, where the problem does not. */
export function problemText({ line, text, problem }: ConfigProblem, path: string): string {
  return line === 0 ? `${path}: ${problem}` : `${path}:${line}: ${problem}: ${text.trim()}`;
}

/** Reads one line into `reading`. Returns the problem with the line, if any. */
function takeLine(reading: Reading, text: string, line: number): string | undefined {
  const read = readLine(/^\s*color\./.test(text) ? withQuotedColors(text) : text);
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

function takeSetting(
  { values, styles }: Reading,
  name: string,
  written: string,
  line: number,
): string | undefined {
  if (name.startsWith('color.')) return takeStyle(styles, name.slice('color.'.length), written);
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

function takeStyle(styles: Reading['styles'], name: string, written: string): string | undefined {
  const role = ROLES.find((each) => each === name);
  if (role === undefined) return `nothing that has a colour is called ${name}${didYouMean(name, ROLES)}`;
  const style = readStyle(written);
  if (typeof style === 'string') return style;
  styles[role] = style;
  return undefined;
}

/** Puts true colours in quotes: in other lines a word that begins with # is a comment. */
function withQuotedColors(text: string): string {
  const value = text.indexOf('=') + 1;
  const quoted = text.slice(value).replaceAll(/(^|\s)(#[0-9a-fA-F]{6})(?=\s|$)/g, '$1"$2"');
  return text.slice(0, value) + quoted;
}

const ATTRIBUTES = ['bold', 'dim', 'italic', 'underline', 'inverse'] as const;

/** Returns the style, or the problem with it. */
function readStyle(text: string): TextStyle | string {
  const style: { fg?: Color; bg?: Color } & { [A in (typeof ATTRIBUTES)[number]]?: boolean } = {};
  let isBackground = false;
  for (const word of text.split(/\s+/).filter((each) => each !== '')) {
    const attribute = ATTRIBUTES.find((each) => each === word);
    if (word === 'on') isBackground = true;
    else if (attribute !== undefined) style[attribute] = true;
    else if (!isColor(word)) return `${word} is no colour: one of ${NAMED_COLORS.join(', ')}, or #rrggbb`;
    else if (isBackground) style.bg = word;
    else style.fg = word;
  }
  return isBackground && style.bg === undefined ? 'after "on" must come a colour' : style;
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
