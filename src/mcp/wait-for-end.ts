/** Waits until a terminal has nothing running any more, whoever started it. */

import type { Agent } from './agent.ts';
import { metaOf } from './terminal-facts.ts';

type Waited = 'idle' | 'gone' | 'timeout' | 'aborted';

type Options = { readonly uri: string; readonly timeoutMs: number; readonly signal: AbortSignal };

export function waitForEnd(agent: Agent, { uri, timeoutMs, signal }: Options): Promise<Waited> {
  const look = (): Waited | undefined => {
    const info = agent.terminals.find(({ resource }) => resource === uri);
    if (info === undefined) return 'gone';
    const over = info.lifecycle.status === 'exited' || metaOf(info).running === undefined;
    return over ? 'idle' : undefined;
  };
  return waitUntil(agent, look, { timeoutMs, signal });
}

/** Looks at the list of terminals after each change of it. */
export function waitUntil<T>(
  agent: Agent,
  look: () => T | undefined,
  { timeoutMs, signal }: Omit<Options, 'uri'>,
): Promise<T | 'timeout' | 'aborted'> {
  return new Promise((resolve) => {
    const settle = (how: T | 'timeout' | 'aborted'): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', aborted);
      stop();
      resolve(how);
    };
    const aborted = (): void => settle('aborted');
    const timer = setTimeout(() => settle('timeout'), timeoutMs);
    const check = (): void => {
      const seen = look();
      if (seen !== undefined) settle(seen);
    };
    const stop = agent.client.root.onChange(check);
    signal.addEventListener('abort', aborted, { once: true });
    if (signal.aborted) aborted();
    else check();
  });
}
