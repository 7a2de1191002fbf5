import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { MemoryHost, settled } from '../../support/memory-host.ts';

const LINES = Array.from({ length: 4000 }, (_, n) => `line ${n} ${'x'.repeat(80)}`);
const NAMES = ['one', 'two', 'three', 'four', 'five'];

const uriOf = (name: string) => `ahp-terminal:/${name}`;

/** Bytes of array buffers: the cells of screens are such. What one collecting has found is given back in the next. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  return process.memoryUsage().arrayBuffers;
}

describe('the end of a flood', () => {
  it('takes the memory of screens back, and leaves their lines to who comes later', async () => {
    let over = 0;
    const memory = await MemoryHost.start({
      afterBurst: () => {
        over += 1;
      },
    });
    const { clock, host } = memory;
    const client = await memory.connect('one', { writer: 'user:ada', screens: true });
    for (const name of NAMES) {
      await client.createTerminal(uriOf(name), { cols: 200, rows: 50 });
      memory.pty.print(LINES.join('\r\n'));
      clock.pass(50);
      await settled();
    }
    const seen = () =>
      Promise.all(NAMES.map(async (name) => (await client.subscribe(uriOf(name))).state['_meta']));
    const before = await seen();
    expect(JSON.stringify(before[0])).toContain('line 2100 x');
    const flooded = heldBytes();
    expect(over).toBe(0);
    clock.pass(5000);
    expect(over).toBe(1);
    expect(flooded - heldBytes()).toBeGreaterThan(NAMES.length * 2000 * 200 * 12 * 0.75);
    expect(await seen()).toEqual(before);
    const read = heldBytes();
    clock.pass(6000);
    expect(read - heldBytes()).toBeGreaterThan(NAMES.length * 2000 * 200 * 12 * 0.75);
    await host.close();
  });
});
