import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DeliveryBench, SHELLS, settle } from '../support/delivery-table.ts';
import { EnteredShells } from '../support/entered-shells.ts';

let shells: EnteredShells;
let bench: DeliveryBench;
beforeAll(async () => {
  shells = await EnteredShells.start();
  bench = shells.bench;
});
afterAll(() => shells.close());

// The key is all that a host has pressed which is gone then.
it.each(SHELLS)(
  'a shell on another machine waits 15 seconds for a host that is gone, then reads keys again: %s',
  async (shell) => {
    bench.forget();
    const uri = await shells.remote(shell);
    await bench.run(uri, 'true');
    await bench.mara.cotty.type(uri, '\x1b[713852@');
    await new Promise((resolve) => setTimeout(resolve, 15_500));
    await bench.mara.cotty.type(uri, '$HOME/witness typed\r');
    await expect.poll(() => bench.seen).toBe('typed\0');
    await settle();
    const size = '$HOME/witness "$(stty -a </dev/tty | grep -c -- "-icanon\\|-echo \\|-isig")"';
    await bench.run(uri, size);
    expect(bench.seen).toMatch(/\0[0]\0$/);
  },
);
