/** Starts a host with real shells, everything of it below one temporary folder. */

import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Host, startHost } from '../../src/host/host.ts';
import type { HostOptions } from '../../src/host/host-options.ts';
import type { NetworkOptions } from '../../src/host/listener/network-listener.ts';
import { runtimeFolder, socketPath } from '../../src/host/listener/socket-path.ts';

/** A home with short prompts, and nothing of the machine's own configuration. */
export function newRoot(prefix: string): string {
  const root = mkdtempSync(join(realpathSync(tmpdir()), prefix));
  writeFileSync(join(root, '.bashrc'), "PS1='$ '\n");
  return root;
}

/** `network` is a port beside the socket, which lies in `root`. */
export function startHostIn(
  root: string,
  options: Partial<HostOptions> = {},
  network?: NetworkOptions,
): Promise<Host> {
  const folder = runtimeFolder({ COTTY_RUNTIME_DIR: join(root, 'run') });
  if (!folder.ok) throw new Error(folder.error);
  return startHost({
    listen: { socket: socketPath(folder.path), ...(network && { network }) },
    env: { HOME: root, SHELL: '/bin/bash', PATH: process.env['PATH'], LANG: 'C.UTF-8' },
    version: '1.2.3',
    ...options,
  });
}
