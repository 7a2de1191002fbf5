import { describe, expect, test } from 'vitest';
import { allReadmes, brokenLinks, unknownWords } from '../support/readme.ts';

describe.each(allReadmes())('%s', (path) => {
  test('links to what is there', () => {
    expect(brokenLinks(path)).toEqual([]);
  });

  test('shows only subcommands and options that exist', () => {
    expect(unknownWords(path)).toEqual([]);
  });
});
