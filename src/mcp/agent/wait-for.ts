/** Waits for a condition of a terminal or of the list, until a timeout or until the caller cancels. */

import type { Mirror } from '../../client/mirror.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import type { Agent } from './agent.ts';
import { runningIn } from './command-state.ts';

export type Patience = { readonly timeoutMs: number; readonly signal: AbortSignal };

/** Waits until the terminal runs nothing, or no longer runs `commandId`. Returns false if it still does. */
export async function waitForEnd(
  agent: Agent,
  uri: string,
  { commandId, ...patience }: Patience & { readonly commandId?: string },
): Promise<boolean> {
  const { mirror, close } = await agent.watched.open(uri);
  try {
    const ended = await waitFor(
      mirror,
      (state) => {
        const running = mirror.gone ? undefined : runningIn(state);
        const isOver = running === undefined || (commandId !== undefined && running.commandId !== commandId);
        return isOver ? true : undefined;
      },
      patience,
    );
    return ended === true;
  } finally {
    close();
  }
}

/** Checks at once and after each change. Resolves to undefined at the timeout or if the caller cancels. */
export function waitFor<S, T>(
  mirror: Mirror<S>,
  look: (state: S) => T | undefined,
  { timeoutMs, signal }: Patience,
): Promise<T | undefined> {
  return new Promise((resolve) => {
    const stops: (() => void)[] = [];
    const settle = (seen?: T): void => {
      for (const stop of stops) stop();
      resolve(seen);
    };
    const check = (): void => {
      const seen = look(mirror.state);
      if (seen !== undefined) settle(seen);
    };
    const giveUp = (): void => settle();
    const timer = setTimeout(giveUp, timeoutMs);
    signal.addEventListener('abort', giveUp, { once: true });
    stops.push(
      () => clearTimeout(timer),
      () => signal.removeEventListener('abort', giveUp),
      mirror.onChange(check),
      mirror.onGone(check),
    );
    if (signal.aborted) giveUp();
    else check();
  });
}

/**
 * Milliseconds to wait until the list, which changes a moment later, shows what a call did: the next call searches it by name.
 */
const LIST_MS = 2_000;

export async function listed(
  agent: Agent,
  signal: AbortSignal,
  condition: (terminals: readonly TerminalInfo[]) => boolean,
): Promise<void> {
  const look = () => (condition(agent.terminals) ? true : undefined);
  await waitFor(agent.client.root, look, { timeoutMs: LIST_MS, signal });
}
