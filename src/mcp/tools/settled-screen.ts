/** Reads a screen after keys, when the program has drawn its answer to them. */

import type { ScreenReport } from '../../protocol/cotty/cotty-requests.ts';
import type { Call } from './tool.ts';

/** The screen has settled when it stayed the same for so long; in milliseconds. */
const QUIET_MS = 300;
const LOOK_MS = 75;

/** Returns the screen when it has settled, or as it is at the timeout or when the caller gives up. */
export async function settledScreen(
  { agent, signal, now }: Call,
  uri: string,
  timeoutMs: number,
): Promise<ScreenReport> {
  const until = now() + timeoutMs;
  let shown = await agent.client.cotty.screen(uri);
  for (let since = now(); now() - since < QUIET_MS && now() < until && !signal.aborted; ) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const next = await agent.client.cotty.screen(uri);
    if (pictureOf(next) !== pictureOf(shown)) since = now();
    shown = next;
  }
  return shown;
}

function pictureOf({ lines, cursor, fullScreen }: ScreenReport): string {
  return JSON.stringify([lines, cursor, fullScreen]);
}
