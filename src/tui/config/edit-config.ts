/** Changes one line of a config file and leaves all others as they are, comments included. Pure: text in, text out. */

import { mkdirSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemCode } from '../../protocol/common/system-error.ts';
import { readLine } from './line.ts';

/** Returns the file with the setting at this value: its last line is changed, or one is added below its sample line. */
export function withSetting(file: string, name: string, written: string): string {
  const line = (comment: string) => `${settingLine(name, written)}${comment}`;
  return edited(
    file,
    (text) => isSetting(text, name),
    (text) => isSample(text, name),
    line,
  );
}

/** Returns the file without the lines of a setting. */
export function withoutSetting(file: string, name: string): string {
  return file
    .split(/(?<=\n)/)
    .filter((line) => !isSetting(line.trimEnd(), name))
    .join('');
}

/** Returns the file with another name for a setting; its value and its comment stay. */
export function withRenamed(file: string, name: string, next: string): string {
  const renamed = (line: string): string => line.replace(/^(\s*)[\w.-]+/, (_, blanks) => `${blanks}${next}`);
  return file
    .split(/(?<=\n)/)
    .map((line) => (isSetting(line.trimEnd(), name) ? renamed(line) : line))
    .join('');
}

/** Returns the file with this key line (`bind …` or `unbind …`) in place of the lines for the same key of the same mode. */
export function withKeyLine(file: string, words: readonly string[]): string {
  const line = (comment: string) => `${keyLine(words)}${comment}`;
  const [, mode = '', key = ''] = words;
  const isSame = (text: string) => {
    const read = readLine(text);
    if (read.kind !== 'keys') return false;
    const [, otherMode = '', otherKey = ''] = read.words;
    const isOtherCase = read.words.includes('when') || words.includes('when');
    return otherMode.toLowerCase() === mode.toLowerCase() && otherKey === key && !isOtherCase;
  };
  return edited(file, isSame, () => false, line);
}

/** Returns a line that sets a setting. */
export function settingLine(name: string, written: string): string {
  return `${name} = ${quoted(written)}`;
}

/** Returns a key line of these words. */
export function keyLine(words: readonly string[]): string {
  return words.map(keyWord).join(' ');
}

type Test = (line: string) => boolean;

function edited(file: string, isIt: Test, isSample: Test, made: (comment: string) => string): string {
  const end = file.includes('\r\n') ? '\r\n' : '\n';
  const lines = file === '' ? [] : file.split(/\r\n|\n|\r/);
  const at = lines.findLastIndex(isIt);
  if (at >= 0) return lines.with(at, made(commentOf(lines[at] ?? ''))).join(end);
  const sample = lines.findLastIndex(isSample);
  if (sample >= 0) return lines.toSpliced(sample + 1, 0, made('')).join(end);
  const body = lines.at(-1) === '' ? lines.slice(0, -1) : lines;
  return [...body, made(''), ''].join(end);
}

function isSetting(line: string, name: string): boolean {
  const read = readLine(line);
  return read.kind === 'setting' && read.name === name;
}

/** Whether a line is the setting as a comment, as `cotty config` prints it. */
function isSample(line: string, name: string): boolean {
  const text = line.trimStart();
  return text.startsWith('#') && isSetting(text.slice(1).trimStart(), name);
}

/** Returns the comment at the end of a line with the blanks before it. */
function commentOf(line: string): string {
  for (let at = line.indexOf('#'); at >= 0; at = line.indexOf('#', at + 1)) {
    const before = line.slice(0, at);
    const isWordStart = /\s$/.test(before);
    const isOutside = readLine(before).kind !== 'bad';
    if (isWordStart && isOutside) return line.slice(before.trimEnd().length);
  }
  return '';
}

/** Writes a value so that it reads back as it is: in quotes where it has a # or blanks that would be lost. */
function quoted(value: string): string {
  const read = readLine(`x = ${value}`);
  const isPlain = read.kind === 'setting' && read.value === value && !value.includes('"');
  return isPlain ? value : inQuotes(value);
}

function keyWord(word: string): string {
  return /[\s"#]/.test(word) ? inQuotes(word) : word;
}

function inQuotes(text: string): string {
  return `"${text.replaceAll(/[\\"]/g, String.raw`\$&`)}"`;
}

// Changes a config file in one step: whoever reads it meanwhile sees it as it was, or as it is now.

/** `edit` gets an empty text where there is no file. Throws the system's error. */
export function changeFile(asked: string, edit: (text: string) => string): void {
  const { path, text, mode } = current(asked);
  const next = edit(text);
  if (next === text) return;
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.new`;
  writeFileSync(draft, next, { mode });
  renameSync(draft, path);
}

/** Follows links, so that a file kept elsewhere stays linked. */
function current(asked: string): { readonly path: string; readonly text: string; readonly mode: number } {
  try {
    const path = realpathSync(asked);
    return { path, text: readFileSync(path, 'utf8'), mode: statSync(path).mode };
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return { path: asked, text: '', mode: 0o644 };
    throw error;
  }
}

// Path of the config file.

type Env = Readonly<Record<string, string | undefined>>;

/** Follows the XDG rule: a relative XDG_CONFIG_HOME is ignored. Returns undefined when there is no HOME either. */
export function configPath(env: Env): string | undefined {
  const xdg = env['XDG_CONFIG_HOME'];
  if (xdg?.startsWith('/')) return `${xdg}/cotty/config`;
  const home = env['HOME'];
  return home ? `${home}/.config/cotty/config` : undefined;
}
