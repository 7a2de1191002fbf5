/** Connects to the hosts that `--on` names, as one client, within a deadline. Those that do not answer are named on stderr. */

import { HostClient } from '../../client/client.ts';
import type { ClientOptions, WayToHost } from '../../client/client-options.ts';
import { ManyHosts, reasonOf, within } from '../../client/machines/many-hosts.ts';
import { readMachineAddress } from '../../machine/address.ts';
import { reasonOf as reasonOfError } from '../../protocol/common/reason-of.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { complain } from '../common/print.ts';
import { OWN_HOST } from './host-flags.ts';
import { findMachine, type Machine, readMachines, wayTo } from './machines.ts';
import { findTarget } from './target.ts';

/** Milliseconds in which a host must be connected. */
const CONNECT_MS = 10_000;

type Identity = Pick<ClientOptions, 'clientId' | 'clientInfo' | 'meta'>;

type OpenedGroup =
  | { readonly ok: true; readonly client: ManyHosts | HostClient }
  | { readonly ok: false; readonly exitCode: ExitCode };

/** `machine` is undefined for the person's own host. */
type Asked = { readonly machine: Machine | undefined };
type Answered = Asked & { readonly client: HostClient };

/** `on`: names or addresses of machines with commas between them, `.` for the own host, or `all`. */
export async function openAsked(
  on: string,
  { identity, retry }: { readonly identity: Identity; readonly retry: boolean },
  io: Io,
): Promise<OpenedGroup> {
  const read = readOn(on, io);
  if (!read.ok) {
    complain(io, read.error);
    return { ok: false, exitCode: ExitCode.usage };
  }
  // ssh asks at the terminal for a password; two of them at once would take each other's answers.
  const asksPerson = read.asked.length === 1 && io.stdin.isTTY === true;
  const opened = await Promise.all(
    read.asked.map(async (asked): Promise<readonly Answered[]> => {
      try {
        const opening = (signal: AbortSignal) =>
          open(asked, { identity, retry, quiet: !asksPerson, signal }, io);
        return [{ ...asked, client: await inTime(opening, asksPerson ? undefined : CONNECT_MS) }];
      } catch (error) {
        complain(io, `${asked.machine?.name ?? 'this machine'} did not answer: ${reasonOfError(error)}`);
        return [];
      }
    }),
  );
  const [first, ...others] = opened.flat();
  if (first === undefined) return { ok: false, exitCode: ExitCode.noHost };
  if (first.machine === undefined && others.length === 0) return { ok: true, client: first.client };
  const hosts = new ManyHosts({
    home: first.client,
    homeMachine: first.machine?.name,
    identity,
    machines: others.flatMap(({ machine, client }) =>
      machine === undefined
        ? []
        : [
            {
              name: machine.name,
              address: machine.reach.address,
              way: () => wayTo(machine.reach.address, { quiet: true }, io),
              client,
            },
          ],
    ),
  });
  tellLost(hosts, io);
  return { ok: true, client: hosts };
}

type ReadOn =
  | { readonly ok: true; readonly asked: readonly Asked[] }
  | { readonly ok: false; readonly error: string };

function readOn(on: string, io: Io): ReadOn {
  // An address that runs a command may have commas in it.
  const words = readMachineAddress(on).ok ? [on] : on.split(',').map((word) => word.trim());
  const asked = new Map<string, Asked>();
  for (const word of words) {
    const read = readWord(word, io);
    if (!read.ok) return word === '' ? { ok: false, error: `--on "${on}" ${MUST_BE}` } : read;
    for (const each of read.asked) asked.set(each.machine?.name ?? '', each);
  }
  return { ok: true, asked: [...asked.values()] };
}

const MUST_BE = `must be names of machines, ${OWN_HOST} for your own host, or all`;

function readWord(word: string, io: Io): ReadOn {
  const own: Asked = { machine: undefined };
  if (word === OWN_HOST) return { ok: true, asked: [own] };
  if (word === 'all') {
    const { machines, problems } = readMachines(io.env);
    for (const problem of problems) complain(io, problem);
    return { ok: true, asked: [own, ...machines.map((machine) => ({ machine }))] };
  }
  const found = findMachine(word, io.env);
  return found.ok ? { ok: true, asked: [{ machine: found.machine }] } : found;
}

type How = {
  readonly identity: Identity;
  readonly retry: boolean;
  readonly quiet: boolean;
  /** Ends what connects, with the programs that it has started. */
  readonly signal: AbortSignal;
};

async function open(
  { machine }: Asked,
  { identity, retry, quiet, signal }: How,
  io: Io,
): Promise<HostClient> {
  const way = machine === undefined ? await ownWay(io) : wayTo(machine.reach.address, { quiet }, io);
  return HostClient.open({ ...way, retry, signal, ...identity });
}

async function ownWay(io: Io): Promise<WayToHost> {
  const target = await findTarget({ start: false, meanwhile: () => {} }, io);
  if (!target.ok) throw new Error(target.error);
  return wayTo(target.url, {}, io);
}

/** Opens a client within a time, if there is a limit; one that is late is given up at once. */
async function inTime(
  opening: (signal: AbortSignal) => Promise<HostClient>,
  ms: number | undefined,
): Promise<HostClient> {
  const late = new AbortController();
  const opened = opening(late.signal);
  if (ms === undefined) return opened;
  try {
    return await within(ms, opened);
  } catch (error) {
    late.abort();
    await opened.catch(() => {});
    throw error;
  }
}

/** Names each machine whose connection is lost, once until it is there again. */
function tellLost(hosts: ManyHosts, io: Io): void {
  const lost = new Set<string>();
  hosts.onMachines(() => {
    for (const far of hosts.machines) {
      if (far.isReady) lost.delete(far.name);
      else if (!lost.has(far.name)) {
        lost.add(far.name);
        complain(io, `${far.name} ${reasonOf(far)}`);
      }
    }
  });
}
