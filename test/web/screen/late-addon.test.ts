import { setImmediate as laterOn } from 'node:timers/promises';
import type { ITerminalAddon } from '@xterm/xterm';
import { describe, expect, it } from 'vitest';
import { lateAddon } from '../../../src/web/screen/addons.ts';

function addonOf(emulator: { readonly has: Set<ITerminalAddon> }): ITerminalAddon {
  const addon = { activate: () => {}, dispose: () => void emulator.has.delete(addon) };
  return addon;
}

function emulator() {
  const has = new Set<ITerminalAddon>();
  return { has, loadAddon: (addon: ITerminalAddon) => void has.add(addon) };
}

describe('lateAddon', () => {
  it('is in the emulator until it is taken out', async () => {
    const terminal = emulator();
    const stop = lateAddon(terminal, async () => addonOf(terminal));
    await laterOn();
    expect(terminal.has.size).toBe(1);
    stop();
    expect(terminal.has.size).toBe(0);
  });

  it('does not come when it was taken out before', async () => {
    const terminal = emulator();
    lateAddon(terminal, async () => addonOf(terminal))();
    await laterOn();
    expect(terminal.has.size).toBe(0);
  });

  it('leaves the emulator as it was when it cannot be loaded', async () => {
    const terminal = emulator();
    const stop = lateAddon(terminal, () => Promise.reject(new Error('no network')));
    await laterOn();
    stop();
    expect(terminal.has.size).toBe(0);
  });
});
