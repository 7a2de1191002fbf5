/** The paths of this user's host: its socket and its log. */

import { join } from 'node:path';
import { runtimeFolder, socketPath, spareFolder } from '../../host/listener/socket-path.ts';
import type { Io } from '../common/io.ts';

export type HostPaths =
  | {
      readonly ok: true;
      readonly socket: string;
      readonly log: string;
      /** Folder to which the host moves its socket if the runtime folder is removed and cannot be made again. */
      readonly spareFolder: string;
    }
  | { readonly ok: false; readonly error: string };

/** `earlier`: the socket of the host from which a new one takes over. */
export function hostPaths(env: Io['env'], earlier?: string): HostPaths {
  const folder = runtimeFolder(env, earlier);
  if (!folder.ok) return folder;
  return {
    ok: true,
    socket: socketPath(folder.path),
    log: join(folder.path, 'host.log'),
    spareFolder: spareFolder(env),
  };
}
