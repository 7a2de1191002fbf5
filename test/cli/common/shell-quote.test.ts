import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commandLine } from '../../../src/cli/common/shell-quote.ts';

describe('commandLine', () => {
  test('leaves a single word alone, so that it can be a whole command line', () => {
    expect(commandLine(['make && make test'])).toBe('make && make test');
  });

  test('quotes only the words that need it', () => {
    expect(commandLine(['git', 'commit', '-m', 'it is done'])).toBe("git commit -m 'it is done'");
  });

  test('keeps quotes, backslashes and empty words', () => {
    expect(commandLine(['echo', "it's", 'a\\b', ''])).toBe("echo 'it'\\''s' 'a'\\\\'b' ''");
  });

  test('is read back by a shell as the same words', () => {
    const word = fc.string({ unit: fc.constantFrom(...`ab '"\\$\`!*?~#;&|<>(){}[]=%^\n\té界`) });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
        const line = commandLine(['printf', '%s\\0', ...words]);
        const read = execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8' });
        expect(read.split('\0').slice(0, -1)).toEqual(words);
      }),
      { numRuns: 60 },
    );
  });
});
