/** The host of another machine: one of this machine with folders of its own, which is reached by a command. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { programNode } from './node.ts';
import { bin, type Sandbox } from './sandbox.ts';

/** Names it `box` in the machines of the sandbox, before `others`; returns the variables with which a program is on that machine. */
export function nameFarHost(sandbox: Sandbox, others = ''): Record<string, string> {
  const run = join(sandbox.root, 'far-run');
  mkdirSync(run, { mode: 0o700 });
  const far = { COTTY_RUNTIME_DIR: run, COTTY_STATE_DIR: join(sandbox.root, 'far-state') };
  const folders = Object.entries(far).map(([name, value]) => `${name}=${value}`);
  const box = `box = exec:env ${folders.join(' ')} ${programNode} ${bin} host --stdio\n`;
  sandbox.write('.config/cotty/machines', box + others);
  return far;
}
