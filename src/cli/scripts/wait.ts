/** `cotty wait` — waits until a command ends, or its program comes into a state; prints how it ended, and exits with its exit code. */

import type { Client } from '../../client/client.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import { errorOf } from '../../protocol/common/reason-of.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import { fullName } from '../../protocol/cotty/terminal-names.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import type { Io } from '../common/io.ts';
import { parseArgs } from '../common/parse-args.ts';
import { printable } from '../common/plain-text.ts';
import { complain, say, sayJson } from '../common/print.ts';
import { refuseArgs, refuseUsage } from '../common/usage-error.ts';
import { hostsFlags } from '../connect/host-flags.ts';
import { withTerminals } from '../connect/with-terminal.ts';
import { readTimeout } from './follow/duration-flag.ts';
import { type EndsRequest, listenToEnds, type Over, TERMINAL_ENDED } from './follow/ends.ts';
import { filterFlags, readFilter } from './follow/finished-filter.ts';
import { recordCode } from './follow/outcome-text.ts';
import { readStates, waitUntil } from './follow/program-wait.ts';
import { asWake, type Told, toldText } from './follow/told-command.ts';
import { groupFlags, readGroup } from './group/group-names.ts';
import { sayGroup } from './group/group-output.ts';
import { waitGroup } from './group/wait-group.ts';
import { withGroup } from './group/with-group.ts';

const flags = {
  ...hostsFlags,
  ...groupFlags,
  ...filterFlags,
  until: 'string',
  timeout: 'string',
  json: 'boolean',
} as const;

export async function run(args: readonly string[], io: Io): Promise<number> {
  const parsed = parseArgs(args, { flags, positionals: ['NAME'], many: true });
  if (!parsed.ok) return refuseArgs(parsed, 'wait', io);
  const { connect, token, on, until, timeout, json, each, all, any, ...given } = parsed.flags;
  const read = readGroup({ each, all, any }, parsed.input);
  const filter = readFilter(given);
  const limit = readTimeout(timeout);
  const refuse = (error: string) => refuseUsage(error, 'wait', io);
  if (!read.ok) return refuse(read.error);
  if (!filter.ok) return refuse(filter.error);
  if (!limit.ok) return refuse(limit.error);
  const request = { accepts: filter.accepts, timeoutMs: limit.ms };
  const host = { connect, token, on, retry: true };
  if (until !== undefined) {
    const states = readStates(until);
    if (!states.ok) return refuse(states.error);
    if (read.group !== undefined || given.failed || (given.matches ?? given.longer) !== undefined)
      return refuse(
        '--until works without --each, --all, --failed, --matches and --longer; for the first of several: cotty wait a b --until blocked',
      );
    const wanted = { states: states.states, timeoutMs: limit.ms, json };
    return withTerminals(parsed.input, host, io, (client, terminals) =>
      waitUntil(client, terminals, wanted, io),
    );
  }
  if (read.group !== undefined) {
    const { names, until: how } = read.group;
    return withGroup(names, host, io, async (client, members) => {
      const result = await waitGroup(client, members, { ...request, until: how }, io);
      return sayGroup(result, { json, raw: false, beside: false }, io);
    });
  }
  return withTerminals(parsed.input, host, io, async (client, terminals) => {
    const end = await nextEnd(client, terminals, request, io);
    if ('message' in end) {
      complain(io, end.message);
      return end.code;
    }
    if (json) sayJson(io, asWake(end));
    else say(io, toldText(end));
    return recordCode(end.record);
  });
}

/** Waits for the running command, or else for the next one; with several terminals for the first that ends. */
async function nextEnd(
  client: Client,
  terminals: readonly TerminalInfo[],
  request: EndsRequest,
  io: Io,
): Promise<Told | Over> {
  const only = terminals.length === 0 ? undefined : new Set(terminals.map(({ resource }) => resource));
  const open = new Set(only);
  let stop = (): void => {};
  try {
    return await new Promise<Told | Over>((resolve, reject) => {
      const onTerminal = (uri: string): void => {
        open.delete(uri);
        if (open.size === 0) resolve(TERMINAL_ENDED);
      };
      const onError = (error: unknown) => reject(errorOf(error));
      const onReady = (): void => {
        if (io.stdout.isTTY) printIdle(terminals, io);
      };
      const listener = { onCommand: resolve, onTerminal, onOver: resolve, onError, onReady };
      stop = listenToEnds(client, only, request, listener, io);
    });
  } finally {
    stop();
  }
}

/** Says in which terminals no command runs yet. */
function printIdle(terminals: readonly TerminalInfo[], io: Io): void {
  for (const terminal of terminals) {
    const { lifecycle, _meta } = terminal;
    if (lifecycle.status === 'running' && cottyMeta<TerminalMeta>(_meta).running === undefined)
      complain(io, `no command is running in "${printable(fullName(terminal))}"; waiting for the next one`);
  }
}
