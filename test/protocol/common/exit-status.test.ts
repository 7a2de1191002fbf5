import { expect, test } from 'vitest';
import { exitWords, isNoFailure, isSuspended } from '../../../src/protocol/common/exit-status.ts';

test('the signals that stop a job on Linux or on macOS suspend a command; those that end it do not', () => {
  const suspended = Array.from({ length: 256 }, (_, code) => code).filter(isSuspended);
  expect(suspended).toEqual([145, 146, 147, 148, 149, 150]);
  expect([undefined, null, 0, 20, 130, 137].some(isSuspended)).toBe(false);
});

test('a command that is suspended has not failed', () => {
  expect([0, 148].every(isNoFailure)).toBe(true);
  expect([1, 130, 137, null, undefined].some(isNoFailure)).toBe(false);
  expect([1, 148].map(exitWords)).toEqual(['exit 1', 'suspended']);
});
