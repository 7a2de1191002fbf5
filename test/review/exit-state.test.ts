import { describe, expect, test } from 'vitest';
import { hasFailed, statusOf } from '../../src/review/exit-state.ts';
import { chip } from '../../src/tui/blocks/header/chip.ts';
import { command } from '../tui/blocks/sample.ts';

const chipOf = (part: Parameters<typeof command>[0], open = false) =>
  chip(statusOf(command(part), open)).text;

describe('the exit chip', () => {
  test.each([
    [{ exitCode: 0 }, '✓ 0'],
    [{ exitCode: 1 }, '✗ 1'],
    [{ exitCode: 127 }, '✗ 127'],
    [{ exitCode: -1 }, '✗ -1'],
    [{ exitCode: 130 }, '^C'],
    [{ exitCode: 137 }, '✗ SIGKILL'],
    [{ exitCode: 141 }, '✗ SIGPIPE'],
    [{ exitCode: 148 }, '^Z suspended'],
    [{ exitCode: 255 }, '✗ 255'],
    [{ exitCode: 0, meta: { timedOut: true } }, '! timeout'],
    [{ isComplete: false, meta: { killedByRestart: true } }, '~ host restart'],
  ])('of %j reads %s', (part, text) => {
    expect(chipOf(part)).toBe(text);
  });

  test('of a command without an exit code claims nothing', () => {
    const { exitCode: _, ...part } = command();
    expect(chip(statusOf(part, false)).text).toBe('? unknown');
  });

  test('of a command that has put another shell in the place of its own tells that it has gone in', () => {
    const { exitCode: _, ...part } = command({ commandLine: 'exec zsh', meta: { entered: 'left' } });
    expect(chip(statusOf(part, false)).text).toBe('↳ in');
    expect(chip(statusOf({ ...part, exitCode: 127 }, false)).text).toBe('✗ 127');
    expect(chip(statusOf({ ...part, commandLine: 'bash' }, false)).text).toBe('? unknown');
  });

  test('of an unfinished command says running only while the terminal is busy with it', () => {
    expect(chipOf({ isComplete: false }, true)).toBe('… running');
    expect(chipOf({ isComplete: false }, false)).toBe('? unknown');
  });

  test('has an ASCII twin for each status', () => {
    const codes = [0, 1, 130, 137].map((exitCode) => chip(statusOf(command({ exitCode }), false), true).text);
    expect(codes).toEqual(['+ 0', 'x 1', '^C', 'x SIGKILL']);
    expect(chip({ kind: 'running' }, true).text).toBe('* running');
  });
});

describe('hasFailed', () => {
  test('counts failures, signals, timeouts and restarts, not what a person interrupted or suspended', () => {
    const failed = [0, 1, 130, 137, 146, 148].filter((exitCode) =>
      hasFailed(statusOf(command({ exitCode }), false)),
    );
    expect(failed).toEqual([1, 137]);
    expect(hasFailed({ kind: 'timeout' })).toBe(true);
    expect(hasFailed({ kind: 'restart' })).toBe(true);
    expect(hasFailed({ kind: 'unknown' })).toBe(false);
    expect(hasFailed({ kind: 'running' })).toBe(false);
  });
});
