/** Folder of the files that deliver commands to shells (`host/run/delivery.ts`): private, and each file is read once. */

import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Returns the folder of the files: the next host that listens at the same place uses the same. One that does not listen has its own. */
export function deliveriesFolder(socket: string | undefined): string {
  if (socket !== undefined) return join(dirname(socket), 'deliveries');
  return join(tmpdir(), `cotty-deliveries-${randomBytes(12).toString('hex')}`);
}

/** Makes the folder. A shell looks for it at its first prompt. */
export function makeDeliveriesFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** Returns the path of the files of a terminal, without the extension. */
export function deliveryPath(folder: string, terminal: string): string {
  return join(folder, createHash('sha256').update(terminal).digest('hex').slice(0, 20));
}
