import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Mirror } from '../../../src/client/mirror.ts';
import { settledScreen } from '../../../src/mcp/tools/keys.ts';
import type { Call } from '../../../src/mcp/tools/tool.ts';
import type { Action } from '../../../src/protocol/envelope.ts';
import type { TerminalState } from '../../../src/protocol/terminal/state.ts';

const URI = 'ahp-terminal:/t';

describe('the screen after keys', () => {
  let mirror: Mirror<TerminalState>;
  let giveUp: AbortController;
  let reads: number;
  let isClosed: boolean;
  let seq: number;

  beforeEach(() => {
    vi.useFakeTimers();
    mirror = new Mirror(URI, {} as TerminalState, (state) => state);
    giveUp = new AbortController();
    reads = 0;
    isClosed = false;
    seq = 0;
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  /** Asks for the screen; `reads` tells whether it was read. */
  async function ask(timeoutMs = 2000): Promise<void> {
    const close = () => {
      isClosed = true;
    };
    const screen = async () => {
      reads += 1;
    };
    const agent = { watched: { open: async () => ({ mirror, close }) }, client: { cotty: { screen } } };
    void settledScreen({ agent, signal: giveUp.signal } as unknown as Call, URI, timeoutMs);
    await pass(0);
  }

  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const happens = (action: Action) => {
    seq += 1;
    mirror.apply({ channel: URI, action, serverSeq: seq });
  };
  const prints = () => happens({ type: 'terminal/data', data: 'x' });

  it('is read once, when nothing was printed for 300 ms', async () => {
    await ask();
    await pass(200);
    prints();
    await pass(299);
    expect([reads, isClosed]).toEqual([0, false]);
    await pass(1);
    expect([reads, isClosed]).toEqual([1, true]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not wait for what others type', async () => {
    await ask();
    await pass(200);
    happens({ type: 'terminal/input', data: 'x' });
    await pass(100);
    expect(reads).toBe(1);
  });

  it('is read at the timeout when a program prints on and on', async () => {
    await ask(1000);
    for (let turn = 0; turn < 9; turn += 1) {
      await pass(100);
      prints();
    }
    expect(reads).toBe(0);
    await pass(100);
    expect(reads).toBe(1);
  });

  it('is read at once when the caller gives up, and when the terminal is gone', async () => {
    await ask();
    giveUp.abort();
    await pass(0);
    expect(reads).toBe(1);
    await ask();
    expect(reads).toBe(2);
    giveUp = new AbortController();
    await ask();
    mirror.end();
    await pass(0);
    expect(reads).toBe(3);
  });
});
