/** Waits for the first output of the terminal in front: loading Ink before would delay it. */

import type { Client } from '../../client/client.ts';
import type { Mirror } from '../../client/mirror.ts';

/** Longest wait, in milliseconds: a program may print nothing. */
const LATEST_MS = 1_000;
/** Time for the frame that shows the output, in milliseconds. */
const FRAME_MS = 20;

/** Resolves when a terminal of the host has printed something and there was time to paint it, at the latest after a second. */
export async function firstOutput(client: Client, active: () => string | undefined): Promise<void> {
  const over = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const latest = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LATEST_MS);
  });
  // A terminal that is gone again, or a lost connection, prints nothing: the time limit holds.
  const printed = hasPrinted(client, active, over.signal).catch(() => latest);
  await Promise.race([printed, latest]);
  clearTimeout(timer);
  over.abort();
  await new Promise((resolve) => setTimeout(resolve, FRAME_MS));
}

async function hasPrinted(
  client: Client,
  active: () => string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const uri = active() ?? (await firstListed(client.root, signal));
  const mirror = await client.subscribe(uri);
  await changed(mirror, ({ content }) => content.length > 0, signal);
}

async function firstListed(root: Client['root'], signal: AbortSignal): Promise<string> {
  await changed(root, ({ terminals = [] }) => terminals.length > 0, signal);
  return root.state.terminals?.[0]?.resource ?? '';
}

/** Resolves when a state is as wanted; listens for as long as the signal is not aborted. */
function changed<S>(mirror: Mirror<S>, isWanted: (state: S) => boolean, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (isWanted(mirror.state)) resolve();
    if (signal.aborted || isWanted(mirror.state)) return;
    const stop = mirror.onChange((state) => {
      if (!isWanted(state)) return;
      stop();
      resolve();
    });
    signal.addEventListener('abort', stop, { once: true });
  });
}
