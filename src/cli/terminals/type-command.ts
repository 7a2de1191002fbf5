/** Types a command into a fresh shell, once the shell is there to read it. */

import type { Client } from '../../client/client.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { TerminalState } from '../../protocol/terminal/state.ts';

/** A shell whose start files take longer gets the command as type-ahead, as from a person in a hurry. */
const WAIT_MS = 5000;

/** Returns why it was not typed, if it was not. */
export async function typeCommand(client: Client, uri: string, command: string): Promise<string | undefined> {
  const mirror = await client.subscribe(uri);
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(done, WAIT_MS);
    const stop = mirror.onChange((state) => {
      if (isReady(state)) done();
    });
    if (isReady(mirror.state)) done();
  });
  // Waiting for the echo: a connection closed too early would take the line with it.
  const outcome = await client.dispatchAndConfirm(uri, { type: 'terminal/input', data: `${command}\r` });
  return outcome.ok ? undefined : outcome.reason;
}

/** At its first prompt, or known never to tell. */
function isReady(state: TerminalState): boolean {
  const { integration } = cottyMeta<TerminalMeta>(state._meta);
  return state.supportsCommandDetection === true || (integration !== undefined && integration !== 'pending');
}
