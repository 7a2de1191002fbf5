/** Types a command into a fresh shell as soon as the shell is ready to read it. */

import type { Client } from '../../client/client.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { TerminalState } from '../../protocol/terminal/state.ts';

/** Time to wait for the first prompt. A shell whose start files take longer gets the command as type-ahead. */
const WAIT_MS = 5000;

/** Returns undefined, or why the command was not typed. */
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
  // Wait for the confirmation: if the connection was closed too early, the line would be lost.
  const outcome = await client.dispatchAndConfirm(uri, { type: 'terminal/input', data: `${command}\r` });
  return outcome.ok ? undefined : outcome.reason;
}

/** Whether the shell is at its first prompt, or is known never to report one. */
function isReady(state: TerminalState): boolean {
  const { integration } = cottyMeta<TerminalMeta>(state._meta);
  return state.supportsCommandDetection === true || (integration !== undefined && integration !== 'pending');
}
