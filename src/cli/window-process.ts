/** The process of `cotty` alone, which the build puts into one file. */

import type { Ahead } from './ahead.ts';
import { takeStarted } from './connect/start-background.ts';
import { runProcess } from './process.ts';
import { run } from './window/open.ts';
import { takeShown } from './window/startup-screen.ts';

/** Opens the window with what was done ahead. */
export function main({ host, startup }: Ahead): void {
  takeStarted(host);
  takeShown(startup);
  // What is said before there is a window belongs on the main screen.
  runProcess((args, io) => run(args, startup?.io ?? io).finally(() => startup?.leave()));
}
