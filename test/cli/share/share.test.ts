import { describe, expect, test } from 'vitest';
import { run } from '../../../src/cli/share/share.ts';
import { fakeIo } from '../../support/fake-io.ts';

describe('cotty share', () => {
  test('needs a terminal', async () => {
    const { io, err } = fakeIo();
    expect(await run([], io)).toBe(2);
    expect(err()).toMatch(/must be a terminal/);
  });

  test('does not show a terminal of cotty to the same windows twice', async () => {
    const { io, err } = fakeIo({ tty: true, env: { COTTY_TERMINAL: 'ahp-terminal:/x' } });
    expect(await run([], io)).toBe(2);
    expect(err()).toMatch(/--to URL/);
  });

  test('says when the host of --to is no address', async () => {
    const { io, err, rawModes } = fakeIo({ tty: true });
    expect(await run(['--to', 'nowhere'], io)).toBe(2);
    expect(err()).toMatch(/nowhere/);
    expect(rawModes).toEqual([]);
  });
});
