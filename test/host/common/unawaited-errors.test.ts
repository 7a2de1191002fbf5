import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { UnawaitedErrors } from '../../../src/host/common/unawaited-errors.ts';

function watched() {
  const logged: string[] = [];
  let now = 1000;
  const errors = new UnawaitedErrors(
    (message) => logged.push(message),
    () => now,
  );
  const process = new EventEmitter();
  errors.watch(process as unknown as NodeJS.Process);
  const pass = (ms: number) => {
    now += ms;
  };
  return { errors, process, logged, pass };
}

test('there are none at first', () => {
  expect(watched().errors.status).toBeUndefined();
});

test('each is counted, and logged with its stack and its causes', () => {
  const { errors, process, logged, pass } = watched();
  process.emit('unhandledRejection', new Error('no answer', { cause: new TypeError('no socket') }));
  pass(500);
  process.emit('uncaughtException', new RangeError('too far'));
  expect(errors.status).toEqual({ count: 2, message: 'RangeError: too far', at: 1500 });
  expect(logged[0]).toMatch(
    /^an unhandled rejection: Error: no answer\n {4}at [\s\S]*\ncaused by TypeError: no socket\n {4}at /,
  );
  expect(logged[1]).toMatch(/^an uncaught exception: RangeError: too far\n {4}at /);
});

test('what is no error is told as it is', () => {
  const { errors, process, logged } = watched();
  process.emit('unhandledRejection', undefined);
  expect(logged).toEqual(['an unhandled rejection: undefined']);
  expect(errors.status).toMatchObject({ count: 1, message: 'undefined' });
});

test('one that comes again and again does not fill the log, and is counted', () => {
  const { errors, process, logged, pass } = watched();
  for (let n = 0; n < 1000; n += 1) process.emit('uncaughtException', new Error(`fault ${n}`));
  expect(logged).toHaveLength(21);
  expect(logged.at(-1)).toBe('further errors of this minute are only counted');
  expect(errors.status).toMatchObject({ count: 1000, message: 'Error: fault 999' });
  pass(60_000);
  process.emit('uncaughtException', new Error('later'));
  expect(logged.at(-1)).toContain('Error: later');
});

test('a log that cannot be written leads to no further error', () => {
  const errors = new UnawaitedErrors(
    () => {
      throw new Error('the disk is full');
    },
    () => 0,
  );
  errors.take('a test', new Error('lost'));
  expect(errors.status).toMatchObject({ count: 1 });
});
