import { expect, test, vi } from 'vitest';
import { BoundedOutput } from '../../../src/ledger/records/bounded-output.ts';
import { printing } from '../support.ts';

const command = { commandId: 'c1', commandLine: 'make', startedAt: 1 };

test('what has begun is known without its output, and what runs with it', () => {
  const { log, print } = printing(4);
  expect(log.begun).toBeUndefined();
  log.begin(command);
  print('one\r\n');
  expect(log.begun).toMatchObject({ ...command, seq: 5 });
  expect(log.running?.output).toEqual({ head: 'one\r\n', omitted: 0, tail: '' });
  log.end('c1', { finishedAt: 2, exitCode: 0 });
  expect(log.begun).toBeUndefined();
});

test('a record is found while it runs and after it, and no other one', () => {
  const { log, print } = printing(0);
  log.begin(command);
  print('one');
  expect(log.find('c1')?.output.head).toBe('one');
  expect(log.find('c2')).toBeUndefined();
  expect(log.end('c2', { finishedAt: 2 })).toBeUndefined();
  log.end('c1', { finishedAt: 2 });
  expect(log.find('c1')).toMatchObject({ finishedAt: 2, output: { head: 'one' } });
});

test('a finished record is asked for without a copy of what the running command has printed', () => {
  const { log, print } = printing(0);
  log.begin(command);
  print('one');
  const copied = vi.spyOn(BoundedOutput.prototype, 'read');
  expect(log.finished('c1')).toBeUndefined();
  expect(log.finished('c2')).toBeUndefined();
  expect(copied).not.toHaveBeenCalled();
  copied.mockRestore();
  log.end('c1', { finishedAt: 2 });
  expect(log.finished('c1')).toMatchObject({ finishedAt: 2, output: { head: 'one' } });
});
