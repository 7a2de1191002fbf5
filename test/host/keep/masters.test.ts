import { describe, expect, it } from 'vitest';
import { FIRST, handed, handedArgs } from '../../../src/host/keep/masters.ts';

describe('what a host is given at its start', () => {
  it.each([[[]], [['ahp-terminal:/one']], [['ahp-terminal:/a,b', 'ahp-terminal:/c d', 'ahp-terminal:/漢']]])(
    'is told by its arguments: %j',
    (uris) => {
      const held = uris.map((uri, index) => ({ uri, fd: FIRST + index }));
      const [flag, value] = handedArgs(held);
      expect(flag).toBe('--adopt');
      expect(handed(value)).toEqual(held);
    },
  );

  it('is something else than no terminals when no keeper has started it', () => {
    expect(handed(undefined)).toBeUndefined();
    expect(handed('')).toBeUndefined();
  });
});
