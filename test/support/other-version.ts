/** The built program under another version, as an upgrade leaves it beside a host that still runs. */

import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sandbox } from './sandbox.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Returns the launcher of the other version. */
export function otherVersion({ root: sandbox }: Sandbox, version: string): string {
  const folder = join(sandbox, version);
  mkdirSync(folder);
  for (const part of ['bin', 'dist']) cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const facts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...facts, version }));
  return join(folder, 'bin/cotty.js');
}
