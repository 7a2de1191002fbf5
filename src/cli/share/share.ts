/** `cotty share` — runs the user's own shell right here, and shows it as a tab at a host where others watch. */

import { randomBytes, randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Client } from '../../client/client.ts';
import { type SharedEnd, SharedTerminal, type ShareParams } from '../../client/share/shared-terminal.ts';
import { defaultShell } from '../../host/launch/default-shell.ts';
import type { PtyOptions } from '../../host/pty/pty-port.ts';
import { terminalUri } from '../../protocol/common/uri.ts';
import { launchPlan } from '../../shell/launch.ts';
import { scriptsPath } from '../../shell/scripts-path.ts';
import { reviveHost } from '../../tui/window/revive-host.ts';
import { ExitCode } from '../common/exit-code.ts';
import { readVersion } from '../common/installation.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { complain } from '../common/print.ts';
import { commandLine } from '../common/shell-quote.ts';
import { refuseArgs } from '../common/usage-error.ts';
import { hostFlags } from '../connect/host-flags.ts';
import { isInside } from '../connect/nesting.ts';
import { openClient } from '../connect/open-client.ts';
import { ownHost } from '../connect/own-host.ts';
import { LocalShell } from './local-shell.ts';

const flags = { ...hostFlags, name: 'string', to: 'string' } as const;

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags, command: true });
  if (!parsed.ok) return refuseArgs(parsed, 'share', io);
  const { name, token, to = parsed.flags.connect } = parsed.flags;
  const wrong = whyNot(to, io);
  if (wrong !== undefined) {
    complain(io, wrong);
    return ExitCode.usage;
  }
  const opened = await openClient({ connect: to, token, start: true, screens: true }, io);
  if (!opened.ok) return opened.exitCode;
  const ending = new AbortController();
  const host = to === undefined ? ownHost(undefined, io) : undefined;
  reviveHost({ client: opened.client, host, notify: () => {}, signal: ending.signal });
  try {
    const audience = to === undefined ? 'your cotty windows' : shown(to);
    return await shareShell(opened.client, { name, command: parsed.command, audience }, io);
  } finally {
    ending.abort();
    opened.client.close();
  }
}

type ShareRequest = {
  readonly name: string | undefined;
  readonly command: readonly string[];
  /** Text for the user: where the shell is shown. */
  readonly audience: string;
};

async function shareShell(
  client: Client,
  { name, command, audience }: ShareRequest,
  io: Io,
): Promise<number> {
  const uri = terminalUri(`shared-${randomUUID()}`);
  const { start, runs, cwd } = sharedPlan(uri, command, io);
  const local = new LocalShell(io);
  let farewell: string | undefined;
  const params = { uri, runs, cwd, ...local.size, ...(name === undefined ? {} : { name }) };
  const shared = await SharedTerminal.open(client, params, {
    onBehind: (behind) => local.hold(behind),
    onEnd: (why) => {
      farewell = farewells[why];
      // Closing the tab ends the shell, as closing a window does. Losing the host does not.
      if (why === 'closed') local.end();
    },
  });
  complain(io, `shared with ${audience} until this shell ends`);
  try {
    const exitCode = await local.run(start, {
      onText: (text) => shared.write(text),
      onSize: ({ cols, rows }) => shared.resize(cols, rows),
    });
    await shared.exit(exitCode);
    if (farewell !== undefined) complain(io, farewell);
    return exitCode;
  } catch (error) {
    shared.close();
    await client.disposeTerminal(uri);
    throw error;
  }
}

const farewells: Readonly<Record<SharedEnd, string>> = {
  closed: 'this terminal was closed at the host',
  lost: 'sharing has ended, but not this shell: the host has lost this terminal',
};

/** The URL without its query, which may contain a token. */
function shown(url: string): string {
  return url.replace(/\?.*$/, '');
}

function whyNot(to: string | undefined, io: Io): string | undefined {
  if (!(io.stdin.isTTY && io.stdout.isTTY))
    return 'cotty share runs a shell here, so its input and output must be a terminal';
  // On its own host the same shell would be shown twice.
  return isInside(io) && to === undefined
    ? 'this shell is already a terminal of cotty, and every window shows it; for another host use --to URL'
    : undefined;
}

// Plans what `cotty share` starts: the user's own shell in the user's own environment, with only our shell integration added.

type SharedPlan = {
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
