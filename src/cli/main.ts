/** Entry point of all command lines. Those of a host and of a window alone start faster: `host-process.ts`, `window-process.ts`. */

import { runProcess } from './process.ts';
import { runCli } from './run.ts';

runProcess(runCli);
