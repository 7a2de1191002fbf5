/**
 * `cotty config` — prints a commented sample, prints a setting, changes a setting or a key in the file (comments are kept), or
 * translates a configuration of tmux.
 */

import { MOST_CHARS } from '../../client/commands/tmux-words.ts';
import { didYouMean, nearest } from '../../protocol/common/nearest.ts';
import { changeFile, configPath, withKeyLine, withSetting } from '../../tui/config/edit-config.ts';
import { importTmux } from '../../tui/config/import-tmux.ts';
import { sampleConfig } from '../../tui/config/sample.ts';
import { readValue, writeValue } from '../../tui/config/setting-kinds.ts';
import { isSettingName, removedSetting, SETTING_NAMES, SETTINGS } from '../../tui/config/settings.ts';
import { parseKeyLine, withJoinedKeys } from '../../tui/keys/bindings/key-lines.ts';
import { causeText } from '../common/error-text.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { complain, say } from '../common/print.ts';
import { readSmallFile } from '../common/read-small-file.ts';
import { refuseArgs } from '../common/usage-error.ts';
import { readConfig } from './read-config.ts';

const spec = { flags: { config: 'string' }, positionals: ['what', 'word'], many: true } as const;

const VERBS = ['get', 'set', 'bind', 'unbind', 'import-tmux'];

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, spec);
  if (!parsed.ok) return refuseArgs(parsed, 'config', io);
  const [what, ...words] = parsed.input;
  const { config: file } = parsed.flags;
  switch (what) {
    case undefined:
      return printSample(io);
    case 'get':
      return words.length > 1
        ? refused(io, `one name at a time: ${words.join(' ')}`)
        : get(words[0], file, io);
    case 'set':
      return set(words, file, io);
    case 'bind':
    case 'unbind':
      return setKey([what, ...words], file, io);
    case 'import-tmux':
      return words.length > 1
        ? refused(io, `one file at a time: ${words.join(' ')}`)
        : printImported(words[0], io);
    default:
      return refused(
        io,
        `unknown subcommand "config ${what}"; use get, set, bind, unbind or import-tmux${didYouMean(what, VERBS)}`,
      );
  }
}

function printSample(io: Io): number {
  say(io, sampleConfig());
  // The path goes to stderr, so that `cotty config > FILE` writes only the configuration.
  const path = configPath(io.env);
  if (io.stdout.isTTY && path !== undefined) complain(io, `your configuration is read from ${path}`);
  return ExitCode.ok;
}

/** Prints one setting, or all of them as lines of a config file. */
function get(name: string | undefined, file: string | undefined, io: Io): number {
  const read = readConfig(file, io.env);
  if (!read.ok) return failed(io, read.error);
  const { settings } = read.config;
  if (name === undefined) {
    for (const each of SETTING_NAMES)
      say(io, `${each} = ${writeValue(settings[each])}`.trimEnd().concat('\n'));
    return ExitCode.ok;
  }
  if (!isSettingName(name)) return refused(io, unknownSetting(name));
  say(io, `${writeValue(settings[name])}\n`);
  return ExitCode.ok;
}

/** Prints a tmux configuration as lines of a cotty configuration: the named file, or else the one that tmux would read. */
function printImported(named: string | undefined, io: Io): number {
  const files = named === undefined ? tmuxFiles(io.env) : [named];
  if (files.length === 0) return failed(io, 'HOME is not set: name the file of tmux');
  const reasons: string[] = [];
  for (const file of files) {
    const read = readSmallFile(file, MOST_CHARS);
    if (read.ok) {
      say(io, importTmux(read.bytes.toString('utf8'), file));
      if (io.stdout.isTTY) complain(io, `add these lines to ${configPath(io.env) ?? 'your configuration'}`);
      return ExitCode.ok;
    }
    reasons.push(`${file} cannot be read (${read.why})`);
    // The next file is tried only if this one does not exist.
    if (read.code !== 'ENOENT') break;
  }
  return failed(io, reasons.join('; '));
}

/** The files that tmux reads, the first that exists. */
function tmuxFiles(env: Io['env']): readonly string[] {
  const home = env['HOME'];
  const xdg = env['XDG_CONFIG_HOME'];
  return [
    ...(home ? [`${home}/.tmux.conf`] : []),
    ...(xdg?.startsWith('/') ? [`${xdg}/tmux/tmux.conf`] : []),
    ...(home ? [`${home}/.config/tmux/tmux.conf`] : []),
  ];
}

function set([name, ...words]: readonly string[], file: string | undefined, io: Io): number {
  if (name === undefined || words.length === 0) return refused(io, 'config set needs a name and a value');
  if (!isSettingName(name)) return refused(io, unknownSetting(name));
  const value = words.join(' ');
  const read = readValue(SETTINGS[name], value);
  if (!read.ok) return refused(io, `${name} ${read.problem}, not ${value}`);
  return change(file, io, (text) => withSetting(text, name, value));
}

function setKey(written: readonly string[], file: string | undefined, io: Io): number {
  const words = withJoinedKeys(written);
  const read = parseKeyLine(words);
  if (!read.ok) return refused(io, `${words.join(' ')}: ${read.problem}`);
  return change(file, io, (text) => withKeyLine(text, words));
}

function change(file: string | undefined, io: Io, edit: (text: string) => string): number {
  const asked = file ?? configPath(io.env);
  if (asked === undefined) return failed(io, 'the configuration has no path, because HOME is not set');
  try {
    changeFile(asked, edit);
    return ExitCode.ok;
  } catch (error) {
    return failed(io, `${asked} cannot be changed: ${causeText(error)}`);
  }
}

function unknownSetting(name: string): string {
  const removed = removedSetting(name);
  if (removed !== undefined) return removed;
  const meant = nearest(name, SETTING_NAMES);
  return `there is no setting called ${name}${meant === undefined ? '' : `; did you mean ${meant}?`}`;
}

function refused(io: Io, problem: string): number {
  complain(io, problem);
  return ExitCode.usage;
}

function failed(io: Io, problem: string): number {
  complain(io, problem);
  return ExitCode.failure;
}
