/** Where this user's host listens and writes its log. */

import { join } from 'node:path';
import { runtimeFolder, socketPath } from '../../host/door/socket-path.ts';
import type { Io } from '../ground/io.ts';

export type HostPlace =
  | { readonly ok: true; readonly socket: string; readonly log: string }
  | { readonly ok: false; readonly error: string };

export function hostPlace(env: Io['env']): HostPlace {
  const folder = runtimeFolder(env);
  if (!folder.ok) return folder;
  return { ok: true, socket: socketPath(folder.path), log: join(folder.path, 'host.log') };
}
