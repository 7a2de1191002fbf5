/** `cotty host status` — prints which host serves the terminals, for how long, and who is connected. */

import { longDuration } from '../../protocol/common/durations.ts';
import type { FleetStatus, Refusals } from '../../protocol/cotty/fleet-status.ts';
import type { AgentStatus, HostErrors, HostStatus, Survivor } from '../../protocol/messages.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { printable } from '../common/plain-text.ts';
import { say, sayJson } from '../common/print.ts';
import type { HostFlags } from '../connect/host-flags.ts';
import { withClient } from '../connect/open-client.ts';

type StatusOptions = HostFlags & { readonly json: boolean };

export function hostStatus({ json, ...host }: StatusOptions, io: Io): Promise<number> {
  return withClient({ ...host, start: false, onlyOne: true }, io, async (client) => {
    const status = await client.cotty.status();
    if (json) sayJson(io, status, 2);
    else say(io, describe(status, Date.now()));
    return ExitCode.ok;
  });
}

function describe(status: HostStatus, now: number): string {
  // The connection of this subcommand does not count.
  const others = Math.max(0, status.clients - 1);
  const lines = [
    ['host', `cotty ${status.version}, process ${status.pid}`],
    ['running for', longDuration(now - status.startedAt)],
    ['terminals', String(status.terminals)],
    ['connections', String(others)],
    ...(status.agents ?? []).map((agent) => ['agent', describeAgent(agent, now)]),
    ...(status.rawLog === true ? [['raw log', 'on: each terminal has a raw.log (asciicast)']] : []),
    ...(status.unrecorded === undefined ? [] : [['recording', describeUnrecorded(status.unrecorded)]]),
    ...(status.errors === undefined ? [] : [['errors', describeErrors(status.errors, now)]]),
    ...(status.fleet === undefined ? [] : describeFleet(status.fleet).map((line) => ['fleet', line])),
    ...(status.survivors ?? []).map((survivor) => ['outlived', describeSurvivor(survivor)]),
    ['socket', status.socket ?? '-'],
    ...(status.address === undefined ? [] : [['listening', status.address]]),
    ...(status.web === undefined ? [] : [['web server', status.web]]),
  ];
  return lines.map(([name = '', value]) => `${name.padEnd(12)}${value}\n`).join('');
}

function describeUnrecorded({ terminals, why }: NonNullable<HostStatus['unrecorded']>): string {
  return `NOT recorded: commands of ${counted(terminals, 'terminal')}: ${printable(why)}`;
}

/** Unexpected errors of the host. */
function describeErrors({ count, message, at }: HostErrors, now: number): string {
  return `${count}, the last ${longDuration(now - at)} ago: ${printable(message)}; see the log of the host`;
}

function describeAgent({ handle, since, holds }: AgentStatus, now: number): string {
  const held = holds.length === 0 ? 'holds no terminal' : `holds ${counted(holds.length, 'terminal')}`;
  return `@${printable(handle)}, for ${longDuration(now - since)}, ${held}`;
}

/** A process that has left the session of its terminal, as by `setsid`, and so has survived the end of that terminal. */
function describeSurvivor({ pid, name, terminal }: Survivor): string {
  return `${printable(name)}, process ${pid}, of ${printable(terminal)}, which has ended`;
}

function describeFleet({ id, servers, trouble, refused }: FleetStatus): readonly string[] {
  const state = trouble === undefined ? 'publishing' : `NOT publishing: ${trouble}`;
  return [
    printable(`${id} at ${servers}, ${state}`),
    ...(refused === undefined ? [] : [printable(refusedText(refused))]),
  ];
}

/** What the server of a fleet has refused of a host. */
export function refusedText({ count, given_up, terminal, seq, why }: Refusals): string {
  const lost = given_up === 0 ? '' : `, and ${given_up} are given up`;
  return `${counted(count, 'event')} refused by the server${lost}; the last of ${terminal}, command ${seq}: ${why}`;
}

/** A count with its noun: `1 terminal`, `2 terminals`. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
