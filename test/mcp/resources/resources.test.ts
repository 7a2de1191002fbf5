import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nameIn, resourceUri } from '../../../src/mcp/resources/resources.ts';

describe('URIs of terminals as resources', () => {
  test('any name can be written into one and read back, also after parsing by URL', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
        expect(nameIn(resourceUri(name))).toBe(name);
        expect(nameIn(new URL(resourceUri(name)).href)).toBe(name);
      }),
    );
  });

  test('a lone percent sign stands for itself', () => {
    expect(nameIn('terminal://100%')).toBe('100%');
  });
});
