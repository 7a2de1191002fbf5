/** Reads the waiting wake-ups of a client. */

import type { Wake, WakesResult } from '../protocol/cotty/wake.ts';
import { wakeId } from '../protocol/cotty/wake-text.ts';
import type { Client } from './client.ts';

/**
 * Returns all wake-ups that wait at the host, and those that come meanwhile: a host answers when what it answers is on disk, and a newer
 * wake-up may overtake that.
 */
export async function readWakes(client: Pick<Client, 'cotty' | 'onWake'>): Promise<WakesResult> {
  const newer: Wake[] = [];
  const stop = client.onWake((wake) => newer.push(wake));
  try {
    const result = await client.cotty.wakes();
    const read = new Set(result.wakes.map(wakeId));
    return { ...result, wakes: [...result.wakes, ...newer.filter((wake) => !read.has(wakeId(wake)))] };
  } finally {
    stop();
  }
}
