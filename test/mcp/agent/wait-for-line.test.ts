import { describe, expect, test } from 'vitest';
import { boundedReducer } from '../../../src/client/bounded-reducer.ts';
import { Mirror } from '../../../src/client/mirror.ts';
import { waitForLine } from '../../../src/mcp/agent/wait-for-line.ts';
import type { TerminalAction } from '../../../src/protocol/terminal/actions.ts';
import type { TerminalState } from '../../../src/protocol/terminal/state.ts';

const empty: TerminalState = {
  title: 'dev',
  content: [],
  lifecycle: { status: 'running' },
  claim: { kind: 'client', clientId: 'c' },
};

/** A mirror of a terminal in which a command runs, as a client keeps it. */
class Running {
  readonly mirror = new Mirror<TerminalState>('ahp-terminal:/dev', empty, boundedReducer());
  readonly #over = new AbortController();

  constructor() {
    this.apply({ type: 'terminal/commandExecuted', commandId: 'cmd-1', commandLine: 'serve', timestamp: 1 });
  }

  apply(action: TerminalAction): void {
    this.mirror.apply({
      serverSeq: this.mirror.seq + 1,
      channel: this.mirror.uri,
      action,
    });
  }

  print(data: string): void {
    this.apply({ type: 'terminal/data', data });
  }

  finish(commandId = 'cmd-1'): void {
    this.apply({ type: 'terminal/commandFinished', commandId, exitCode: 0 });
  }

  waitFor(text: string): ReturnType<typeof waitForLine> {
    const wanted = { commandId: 'cmd-1', matches: (line: string) => line.includes(text) };
    return waitForLine(this.mirror, wanted, { timeoutMs: 60_000, signal: this.#over.signal });
  }

  giveUp(): void {
    this.#over.abort();
  }
}

describe('waiting for a line', () => {
  test('sees every line of an output of which the mirror keeps only the end', async () => {
    const running = new Running();
    const seen = running.waitFor('NEEDLE');
    const flood = `${'x'.repeat(79)}\n`.repeat(800);
    for (let batch = 0; batch < 20; batch += 1) running.print(flood);
    const at = running.mirror.state.content.at(-1);
    expect(at?.type === 'command' && at.output.length).toBeLessThan(20 * flood.length);
    running.print(`NEEDLE at the head of a batch\n${flood.repeat(20)}`);
    running.finish();
    expect(await seen).toEqual({ line: 'NEEDLE at the head of a batch' });
  });

  test('finds what was printed before, a line in pieces, and one without its line feed', async () => {
    const before = new Running();
    before.print('ready on :5173\n');
    expect(await before.waitFor('ready')).toEqual({ line: 'ready on :5173' });

    const pieces = new Running();
    const seen = pieces.waitFor('password:');
    pieces.print('Enter the pass');
    pieces.print('\x1b[1mword');
    pieces.print('\x1b[m: ');
    expect(await seen).toEqual({ line: 'Enter the password:' });
  });

  test('ends with the command, whatever is printed after it', async () => {
    const running = new Running();
    const seen = running.waitFor('ready');
    running.print('starting\n');
    running.finish();
    running.print('$ ready\n');
    expect(await seen).toEqual({});
  });

  test('goes on after the mirror was replaced as a whole', async () => {
    const running = new Running();
    const seen = running.waitFor('ready');
    running.print('starting\nrea');
    const part = { type: 'command', commandId: 'cmd-1', commandLine: 'serve', timestamp: 1 } as const;
    const content = [{ ...part, output: 'starting\nready on :1', isComplete: false }];
    running.mirror.adopt({ ...empty, content }, 50);
    expect(await seen).toEqual({ line: 'ready on :1' });
  });

  test('gives nothing when the caller gives up', async () => {
    const running = new Running();
    const seen = running.waitFor('ready');
    running.giveUp();
    running.print('ready\n');
    expect(await seen).toBeUndefined();
  });
});
