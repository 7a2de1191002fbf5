/** The process of `cotty` alone, which the build puts into one file. */

import type { StartedHost } from './connect/find-host.ts';
import { takeStarted } from './connect/start-background.ts';
import { runProcess } from './process.ts';
import { run } from './window/open.ts';

/** `started`: the host that was started ahead. */
export function main(started: StartedHost | undefined): void {
  takeStarted(started);
  runProcess(run);
}
