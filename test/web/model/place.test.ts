import { describe, expect, it } from 'vitest';
import { hashOf, placeIn } from '../../../src/web/model/place.ts';

describe('a place in the address', () => {
  it('names a terminal, and a block in it', () => {
    expect(placeIn('#/term/build-1')).toEqual({ kind: 'terminal', uri: 'ahp-terminal:/build-1' });
    expect(placeIn('#/term/build-1/block/12')).toEqual({
      kind: 'terminal',
      uri: 'ahp-terminal:/build-1',
      block: 12,
    });
  });

  it('is read as it was written, for hosts of any kind', () => {
    for (const uri of ['ahp-terminal:/a b/ü', 'other:terminal/1', 'ahp-terminal:/x']) {
      const place = { kind: 'terminal', uri, block: 3 } as const;
      expect(placeIn(hashOf(place))).toEqual(place);
    }
  });

  it('names the pages about all terminals, with what is searched there', () => {
    expect(placeIn('#/agents')).toEqual({ kind: 'agents' });
    expect(placeIn('#/waiting')).toEqual({ kind: 'waiting' });
    const asked = { kind: 'waiting', uri: 'ahp-terminal:/a b' } as const;
    expect(placeIn(hashOf(asked))).toEqual(asked);
    expect(placeIn('#/history')).toEqual({ kind: 'history', words: '' });
    const place = { kind: 'history', words: 'is:failed in:~/src 100%' } as const;
    expect(placeIn(hashOf(place))).toEqual(place);
  });

  it('names the runs that are compared, or which earlier one is', () => {
    const run = { kind: 'compare', uri: 'ahp-terminal:/a b', seq: 12 } as const;
    const others = [
      {},
      { against: 'succeeded' },
      { against: { uri: 'ahp-terminal:/succeeded', seq: 3 } },
    ] as const;
    for (const other of others) expect(placeIn(hashOf({ ...run, ...other }))).toEqual({ ...run, ...other });
  });

  it('names a run that is replayed', () => {
    const place = { kind: 'replay', uri: 'ahp-terminal:/a b', seq: 12 } as const;
    expect(placeIn(hashOf(place))).toEqual(place);
    expect(placeIn('#/replay/a/x')).toEqual({ kind: 'start' });
  });

  it('is the start where somebody has changed it by hand', () => {
    for (const hash of ['', '#', '#/', '#/elsewhere', '#/term/', '#/term/%E0%A4%A', '#t=secret'])
      expect(placeIn(hash)).toEqual({ kind: 'start' });
    expect(placeIn('#/term/a/block/x')).toEqual({ kind: 'terminal', uri: 'ahp-terminal:/a' });
  });
});
