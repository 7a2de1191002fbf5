/** Forwards ports of other machines for a window, each once it is asked for, until the window closes. */

import type { Forward } from '../../machine/forward.ts';
import type { ReachedPort } from '../../tui/window/world.ts';
import type { Io } from '../common/io.ts';

type At = { readonly name: string; readonly address: string };

export class Forwards {
  readonly #machineOf: (uri: string) => At | undefined;
  readonly #io: Io;
  readonly #open = new Map<string, Promise<Forward>>();

  /** `machineOf`: where a terminal runs; undefined for this machine. */
  constructor(machineOf: (uri: string) => At | undefined, io: Io) {
    this.#machineOf = machineOf;
    this.#io = io;
  }

  /** Forwards a port of the machine of a terminal; undefined if that is this machine. Rejects if the port cannot be forwarded. */
  readonly reach = async (uri: string, port: number): Promise<ReachedPort | undefined> => {
    const at = this.#machineOf(uri);
    if (at === undefined) return undefined;
    const key = `${port} ${at.address}`;
    const open = this.#open.get(key) ?? this.#start(at, port);
    this.#open.set(key, open);
    try {
      return { machine: at.name, port: (await open).port };
    } catch (error) {
      this.#open.delete(key);
      throw error;
    }
  };

  close(): void {
    for (const open of this.#open.values())
      open.then(
        (forward) => forward.close(),
        () => {},
      );
  }

  async #start({ address }: At, port: number): Promise<Forward> {
    const [{ openForward }, { findMachine, machineOptions }] = await Promise.all([
      import('../../machine/forward.ts'),
      import('../connect/machines.ts'),
    ]);
    const found = findMachine(address, this.#io.env);
    if (!found.ok) throw new Error(found.error);
    return openForward({ way: machineOptions(found.machine.reach, { quiet: true }, this.#io), port });
  }
}
