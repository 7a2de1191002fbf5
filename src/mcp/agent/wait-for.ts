/** Waits until something holds for a terminal or for the list of them, for a time, and no longer than the caller does. */

import type { Mirror } from '../../client/mirror.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import type { Agent } from './agent.ts';
import { runningIn } from './command-state.ts';

export type Patience = { readonly timeoutMs: number; readonly signal: AbortSignal };

/** Until nothing runs in it, or not that command; false: it still does. */
export async function waitForEnd(
  agent: Agent,
  uri: string,
  { commandId, ...patience }: Patience & { readonly commandId?: string },
): Promise<boolean> {
  const { mirror, close } = await agent.views.open(uri);
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

/** Looks at once, and after each change. */
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
    const over = (): void => settle();
    const timer = setTimeout(over, timeoutMs);
    signal.addEventListener('abort', over, { once: true });
    stops.push(
      () => clearTimeout(timer),
      () => signal.removeEventListener('abort', over),
      mirror.onChange(check),
      mirror.onGone(check),
    );
    if (signal.aborted) over();
    else check();
  });
}

/** The list is told of changes together, a moment later: whoever names the terminal next must find it. */
const LIST_MS = 2_000;

export async function listed(
  agent: Agent,
  signal: AbortSignal,
  holds: (terminals: readonly TerminalInfo[]) => boolean,
): Promise<void> {
  const look = () => (holds(agent.terminals) ? true : undefined);
  await waitFor(agent.client.root, look, { timeoutMs: LIST_MS, signal });
}
