import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classify } from '../../src/rpc/rpc-frame.ts';

const of = (message: object) => classify(JSON.stringify({ jsonrpc: '2.0', ...message }));

describe('classify', () => {
  it('tells the four kinds of message apart', () => {
    expect(of({ id: 1, method: 'ping', params: {} })).toEqual({
      kind: 'request',
      id: 1,
      method: 'ping',
      params: {},
    });
    expect(of({ method: 'action' })).toEqual({ kind: 'notification', method: 'action', params: undefined });
    expect(of({ id: 'a', result: 5 })).toEqual({ kind: 'result', id: 'a', result: 5 });
    expect(of({ id: 1, error: { code: -1, message: 'no', data: [1] } })).toEqual({
      kind: 'error',
      id: 1,
      error: { code: -1, message: 'no', data: [1] },
    });
  });

  it('takes a result of null for a result', () => {
    expect(of({ id: 1, result: null })).toEqual({ kind: 'result', id: 1, result: null });
  });

  it('reads an error about a message that could not be identified', () => {
    expect(of({ id: null, error: {} })).toEqual({
      kind: 'error',
      id: null,
      error: { code: -32603, message: 'unknown error' },
    });
  });

  it.each([
    ['no JSON', 'hello', -32700],
    ['half a message', '{"jsonrpc":"2.0","id":1', -32700],
    ['an empty frame', '', -32700],
    ['a batch', '[{"jsonrpc":"2.0","method":"ping","id":1}]', -32600],
    ['a bare value', '42', -32600],
    ['null', 'null', -32600],
    ['another version', '{"jsonrpc":"1.0","method":"ping","id":1}', -32600],
    ['a method that is no text', '{"jsonrpc":"2.0","method":7,"id":1}', -32600],
    ['an id that is an object', '{"jsonrpc":"2.0","method":"ping","id":{}}', -32600],
    ['neither call nor answer', '{"jsonrpc":"2.0","id":1}', -32600],
  ])('calls %s invalid', (_what, text, code) => {
    expect(classify(text)).toMatchObject({ kind: 'invalid', error: { code } });
  });

  it('keeps the id of a message that is wrong otherwise', () => {
    expect(of({ id: 7, method: {} })).toMatchObject({ kind: 'invalid', id: 7 });
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void classify(text)));
  });
});
