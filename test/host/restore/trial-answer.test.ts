import { expect, test } from 'vitest';
import { parseTrial } from '../../../src/host/restore/trial-answer.ts';

test('the answer of a version is read', () => {
  const trial = { version: '1.0.0', taken: ['ahp-terminal:/one'], why: '' };
  expect(parseTrial(`${JSON.stringify(trial)}\n`)).toEqual(trial);
});

test.each([
  '',
  'null',
  '{}',
  '[]',
  '{"version":"1"',
  '{"version":"1","taken":"all","why":""}',
  'usage: other',
])('the answer %j of something else is none', (text) => {
  expect(parseTrial(text)).toBeUndefined();
});
