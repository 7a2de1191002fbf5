/** The paths of this user's host: its socket and its log. */

import { join } from 'node:path';
import { runtimeFolder, socketPath, spareFolder } from '../../host/listener/socket-path.ts';
import type { Io } from '../common/io.ts';

export type HostPaths =
  | {
      readonly ok: true;
      readonly socket: string;
      readonly log: string;
      /** Folder that a host takes when its own is removed for good. */
      readonly spareFolder: string;
    }
  | { readonly ok: false; readonly error: string };

export function hostPaths(env: Io['env']): HostPaths {
  const folder = runtimeFolder(env);
  if (!folder.ok) return folder;
  return {
    ok: true,
    socket: socketPath(folder.path),
    log: join(folder.path, 'host.log'),
    spareFolder: spareFolder(env),
  };
}
