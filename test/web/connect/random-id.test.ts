import { expect, it } from 'vitest';
import { randomId } from '../../../src/web/connect/random-id.ts';

it('an id has 32 characters of its own', () => {
  const ids = Array.from({ length: 1000 }, randomId);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(ids).size).toBe(1000);
});
