/** The process of a background host, which the build puts into one file, with what other processes load of a host. */

import { startHost } from '../host/host.ts';
import { run } from './host/host.ts';
import { hostTrial } from './host/host-trial.ts';
import { serveHost } from './host/serve-host.ts';
import { runProcess } from './process.ts';

export { hostTrial, serveHost, startHost };

export function main(): void {
  runProcess((args, io) => run(args.slice(1), io));
}
