/** Connects a window to the machines that the person has named, beside the own host; the file of names is watched. */

import { dirname } from 'node:path';
import type { Client } from '../../client/client.ts';
import type { Machine as WayOfMachine } from '../../client/machines/far-host.ts';
import { ManyHosts } from '../../client/machines/many-hosts.ts';
import { openQuestions, type Questions } from '../../machine/questions.ts';
import { MachineQuestions, type WindowMachines } from '../../tui/window/machines.ts';
import { askpass, launcher } from '../common/installation.ts';
import type { Io } from '../common/io.ts';
import { hostPaths } from '../connect/host-paths.ts';
import { type Machine, type Machines, readMachines, watchMachines, wayTo } from '../connect/machines.ts';
import { clientIdentity } from '../connect/open-client.ts';

export async function openMachines(
  home: Client,
  { machines }: Machines,
  io: Io,
): Promise<WindowMachines & { readonly close: () => void }> {
  const questions = new MachineQuestions();
  const asking = await socketFor(questions, io);
  const ways = (list: readonly Machine[]): readonly WayOfMachine[] =>
    list.map(({ name, reach: { address } }) => ({
      name,
      address,
      // In the background nothing is started there.
      way: (asks) =>
        wayTo(
          address,
          asks && asking !== undefined ? { asks: asking.env } : { quiet: true, join: !asks },
          io,
        ),
    }));
  const { clientInfo, meta } = clientIdentity(io, true, { scrollback: 0 });
  const hosts = new ManyHosts({ home, identity: { clientInfo, meta }, machines: ways(machines) });
  const watcher = watchMachines(io.env, () => hosts.setMachines(ways(readMachines(io.env).machines)));
  const close = (): void => {
    watcher?.close();
    asking?.close();
  };
  return { hosts, questions, close };
}

/** Without a folder of its own a window asks nothing: machines that need an answer stay away. */
async function socketFor(questions: MachineQuestions, io: Io): Promise<Questions | undefined> {
  const paths = hostPaths(io.env);
  if (!paths.ok) return undefined;
  return openQuestions({
    folder: dirname(paths.socket),
    ask: questions.ask,
    askpass,
    node: process.execPath,
    launcher,
  });
}
