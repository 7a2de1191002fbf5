/** Waits for the first output of the terminal in front: loading Ink before it would keep it off the screen. */

import type { Client } from '../../client/client.ts';

/** Most that is waited, in milliseconds: a program may print nothing. */
const LATEST_MS = 1_000;
/** Time for the frame that shows the output, in milliseconds. */
const FRAME_MS = 20;

/** Resolves when a terminal of the host has printed something and there was time to paint it, at the latest after a second. */
export async function firstOutput(client: Client, active: () => string | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const latest = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LATEST_MS);
  });
  // A terminal that is gone again, or a lost connection, prints nothing: the time limit holds.
  const printed = hasPrinted(client, active).catch(() => latest);
  await Promise.race([printed, latest]);
  clearTimeout(timer);
  await new Promise((resolve) => setTimeout(resolve, FRAME_MS));
}

async function hasPrinted(client: Client, active: () => string | undefined): Promise<void> {
  const uri = active() ?? (await firstListed(client));
  const mirror = await client.subscribe(uri);
  if (mirror.state.content.length > 0) return;
  await new Promise<void>((resolve) => {
    const stop = mirror.onChange((state) => {
      if (state.content.length === 0) return;
      stop();
      resolve();
    });
  });
}

function firstListed(client: Client): Promise<string> {
  return new Promise((resolve) => {
    const stop = client.root.onChange(({ terminals = [] }) => {
      const [first] = terminals;
      if (first === undefined) return;
      stop();
      resolve(first.resource);
    });
  });
}
