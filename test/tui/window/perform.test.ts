import { describe, expect, test } from 'vitest';
import type { Effect } from '../../../src/tui/model/step.ts';
import { JoinedEffects } from '../../../src/tui/window/perform.ts';

const typed = (uri: string, data: string): Effect => ({ kind: 'input', uri, data });

function setUp() {
  const performed: string[] = [];
  const effects = new JoinedEffects((effect) => {
    performed.push(effect.kind === 'input' ? `${effect.uri} ${effect.data}` : effect.kind);
  });
  return { performed, effects };
}

describe('JoinedEffects', () => {
  test('sends the input of one read as one', () => {
    const { performed, effects } = setUp();
    effects.join(() => {
      for (const key of 'abc') effects.take(typed('t', key));
      expect(performed).toEqual([]);
    });
    expect(performed).toEqual(['t abc']);
  });

  test('keeps the order of other effects and of terminals', () => {
    const { performed, effects } = setUp();
    effects.join(() => {
      effects.take(typed('t', 'a'));
      effects.take({ kind: 'redraw' });
      effects.take(typed('t', 'b'));
      effects.take(typed('u', 'c'));
      effects.take(typed('u', 'd'));
      effects.take(typed('t', 'e'));
    });
    expect(performed).toEqual(['t a', 'redraw', 't b', 'u cd', 't e']);
  });

  test('sends at once what is no key, and what was typed when reading it throws', () => {
    const { performed, effects } = setUp();
    effects.take(typed('t', 'a'));
    expect(performed).toEqual(['t a']);
    const broken = () =>
      effects.join(() => {
        effects.take(typed('t', 'b'));
        throw new Error('boom');
      });
    expect(broken).toThrow('boom');
    effects.take(typed('t', 'c'));
    expect(performed).toEqual(['t a', 't b', 't c']);
  });
});
