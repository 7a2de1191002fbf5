import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_INPUT, MAX_URI } from '../../../src/protocol/fields/parts.ts';
import { parseParams } from '../../../src/protocol/messages.ts';
import { parseAction, plainInput } from '../../../src/protocol/validate/action.ts';

const typed = { channel: 'ahp-terminal:/1', clientSeq: 1, action: { type: 'terminal/input', data: 'ls\r' } };

describe('plainInput', () => {
  test('recognises typed text', () => {
    expect(plainInput(typed)).toBe(typed);
  });

  test.each([
    ['another action', { ...typed, action: { type: 'terminal/output', data: 'x' } }],
    ['more keys', { ...typed, _meta: {} }],
    ['more keys in the action', { ...typed, action: { ...typed.action, more: 1 } }],
    ['a text that is too long', { ...typed, action: { ...typed.action, data: 'x'.repeat(MAX_INPUT + 1) } }],
    ['a URI that is too long', { ...typed, channel: 'x'.repeat(MAX_URI + 1) }],
    ['a control character in the URI', { ...typed, channel: 'a\x1b' }],
    ['no number', { ...typed, clientSeq: '1' }],
    ['a list', [1, 2, 3]],
    ['nothing', undefined],
  ])('leaves %s to the schemas', (_what, params) => {
    expect(plainInput(params)).toBeUndefined();
  });

  test('accepts nothing that the schemas refuse, and reads it as they do', () => {
    const odd = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.double(), fc.constant('\x00'));
    const params = fc.record({
      channel: fc.oneof(odd, fc.constant('ahp-terminal:/1')),
      clientSeq: fc.oneof(odd, fc.nat()),
      action: fc.oneof(
        odd,
        fc.record({ type: fc.constantFrom('terminal/input', 'terminal/cleared'), data: odd }),
      ),
    });
    fc.assert(
      fc.property(params, (raw) => {
        const plain = plainInput(raw);
        if (plain === undefined) return;
        expect(parseParams('dispatchAction', raw)).toEqual({ ok: true, params: plain });
        expect(parseAction(plain.action)).toEqual({ ok: true, action: plain.action });
      }),
    );
  });
});
