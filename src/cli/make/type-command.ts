/**
 * Types a line into a fresh shell at its first prompt. Before it the line editor does not read yet, and the line would be
 * echoed twice.
 */

import type { Client } from '../../client/client.ts';
import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { TerminalState } from '../../protocol/terminal/state.ts';
import { RpcError } from '../../rpc/errors.ts';

/** Time to wait for the shell to load its marks. One whose start files take longer gets the command as type-ahead. */
const WAIT_MS = 5000;

/** Returns undefined, or why the line was not typed. `runs` presses Enter. */
export async function typeCommand(
  client: Client,
  uri: string,
  line: string,
  runs = true,
): Promise<string | undefined> {
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
  const data = runs ? `${line}\r` : line;
  try {
    // An answer is waited for: if the connection was closed too early, the line would be lost.
    await client.cotty.typeAtPrompt(uri, data);
    return undefined;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    if (error.code !== ErrorCode.MethodNotFound) return error.message;
    // A host that is not cotty's confirms by an echo.
    const outcome = await client.dispatchAndConfirm(uri, { type: 'terminal/input', data });
    return outcome.ok ? undefined : outcome.reason;
  }
}

/** Whether the shell has marks, or is known never to have them. */
function isReady(state: TerminalState): boolean {
  const { integration } = cottyMeta<TerminalMeta>(state._meta);
  return state.supportsCommandDetection === true || (integration !== undefined && integration !== 'pending');
}
