import { expect, test } from 'vitest';
import { isNewer } from '../../../src/protocol/common/newer-version.ts';

test.each([
  ['0.2.0', '0.1.9', true],
  ['0.10.0', '0.9.0', true],
  ['1.0.0', '0.99.99', true],
  ['0.2.0', '0.2.0', false],
  ['0.2.0-beta.1', '0.2.0', false],
  ['0.1.0', '0.2.0', false],
  ['0.3.0-beta.1', '0.2.0', true],
  ['what', '0.2.0', false],
  ['0.2.0', '', false],
])('%s compared with %s', (version, than, newer) => {
  expect(isNewer(version, than)).toBe(newer);
});
