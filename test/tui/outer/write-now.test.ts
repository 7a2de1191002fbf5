import { closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeNow } from '../../../src/tui/outer/streams.ts';

describe('writeNow', () => {
  test('has written everything when it returns', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'cotty-write-')), 'out');
    const fd = openSync(path, 'w');
    writeNow(fd, 'é'.repeat(100_000));
    expect(readFileSync(path, 'utf8')).toBe('é'.repeat(100_000));
    closeSync(fd);
  });

  test('says nothing when the terminal has gone', () => {
    const fd = openSync(join(mkdtempSync(join(tmpdir(), 'cotty-write-')), 'out'), 'w');
    closeSync(fd);
    expect(() => writeNow(fd, 'x')).not.toThrow();
  });
});
