/**
 * Shells that were entered from the terminal's own one, on another machine, as another user or by name, for the tables of
 * `delivery-table.ts`. One server a file.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { type DeliveredShell, DeliveryBench } from './delivery-table.ts';
import { needs, programPath, skipUnless } from './programs.ts';
import { noSshServer, SshServer } from './ssh-server.ts';

export class EnteredShells {
  readonly bench: DeliveryBench;
  #server: SshServer | undefined;

  private constructor(bench: DeliveryBench) {
    this.bench = bench;
  }

  static async start(): Promise<EnteredShells> {
    return new EnteredShells(await DeliveryBench.start());
  }

  /** A terminal in which somebody has gone to another machine, where that shell reads; `started` is the line that starts it. */
  async remote(shell: DeliveredShell, started = `${shell} -i`): Promise<string> {
    skipUnless(noSshServer === undefined, 'needs sshd');
    needs('ssh', 'ssh-keygen', shell);
    this.#server ??= await SshServer.start(this.bench.root, started);
    this.#server.offer(started);
    this.bench.furnish(this.#server.home);
    return this.#entered(shell, 'ssh -F ~/ssh/config box');
  }

  /** A terminal in which somebody has entered the shell by its name. */
  async inner(shell: DeliveredShell): Promise<string> {
    needs(shell);
    return this.#entered(shell, shell);
  }

  async ofNobody(shell: DeliveredShell): Promise<string> {
    skipUnless(process.getuid?.() === 0, 'needs root, who is asked for no password');
    needs('su', shell);
    return this.#entered(shell, `su -p -s ${programPath(shell)} nobody`);
  }

  /** Whether a shell that takes commands finds that test true; false while it takes none. */
  holds(uri: string, test: string): Promise<boolean> {
    return this.bench.run(uri, `test ${test}`).then(
      ({ exit }) => exit === 0,
      () => false,
    );
  }

  /** Types a line that enters a shell from a shell in which `level` is set, where it is not exported, and waits for its marks. */
  async deeper(uri: string, line: string): Promise<void> {
    const { cotty } = this.bench.mara;
    await cotty.type(uri, `${line}\r`);
    // A command that comes before the line has begun would be fetched by the shell within, which cannot do that yet.
    await expect.poll(async () => (await cotty.records(uri, { last: 1 })).records.at(-1)?.cmd).toBe(line);
    await expect.poll(() => this.holds(uri, '-z "$level"')).toBe(true);
  }

  /** Leaves it again. */
  async back(uri: string): Promise<void> {
    await this.bench.mara.cotty.type(uri, 'exit\r');
    await expect.poll(() => this.holds(uri, '"$level" = outer')).toBe(true);
  }

  /** What a file in the home of the other machine holds. */
  kept(name: string): string {
    return readFileSync(join(this.bench.root, 'away', name), 'utf8');
  }

  async close(): Promise<void> {
    await this.#server?.stop();
    await this.bench.close();
  }

  async #entered(shell: DeliveredShell, line: string): Promise<string> {
    const uri = await this.bench.open('bash');
    await this.bench.enter(uri, line, shell);
    return uri;
  }
}

/** Starts them before the tests of a file and ends them after these. Returns what gives them to a test. */
export function enteredShells(): () => EnteredShells {
  let shells: EnteredShells | undefined;
  beforeAll(async () => {
    shells = await EnteredShells.start();
  });
  afterAll(() => shells?.close());
  return () => {
    if (shells === undefined) throw new Error('the shells are there in tests and hooks alone');
    return shells;
  };
}
