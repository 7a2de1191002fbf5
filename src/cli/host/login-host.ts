/**
 * The service file by which systemd or launchd starts the host at login: its text and its path.
 *
 * The paths of Node and cotty, and some variables such as PATH and the locale, are copied into the file when it is written, because
 * a service manager does not run the start files of a shell.
 */

import { join } from 'node:path';
import { shellWord } from '../../protocol/common/shell-quote.ts';
import type { Io } from '../common/io.ts';
import { NATS_NAMES } from '../connect/nats-flags.ts';

export type LoginSystem = 'systemd' | 'launchd';

/** The command of a service: the program with its arguments, and its environment. */
export type Started = {
  readonly command: readonly string[];
  readonly env: readonly (readonly [name: string, value: string])[];
};

const UNIT = 'cotty.service';
const LABEL = 'cotty.host';

/** The first line of a file that cotty wrote; files without it are never overwritten or removed. */
export const MARK = 'Written by `cotty host install`';

/** Variables that shells, programs or the host itself need and a service manager does not know. */
const KEPT = [
  'PATH',
  'LANG',
  'LC_ALL',
  'SHELL',
  'COTTY_RUNTIME_DIR',
  'COTTY_STATE_DIR',
  'COTTY_LIMITS',
  ...Object.values(NATS_NAMES).map(([, variable]) => variable),
  'COTTY_NATS_OUTPUTS',
  'XDG_CONFIG_HOME',
  'XDG_STATE_HOME',
];

export function keptVariables(env: Io['env']): Started['env'] {
  // A unit file cannot have values of several lines, and none of these variables needs them.
  return KEPT.flatMap((name) => {
    const value = env[name];
    return value === undefined || value === '' || /\p{Cc}/u.test(value) ? [] : [[name, value] as const];
  });
}

export type Paths = {
  readonly file: string;
  /** The link by which systemd starts the service at login; undefined for launchd. */
  readonly link: string | undefined;
};

export function pathsOf(system: LoginSystem, env: Io['env']): Paths {
  const home = env['HOME'] || '/';
  if (system === 'launchd')
    return { file: join(home, 'Library/LaunchAgents', `${LABEL}.plist`), link: undefined };
  const folder = join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'systemd/user');
  return { file: join(folder, UNIT), link: join(folder, 'default.target.wants', UNIT) };
}

export function loginText(system: LoginSystem, started: Started, env: Io['env']): string {
  return system === 'systemd' ? unit(started) : plist(started, env['HOME'] || '/');
}

/** The command in the text of a service of ours: Node, the program, its arguments. */
export function commandOf(system: LoginSystem, text: string): readonly string[] {
  if (system === 'systemd') {
    const line = text.split('\n').find((each) => each.startsWith('ExecStart=')) ?? '';
    return unitWords(line);
  }
  const list = text.split('<array>')[1]?.split('</array>')[0] ?? '';
  return [...list.matchAll(/<string>([^<]*)<\/string>/g)].map(([, word = '']) =>
    word.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  );
}

/** The commands to type after the file was written, or after it was removed. */
export function nextSteps(
  system: LoginSystem,
  file: string,
  done: 'installed' | 'removed',
): readonly string[] {
  if (system === 'launchd') {
    return done === 'installed'
      ? [`launchctl bootstrap gui/$(id -u) ${shellWord(file)}`]
      : [`launchctl bootout gui/$(id -u)/${LABEL}`];
  }
  return done === 'installed'
    ? ['systemctl --user daemon-reload', `systemctl --user enable --now ${UNIT}`]
    : [`systemctl --user stop ${UNIT}`, 'systemctl --user daemon-reload'];
}

/**
 * `KillMode=process`: systemd signals only the host, which ends its terminals itself; daemons started there survive as usual.
 * `Restart=on-abnormal`: a host that exits because another one is running is not restarted.
 */
function unit({ command, env }: Started): string {
  return [
    `# ${MARK}; \`cotty host uninstall\` removes it.`,
    '[Unit]',
    'Description=cotty host, which keeps your terminals',
    'Documentation=man:cotty(1)',
    '',
    '[Service]',
    'Type=exec',
    `ExecStart=${command.map((word) => unitWord(word).replaceAll('$', '$$$$')).join(' ')}`,
    ...env.map(([name, value]) => `Environment=${unitWord(`${name}=${value}`)}`),
    'KillMode=process',
    'Restart=on-abnormal',
    'RestartSec=1',
    '',
    '[Install]',
    'WantedBy=default.target',
    '',
  ].join('\n');
}

/** A word in the quotes of systemd.syntax(7), with no specifier in it. */
function unitWord(word: string): string {
  return `"${word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%')}"`;
}

/** The words of a line that `unitWord` wrote: quotes in a word have a backslash before them. */
function unitWords(line: string): readonly string[] {
  return line
    .slice(line.indexOf('"') + 1, line.lastIndexOf('"'))
    .split('" "')
    .map((word) =>
      word.replace(/\\(.)|\$(\$)|%(%)/g, (_all, ...plain) => plain.find((char) => char !== undefined)),
    );
}

function plist({ command, env }: Started, home: string): string {
  const log = join(home, 'Library/Logs/cotty-host.log');
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<!-- ${MARK}; \`cotty host uninstall\` removes it. -->`,
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    '<dict>',
    `  <key>Label</key><string>${LABEL}</string>`,
    '  <key>ProgramArguments</key>',
    '  <array>',
    ...command.map((word) => `    <string>${xml(word)}</string>`),
    '  </array>',
    '  <key>EnvironmentVariables</key>',
    '  <dict>',
    ...env.map(([name, value]) => `    <key>${name}</key><string>${xml(value)}</string>`),
    '  </dict>',
    '  <key>RunAtLoad</key><true/>',
    '  <key>KeepAlive</key><dict><key>Crashed</key><true/></dict>',
    '  <key>AbandonProcessGroup</key><true/>',
    '  <key>ProcessType</key><string>Interactive</string>',
    `  <key>StandardOutPath</key><string>${xml(log)}</string>`,
    `  <key>StandardErrorPath</key><string>${xml(log)}</string>`,
    '</dict>',
    '</plist>',
    '',
  ].join('\n');
}

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
