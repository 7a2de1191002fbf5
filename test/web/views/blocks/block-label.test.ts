import { describe, expect, it } from 'vitest';
import { blockLabel } from '../../../../src/web/views/blocks/block-label.ts';

describe('blockLabel', () => {
  it('says what ran, how it ended and how long it took', () => {
    const status = { kind: 'failed', code: 1 } as const;
    expect(blockLabel({ commandLine: 'npm test\n--watch', status, durationMs: 3140 })).toBe(
      'npm test, exit code 1, 3.1 s',
    );
    expect(blockLabel({ commandLine: 'make', status: { kind: 'ok' }, durationMs: 125_000 })).toBe(
      'make, exit code 0, 2 min 5 s',
    );
  });

  it('leaves out what takes no time, and names ends that have no code', () => {
    expect(blockLabel({ commandLine: 'ls', status: { kind: 'ok' }, durationMs: 20 })).toBe('ls, exit code 0');
    expect(blockLabel({ commandLine: 'cat', status: { kind: 'interrupted' } })).toBe('cat, was interrupted');
  });
});
