import { openSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { unblock } from '../../../src/tui/outer/streams.ts';

describe('unblock', () => {
  test('leaves a stream alone that is no tty of ours, and every stream off Linux', () => {
    const calls: boolean[] = [];
    const handle = (fd: number) => ({ _handle: { fd, setBlocking: (on: boolean) => calls.push(on) - 1 } });
    expect(unblock({}, 'linux')).toBe(false);
    expect(unblock({ _handle: null }, 'linux')).toBe(false);
    expect(unblock(handle(openSync('/dev/null', 'w')), 'darwin')).toBe(false);
    expect(unblock(handle(1_000_000), 'linux')).toBe(false);
    expect(calls).toEqual([]);
  });

  test.runIf(process.platform === 'linux')('unblocks a device that can be opened anew', () => {
    const calls: boolean[] = [];
    const handle = { fd: openSync('/dev/null', 'w'), setBlocking: (on: boolean) => calls.push(on) - 1 };
    expect(unblock({ _handle: handle }, 'linux')).toBe(true);
    expect(calls).toEqual([false]);
  });
});
