/**
 * `cotty machine news` — follows the terminals of all named machines, and prints a JSON line when something has changed that notices
 * are about: what the host runs while somebody wants notices (`host/follow-machines.ts`). It asks nobody, starts nothing there, and
 * ends with its stdin, or when no machine is named any more.
 */

import { statSync } from 'node:fs';
import { FarHost } from '../../client/machines/far-host.ts';
import { reasonOf } from '../../client/machines/many-hosts.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import { nameText } from '../../protocol/common/name-text.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import { ExitCode } from '../common/exit-code.ts';
import type { Io } from '../common/io.ts';
import { sayJson } from '../common/print.ts';
import { type Machine, machineOptions, readMachines, watchMachines, wayTo } from '../connect/machines.ts';
import { clientIdentity } from '../connect/open-client.ts';

/** Milliseconds in which changes of a machine are joined to one line. */
const JOIN_MS = 200;
/** Milliseconds between looks whether a machine that needs a person was reached by somebody. */
const LOOK_MS = 15_000;

/** A line: the terminals that have a program, why the machine cannot be told of, or that it is named no longer. */
type NewsLine = {
  readonly machine: string;
  readonly terminals?: readonly { uri: string; name: string; program: TerminalMeta['program'] }[];
  readonly trouble?: string;
};

export async function run(_args: readonly string[], io: Io): Promise<number> {
  // What `ps` shows: the host has started it.
  process.title = 'cotty machine news';
  const followed = new Map<string, Followed>();
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      for (const one of followed.values()) one.tryIfReached();
    }, LOOK_MS);
    const end = (): void => {
      clearInterval(timer);
      watcher?.close();
      for (const one of followed.values()) one.close();
      resolve(ExitCode.ok);
    };
    const follow = (): void => {
      const { machines } = readMachines(io.env);
      followOnly(machines, followed, io);
      if (machines.length === 0) end();
    };
    const watcher = watchMachines(io.env, follow);
    io.stdin.on('data', () => {});
    io.stdin.on('end', end);
    io.stdin.resume();
    follow();
  });
}

/** Follows the machines that are new, and no longer those that are not named any more. */
function followOnly(machines: readonly Machine[], followed: Map<string, Followed>, io: Io): void {
  const named = new Map(machines.map((machine) => [keyOf(machine), machine]));
  for (const [key, one] of followed) {
    if (named.has(key)) continue;
    one.close();
    followed.delete(key);
    sayJson(io, { machine: one.name } satisfies NewsLine);
  }
  for (const [key, machine] of named) if (!followed.has(key)) followed.set(key, new Followed(machine, io));
}

const keyOf = ({ name, reach }: Machine) => `${name} ${reach.address}`;

class Followed {
  readonly name: string;
  readonly #io: Io;
  readonly #far: FarHost;
  /** Path of the shared connection of ssh, and which one was tried last. */
  readonly #control: string | undefined;
  #tried: number | undefined;
  #said = '';
  #timer: NodeJS.Timeout | undefined;

  constructor({ name, reach }: Machine, io: Io) {
    this.name = name;
    this.#io = io;
    this.#control = machineOptions(reach, {}, io).control;
    const { clientInfo, meta, clientId } = clientIdentity(io, false);
    this.#far = new FarHost({
      machine: {
        name,
        address: reach.address,
        way: () => wayTo(reach.address, { quiet: true, join: true }, io),
      },
      identity: { clientId, clientInfo, meta },
      onState: () => this.#changed(),
      onClient: (client) => void client.root.onChange(() => this.#changed()),
      log: () => {},
    });
    this.#far.connect();
  }

  /** A person who connects answers what is asked, and others then share that connection without a question. */
  tryIfReached(): void {
    if (this.#far.state.kind !== 'stopped' || this.#control === undefined) return;
    const made = statSync(this.#control, { throwIfNoEntry: false })?.ctimeMs;
    if (made === undefined || made === this.#tried) return;
    this.#tried = made;
    this.#far.connect();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#far.close();
  }

  #changed(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const line = this.#line();
      const text = JSON.stringify(line);
      if (text === this.#said) return;
      this.#said = text;
      sayJson(this.#io, line);
    }, JOIN_MS);
  }

  #line(): NewsLine {
    const { name: machine } = this;
    const { client, isReady } = this.#far;
    if (client === undefined || !isReady) return { machine, trouble: reasonOf(this.#far) };
    const terminals = (client.root.state.terminals ?? []).flatMap((info) => {
      const { program } = cottyMeta<TerminalMeta>(info._meta);
      const isOver = program === undefined || info.lifecycle.status === 'exited';
      return isOver ? [] : [{ uri: info.resource, name: nameText(info.title), program }];
    });
    return { machine, terminals };
  }
}
