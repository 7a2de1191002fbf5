import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import { restoreOnExit } from '../../../src/tui/outer/restore-on-exit.ts';

describe('restoreOnExit', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])('gives the terminal back on %s before it ends', (signal, code) => {
    const { process, log } = setUp();
    process.emit(signal);
    expect(log).toEqual(['leave', `end ${signal} ${code}`]);
  });

  test('exits at once on a second signal', () => {
    const { process, log } = setUp();
    process.emit('SIGTERM');
    process.emit('SIGTERM');
    expect(log).toEqual(['leave', 'end SIGTERM 143', 'leave', 'exit 143']);
  });

  test.each(['uncaughtException', 'unhandledRejection'])(
    'says what broke after the terminal is back: %s',
    (event) => {
      const { process, log } = setUp();
      process.emit(event, new Error('boom'));
      expect(log).toEqual(['leaveNow', 'report boom', 'exit 1']);
    },
  );

  test('gives the terminal back at the very end whoever ended the process', () => {
    const { process, log } = setUp();
    process.emit('exit', 0);
    expect(log).toEqual(['leaveNow']);
  });

  test('ends when the terminal has gone', () => {
    const { lose, log } = setUp();
    lose();
    expect(log).toEqual(['leave', 'end terminal gone 129']);
  });

  test.each(['SIGINT', 'SIGQUIT'])('leaves %s to a program that has borrowed the terminal', (signal) => {
    const { process, lend, log } = setUp();
    lend();
    process.emit(signal);
    expect(log).toEqual([]);
    process.emit('SIGTERM');
    expect(log).toEqual(['leave', 'end SIGTERM 143']);
  });

  test('ends a program that has borrowed the terminal when something breaks', () => {
    const { process, lend, log } = setUp();
    lend();
    process.emit('uncaughtException', new Error('boom'));
    expect(log).toEqual(['leaveNow', 'end borrower', 'report boom', 'exit 1']);
  });

  test('leaves no listener behind', () => {
    const { process, stop } = setUp();
    stop();
    expect(process.eventNames()).toEqual([]);
  });
});

function setUp() {
  const log: string[] = [];
  const process = Object.assign(new EventEmitter(), {
    exit: (code: number) => void log.push(`exit ${code}`),
  });
  let lose = () => {};
  let lent = false;
  const foregroundProgram = {
    end: () => Promise.resolve(void log.push('end borrower')),
    stopped: () => Promise.resolve(true),
  };
  const stop = restoreOnExit({
    outer: {
      get foregroundProgram() {
        return lent ? foregroundProgram : undefined;
      },
      leave: () => void log.push('leave'),
      leaveNow: () => void log.push('leaveNow'),
      onLost: (listener) => {
        lose = listener;
      },
    },
    process,
    end: (why, code) => void log.push(`end ${why} ${code}`),
    report: (error) => void log.push(`report ${error instanceof Error ? error.message : String(error)}`),
  });
  const lend = () => {
    lent = true;
  };
  return { process, log, stop, lend, lose: () => lose() };
}
