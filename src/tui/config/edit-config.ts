/** Changes one line of a config file and leaves all others as they are, comments included. Pure: text in, text out. */

import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { replaceFileSync } from '../../files/replace-file.ts';
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

// Changes a config file in one step: whoever reads it meanwhile sees it as it was, or as it is now. Programs that change the same file
// at once take turns, by a lock file beside it, so that each edits what the one before has written.

/** `edit` gets an empty text where there is no file. Throws the system's error, or one that names the lock if it stays taken. */
export function changeFile(asked: string, edit: (text: string) => string): void {
  const first = current(asked);
  // A file that is not to be changed may lie in a folder that cannot be written.
  if (edit(first.text) === first.text) return;
  mkdirSync(dirname(first.path), { recursive: true });
  while (!changedInTurn(first.path, edit));
}

/** Milliseconds after which a lock counts as left behind: a change takes a few. */
const STALE_MS = 2_000;
/** Milliseconds that a change waits for its turn, and between two looks. */
const LONGEST_WAIT_MS = 10_000;
const LOOK_EVERY_MS = 5;

/** Returns false if another program took the lock over meanwhile: this one was stopped for too long. */
function changedInTurn(asked: string, edit: (text: string) => string): boolean {
  const lock = `${asked}.lock`;
  const token = `${process.pid}-${randomBytes(6).toString('hex')}`;
  waitForTurn(lock, token);
  const { path, text, mode } = current(asked);
  try {
    const next = edit(text);
    if (next === text) return true;
    if (contentOf(lock) !== token) return false;
    replaceFileSync(path, next, mode);
    return true;
  } finally {
    if (contentOf(lock) === token) rmSync(lock, { force: true });
  }
}

function waitForTurn(lock: string, token: string): void {
  const until = Date.now() + LONGEST_WAIT_MS;
  for (;;) {
    try {
      writeFileSync(lock, token, { flag: 'wx', mode: 0o600 });
      return;
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw error;
    }
    if (isStale(lock)) breakLock(lock, `${lock}.${token}`);
    else if (Date.now() > until) throw new Error(`another program is changing it: ${lock} is there`);
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_EVERY_MS);
  }
}

/** Only one of those that find a stale lock can move it away. */
function breakLock(lock: string, aside: string): void {
  try {
    renameSync(lock, aside);
    rmSync(aside, { force: true });
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
}

function isStale(lock: string): boolean {
  const stat = statSync(lock, { throwIfNoEntry: false });
  return stat !== undefined && Math.abs(Date.now() - stat.mtimeMs) > STALE_MS;
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Follows links, so that a file kept elsewhere stays linked. */
function current(asked: string): { readonly path: string; readonly text: string; readonly mode: number } {
  try {
    const path = realpathSync(asked);
    return { path, text: readFileSync(path, 'utf8'), mode: statSync(path).mode & 0o7777 };
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return { path: asked, text: '', mode: 0o644 & ~process.umask() };
    throw error;
  }
}

// Path of the config file.

type Env = Readonly<Record<string, string | undefined>>;

/** Longest configuration or theme in bytes; one with all settings and keys has some 20 KiB. */
export const MAX_CONFIG_BYTES = 1024 * 1024;

/** Follows the XDG rule: a relative XDG_CONFIG_HOME is ignored. Returns undefined when there is no HOME either. */
export function configPath(env: Env): string | undefined {
  const xdg = env['XDG_CONFIG_HOME'];
  if (xdg?.startsWith('/')) return `${xdg}/cotty/config`;
  const home = env['HOME'];
  return home ? `${home}/.config/cotty/config` : undefined;
}
