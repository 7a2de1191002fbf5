import { describe, expect, it } from 'vitest';
import { FIRST, inheritArgs, inherited } from '../../../src/host/keep/masters.ts';

describe('what a host is given at its start', () => {
  it.each([[[]], [['ahp-terminal:/one']], [['ahp-terminal:/a,b', 'ahp-terminal:/c d', 'ahp-terminal:/漢']]])(
    'is told by its arguments: %j',
    (uris) => {
      const held = uris.map((uri, index) => ({ uri, fd: FIRST + index }));
      const [flag, value] = inheritArgs(held);
      expect(flag).toBe('--adopt');
      expect(inherited(value)).toEqual(held);
    },
  );

  it('is something else than no terminals when no keeper has started it', () => {
    expect(inherited(undefined)).toBeUndefined();
    expect(inherited('')).toBeUndefined();
  });
});
