import { expect, test } from 'vitest';
import { nodeFinding } from '../../../src/cli/doctor/machine-findings.ts';

test('a Node older than the recommended one is good enough, with a hint at the newer one', () => {
  expect(nodeFinding('20.20.2')).toMatchObject({ status: 'yes', hint: expect.stringContaining('Node 24') });
  expect(nodeFinding('22.1.0').hint).toBeDefined();
  expect(nodeFinding('24.0.0').hint).toBeUndefined();
  expect(nodeFinding('26.10.0').hint).toBeUndefined();
});
