import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_INPUT } from '../../../src/protocol/fields/parts.ts';
import { parseAction } from '../../../src/protocol/validate/action.ts';
import { terminalAction } from '../arbitrary.ts';

describe('parseAction', () => {
  it('accepts every terminal action within its limits', () => {
    fc.assert(
      fc.property(terminalAction, (action) => {
        expect(parseAction(action)).toEqual({ ok: true, action });
      }),
    );
  });

  it.each([
    ['input beyond a mebibyte', { type: 'terminal/input', data: 'x'.repeat(MAX_INPUT + 1) }],
    ['input that is no text', { type: 'terminal/input', data: 1 }],
    ['a size of zero', { type: 'terminal/resized', cols: 0, rows: 24 }],
    ['a size that is no integer', { type: 'terminal/resized', cols: 80.5, rows: 24 }],
    ['a size beyond 16 bits', { type: 'terminal/resized', cols: 80, rows: 65536 }],
    ['a title that is no text', { type: 'terminal/titleChanged', title: ['x'] }],
    ['a claim without a holder', { type: 'terminal/claimed', claim: { kind: 'client' } }],
    ['an unknown type', { type: 'terminal/exploded' }],
    ['no type', {}],
    ['null', null],
  ])('refuses %s', (_what, action) => {
    expect(parseAction(action)).toEqual({ ok: false, error: expect.stringMatching(/\S/) });
  });

  it('accepts input of exactly a mebibyte', () => {
    expect(parseAction({ type: 'terminal/input', data: 'x'.repeat(MAX_INPUT) })).toMatchObject({ ok: true });
  });

  it('keeps keys it does not know', () => {
    const action = {
      type: 'terminal/claimed',
      claim: { kind: 'client', clientId: 'c' },
      _meta: { 'x-cotty': { takeOverFrom: 'd' } },
      later: 1,
    };
    expect(parseAction(action)).toEqual({ ok: true, action });
  });
});
