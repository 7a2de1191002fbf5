import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readCommit } from '../../../src/cli/common/installation.ts';
import { removeFolder } from '../../support/remove-folder.ts';

describe('the commit of a build', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cotty-build-'));
  });
  afterEach(() => removeFolder(folder));

  test('is what the build wrote down', () => {
    const path = join(folder, 'build.json');
    writeFileSync(path, '{"commit":"0123456789012345678901234567890123456789"}\n');
    expect(readCommit(path)).toBe('0123456789012345678901234567890123456789');
  });

  test.each(['', '{"commit":7}', '{}', 'null'])('is unknown where that is no commit: %s', (text) => {
    const path = join(folder, 'build.json');
    writeFileSync(path, text);
    expect(readCommit(path)).toBe('unknown');
    expect(readCommit(join(folder, 'nothing'))).toBe('unknown');
  });
});
