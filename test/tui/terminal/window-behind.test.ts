import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../../src/client/client.ts';
import { terminalUri } from '../../../src/protocol/common/uri.ts';
import type { WindowTerminals } from '../../../src/tui/terminal/window-terminals.ts';
import { look } from '../../screen/look.ts';
import { MemoryHost, settled } from '../../support/memory-host.ts';
import { windowClient, windowTerminals } from '../../support/window-client.ts';

const T = terminalUri('burst');

describe('a window and its host', () => {
  let memory: MemoryHost;
  let client: Client;
  let terminals: WindowTerminals;
  let lose: () => void;

  beforeEach(async () => {
    memory = await MemoryHost.start();
    ({ client, lose } = await windowClient(memory, 'mara'));
    await client.createTerminal({ channel: T, claim: { kind: 'client', clientId: client.clientId } });
    terminals = windowTerminals(client);
    await terminals.show(T);
    terminals.get(T)?.screen.follow(true);
  });

  afterEach(async () => {
    terminals.close();
    client.close();
    await memory.host.close();
  });

  /** Prints numbered lines, as much as one read of a pty brings. */
  function print(round: number): void {
    let text = '';
    for (let n = 0; text.length < 16 * 1024; n += 1) text += `line ${round}.${n}\r\n`;
    memory.pty.print(`${text}end of ${round}\r\n`);
    memory.clock.pass(20);
  }

  /** One read after the other, each in a turn of its own. */
  async function printUpTo(last: number): Promise<void> {
    for (let round = 1; round <= last; round += 1) {
      print(round);
      await settled();
    }
  }

  const lines = () => {
    const screen = terminals.get(T)?.screen.parse();
    return screen === undefined ? [] : look(screen.emulator).lines;
  };
  const whole = () => lines().join('\n');
  const shown = () => lines().slice(-24).join('\n');

  test('show the end of a burst soon after each part of it, however far behind the window had been', async () => {
    // Nothing is painted meanwhile, and the host learns of nothing that was taken.
    await printUpTo(20);
    expect(shown()).not.toContain('end of 20');
    for (let round = 21; round <= 30; round += 1) {
      print(round);
      memory.clock.pass(20);
      await settled();
      terminals.painted(() => false);
      await settled();
      expect(shown()).toContain(`end of ${round}`);
    }
    memory.clock.pass(1000);
    await settled();
    expect(shown()).toContain('end of 30');
    // The screen has all lines above it again, those too that were left out meanwhile.
    const numbers = [...whole().matchAll(/line 30\.(\d+)/g)].map(([, n]) => Number(n));
    expect(numbers.length).toBeGreaterThan(500);
    expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? 0) + at));
  });

  /** Brings the window so far behind that lines wait for it at the host. */
  async function fallBehind(): Promise<void> {
    await printUpTo(20);
    expect(shown()).not.toContain('end of 20');
  }

  const text = () =>
    client
      .terminal(T)
      ?.state.content.map((part) => (part.type === 'command' ? part.output : part.value))
      .join('') ?? '';

  test('lose no line when the host refuses something in a burst', async () => {
    await fallBehind();
    const refused = await client.dispatchAndConfirm(T, { type: 'terminal/resized', cols: 9000, rows: 9000 });
    expect(refused).toMatchObject({ ok: false });
    expect(shown()).toContain('end of 20');
    print(21);
    await settled();
    memory.clock.pass(1000);
    await settled();
    expect(shown()).toContain('end of 21');
    const numbers = [...whole().matchAll(/line 21\.(\d+)/g)].map(([, n]) => Number(n));
    expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] ?? 0) + at));
  });

  test('go on with a burst while the window types', async () => {
    await fallBehind();
    client.dispatch(T, { type: 'terminal/input', data: 'x' });
    await settled();
    expect(memory.pty.input).toBe('x');
    print(21);
    await settled();
    expect(text()).not.toContain('end of 20');
    terminals.painted(() => false);
    await settled();
    expect(shown()).toContain('end of 21');
    expect(text()).not.toContain('end of 20');
  });

  test('lose no line with their connection', async () => {
    await fallBehind();
    // Another channel goes on meanwhile, with greater numbers than those of the text that waits.
    const other = terminalUri('other');
    await client.createTerminal({
      channel: other,
      claim: { kind: 'client', clientId: client.clientId },
    });
    await settled();
    expect(client.root.state.terminals).toHaveLength(2);
    expect(client.root.seq).toBeGreaterThan(client.terminal(T)?.seq ?? 0);
    lose();
    await expect.poll(() => client.connectionState).toBe('away');
    await expect.poll(() => client.connectionState).toBe('ready');
    expect(text()).toContain('end of 20');
    expect(text().match(/end of \d+/g)).toEqual(
      expect.arrayContaining(Array.from({ length: 17 }, (_, index) => `end of ${index + 4}`)),
    );
  });
});
