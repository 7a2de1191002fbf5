/** The user and the machine of the host, as shells name them. */

import { hostname, userInfo } from 'node:os';
import type { Here } from '../../shell/nest/shells.ts';

/** The user's name is empty if the system has none for its number, as in some containers. */
export function hereOf(): Here {
  try {
    return { user: userInfo().username, host: hostname() };
  } catch {
    return { user: '', host: hostname() };
  }
}
