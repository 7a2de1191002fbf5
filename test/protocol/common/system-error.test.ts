import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { systemCode } from '../../../src/protocol/common/system-error.ts';

it('says the code of an error of the system', () => {
  let error: unknown;
  try {
    readFileSync('/no/such/file');
  } catch (thrown) {
    error = thrown;
  }
  expect(systemCode(error)).toBe('ENOENT');
});

it('says what was thrown where there is no code', () => {
  expect(systemCode(new Error('not that'))).toBe('Error: not that');
  expect(systemCode('text')).toBe('text');
});
