/**
 * The lock of the state folder, so that only one host records there. Beside it is a file with the address of that host, for
 * clients that look for it. On a full disk the host starts without the lock, and takes it as soon as it can be written.
 */

import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import type { Clock } from '../common/clock.ts';
import { type Lock, lockHolder, takeLock } from '../common/folder-lock.ts';
import { StartError } from '../common/start-error.ts';
import { waitForLock } from '../common/wait-for-lock.ts';
import { addressStamp, readAddress, removeAddress, writeAddress } from '../listener/host-address.ts';
import { askHost } from '../listener/host-question.ts';

export type StateLockOptions = {
  readonly folder: string;
  readonly clock: Clock;
  readonly log: (message: string) => void;
};

export class StateLock {
  readonly #options: StateLockOptions;
  readonly #id = randomBytes(8).toString('hex');
  #lock: Lock | undefined;
  #trouble: string | undefined;
  #written: { readonly socket: string; readonly stamp: string | undefined } | undefined;
  /** The reason if nothing may be recorded: another host took the lock first. */
  blocked: string | undefined;

  constructor(options: StateLockOptions) {
    this.#options = options;
  }

  /** Takes the lock. Throws a `StartError` if a running host has it; never because of the disk. */
  async take(): Promise<void> {
    const { folder, clock } = this.#options;
    try {
      makeFolder(folder);
      this.#lock = await waitForLock({ folder, id: this.#id, clock, answers: () => answersFor(folder) });
    } catch (error) {
      if (error instanceof StartError) throw error;
      this.#report(error);
    }
  }

  /** Takes the lock and writes the address if either is missing, because of a full disk or because somebody removed it. */
  check(socket: string): void {
    const { folder } = this.#options;
    try {
      if (this.#isAsTold(socket)) return;
      if (this.#lock?.isThere() !== true) this.#takeAgain();
      writeAddress(folder, socket);
      this.#written = { socket, stamp: addressStamp(folder) };
      this.#report(undefined);
    } catch (error) {
      this.#report(error);
    }
  }

  /**
   * Whether lock and address are as this host has written them. Cheap: reads the lock, and compares the times of the address
   * file.
   */
  #isAsTold(socket: string): boolean {
    const told = this.#written;
    if (told?.socket !== socket || this.#lock?.isThere() !== true) return false;
    return told.stamp !== undefined && told.stamp === addressStamp(this.#options.folder);
  }

  release(): void {
    try {
      if (this.#lock?.isThere() === true) removeAddress(this.#options.folder);
      this.#lock?.release();
    } catch (error) {
      // Not removing the lock is no problem: the next host sees that this process has ended.
      this.#report(error);
    }
  }

  #takeAgain(): void {
    const { folder } = this.#options;
    makeFolder(folder);
    const taken = takeLock(folder, this.#id);
    if (!taken.ok) {
      this.blocked = `another host (process ${taken.holder}) records in ${folder}`;
      throw new Error(this.blocked);
    }
    this.#lock = taken.lock;
    this.blocked = undefined;
  }

  #report(error: unknown): void {
    const trouble = error === undefined ? undefined : reasonOf(error);
    if (trouble === this.#trouble) return;
    this.#trouble = trouble;
    const { folder, log } = this.#options;
    log(trouble === undefined ? `the lock in ${folder} is held now` : `the lock in ${folder}: ${trouble}`);
  }
}

function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
}

/** Whether the host that has the lock answers at the address that it has written. */
async function answersFor(folder: string): Promise<boolean> {
  const address = readAddress(folder);
  return address !== undefined && (await askHost(address.socket))?.pid === lockHolder(folder);
}
