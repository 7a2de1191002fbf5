import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { handleFrom, isHandle, numbered, plainHandle } from '../../../src/mcp/agent/handle.ts';
import { META_KEY } from '../../../src/protocol/common/meta.ts';
import { parseClientMeta } from '../../../src/protocol/validate/cotty.ts';

describe('handles', () => {
  test.each([
    ['Claude Code', 'claude-code'],
    ['cursor-vscode', 'cursor-vscode'],
    ['  My Client™ (beta) ', 'my-client-beta'],
    ['', 'agent'],
    ['日本', 'agent'],
  ])('the MCP client %j is %s', (name, handle) => {
    expect(handleFrom(name)).toBe(handle);
  });

  test('the host accepts the handle made from any client name, also with a number', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.integer({ min: 1, max: 50 }), (name, count) => {
        const handle = handleFrom(name);
        expect(isHandle(handle)).toBe(true);
        const writer = `agent:${numbered(handle, count)}`;
        expect(parseClientMeta({ [META_KEY]: { writer } })).toMatchObject({ ok: true });
      }),
    );
  });

  test('agent:pm and pm are the same', () => {
    expect(plainHandle('agent:pm')).toBe('pm');
    expect(plainHandle('pm')).toBe('pm');
    expect(isHandle('a b')).toBe(false);
  });
});
