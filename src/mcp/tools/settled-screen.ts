/** Reads a screen after keys, when the program has drawn its answer to them. */

import type { Mirror } from '../../client/mirror.ts';
import type { ScreenReport } from '../../protocol/cotty/cotty-requests.ts';
import { dataIn } from '../../protocol/envelope.ts';
import type { TerminalState } from '../../protocol/terminal/state.ts';
import type { Patience } from '../agent/wait-for.ts';
import type { Call } from './tool.ts';

/** A program has drawn its answer when it has printed nothing for so long; in milliseconds. */
const QUIET_MS = 300;

/** Returns the screen when it has settled, or as it is at the timeout or when the caller gives up. */
export async function settledScreen(
  { agent, signal }: Pick<Call, 'agent' | 'signal'>,
  uri: string,
  timeoutMs: number,
): Promise<ScreenReport> {
  const { mirror, close } = await agent.watched.open(uri);
  try {
    await quiet(mirror, { timeoutMs, signal });
  } finally {
    close();
  }
  return agent.client.cotty.screen(uri);
}

function quiet(mirror: Mirror<TerminalState>, { timeoutMs, signal }: Patience): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(silence);
      clearTimeout(timeout);
      signal.removeEventListener('abort', end);
      for (const stop of stops) stop();
      resolve();
    };
    const silence = setTimeout(end, QUIET_MS);
    const timeout = setTimeout(end, timeoutMs);
    const stops = [
      mirror.onChange((_state, cause) => {
        if (cause.kind === 'snapshot' || dataIn(cause.envelope.action) !== undefined) silence.refresh();
      }),
      mirror.onGone(end),
    ];
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted || mirror.gone) end();
  });
}
