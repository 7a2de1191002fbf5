import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { errorLine } from '../../../src/protocol/cotty/error-line.ts';
import { cpuTime } from '../../support/cpu-time.ts';

describe('the first line that looks like an error', () => {
  test.each([
    'error: could not compile `x`',
    'error[E0308]: mismatched types',
    'Error: Cannot find module',
    '[ERROR] Failed to execute goal',
    '2026-01-02T03:04:05Z ERROR boom',
    'ERROR in ./src/index.js',
    'fatal: not a git repository',
    'FAIL src/a.test.ts',
    'FAILED tests/test_a.py::test_b - assert 1 == 2',
    '--- FAIL: TestX (0.00s)',
    'TypeError: x is not a function',
    'Uncaught ReferenceError: y is not defined',
    'java.lang.IllegalStateException: no',
    'Exception in thread "main" java.lang.NullPointerException',
    'main.c:3:5: error: expected ;',
    'src/a.ts(3,5): error TS2304: Cannot find name',
    'src/a.ts:3:5 - error TS2304: Cannot find name',
    'x.c:3: fatal error: y.h: No such file',
    'bash: nope: command not found',
    'ls: cannot access /x: No such file or directory',
    'cat: /x: Permission denied',
    'panic: runtime error: index out of range',
    "thread 'main' panicked at src/main.rs:2:5:",
    '✗ adds numbers',
    '  ✘ adds numbers',
    'npm ERR! code ELIFECYCLE',
    'npm error code 1',
    'make: *** [Makefile:2: all] Error 2',
    'not ok 3 - adds',
    'E   AssertionError: no',
    'Segmentation fault (core dumped)',
    "x.c:(.text+0x5): undefined reference to `f'",
    'clang: error: linker command failed',
  ])('is %s', (line) => {
    expect(errorLine(['building', 'all fine', line, 'error: later'])).toBe(line);
  });

  test.each([
    '0 errors, 3 warnings',
    'no error here',
    'error_count=0',
    'src/error.ts 3 kB',
    'compiling errors.rs',
    'Failed: 0',
    '✓ handles errors',
    'warning: unused variable',
    'PASS src/error.test.ts',
    '',
  ])('is not %j', (line) => {
    expect(errorLine([line])).toBeUndefined();
  });

  test('of a traceback is its last line', () => {
    const lines = [
      'Traceback (most recent call last):',
      '  File "x.py", line 1',
      '    f()',
      'ValueError: no',
      'x',
    ];
    expect(errorLine(lines)).toBe('ValueError: no');
    expect(errorLine(lines.slice(0, 2))).toBe('Traceback (most recent call last):');
  });

  test('is one of the lines, and found in a time that hostile lines do not stretch', () => {
    const piece = fc.constantFrom(
      'error',
      ':',
      ' ',
      '  ',
      '[',
      ']',
      '1:',
      '(1,',
      ')',
      'Error',
      'a.',
      'T',
      '-',
      'x: ',
    );
    const line = fc.array(piece, { maxLength: 400 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        const begun = cpuTime();
        const found = errorLine(lines);
        expect(found === undefined || lines.includes(found)).toBe(true);
        // A search that backtracked without a bound would not end at all.
        expect(cpuTime() - begun).toBeLessThan(2000);
      }),
    );
  });
});
