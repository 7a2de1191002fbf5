import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../../src/client/client.ts';
import { terminalUri } from '../../../src/protocol/common/uri.ts';
import { WindowTerminals } from '../../../src/tui/terminal/window-terminals.ts';
import { look } from '../../screen/look.ts';
import { MemoryHost, settled } from '../../support/memory-host.ts';
import { windowClient } from '../../support/window-client.ts';

const ONE = terminalUri('one');
const TWO = terminalUri('two');

describe('the terminals of a window', () => {
  let memory: MemoryHost;
  let client: Client;
  let terminals: WindowTerminals;
  const seen = new Map<string, number>();
  let asked: string[];

  beforeEach(async () => {
    seen.clear();
    asked = [];
    memory = await MemoryHost.start();
    ({ client } = await windowClient(memory, 'mara'));
    for (const channel of [ONE, TWO])
      await client.createTerminal({ channel, claim: { kind: 'client', clientId: client.clientId } });
    terminals = new WindowTerminals({
      client,
      scrollback: 1000,
      localEcho: () => 'never',
      me: 'user:mara',
      home: undefined,
      pacer: {
        request: () => asked.push('at once'),
        printed: () => asked.push('at once'),
        requestCalmly: () => asked.push('calmly'),
      },
      notify: () => {},
    });
    await terminals.show(ONE);
  });

  afterEach(async () => {
    terminals.close();
    client.close();
    await memory.host.close();
  });

  /** Whether what the programs print comes onto the screens. */
  async function follow(): Promise<readonly boolean[]> {
    for (const pty of memory.ptys) pty.print('printed\r\n');
    memory.clock.pass(50);
    await settled();
    return [ONE, TWO].map((uri) => {
      const screen = terminals.get(uri)?.screen.parse();
      const lines = screen === undefined ? [] : look(screen.emulator).lines;
      const count = lines.filter((line) => line.includes('printed')).length;
      const isNew = count > (seen.get(uri) ?? 0);
      seen.set(uri, count);
      return isNew;
    });
  }

  test('follow beside the one in front, and no more when that one has the window alone again', async () => {
    expect(terminals.see([ONE, TWO])).toEqual([TWO]);
    await terminals.showBeside(TWO);
    expect(terminals.see([ONE, TWO])).toEqual([]);
    expect(await follow()).toEqual([true, true]);
    expect(terminals.see([ONE])).toEqual([]);
    expect(await follow()).toEqual([true, false]);
  });

  test('ask for a frame at once only where keys go', async () => {
    terminals.see([ONE, TWO]);
    await terminals.showBeside(TWO);
    asked = [];
    memory.ptys[1]?.print('printed\r\n');
    memory.clock.pass(50);
    await settled();
    expect(new Set(asked)).toEqual(new Set(['calmly']));
    asked = [];
    memory.ptys[0]?.print('printed\r\n');
    memory.clock.pass(50);
    await settled();
    expect(new Set(asked)).toEqual(new Set(['at once']));
  });

  test('are hidden as tabs are after the last panes are gone', async () => {
    terminals.see([ONE, TWO]);
    await terminals.showBeside(TWO);
    terminals.see([ONE]);
    await terminals.show(TWO);
    expect(await follow()).toEqual([false, true]);
  });
});
