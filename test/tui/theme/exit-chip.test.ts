import { describe, expect, it } from 'vitest';
import { META_KEY } from '../../../src/protocol/cotty-meta.ts';
import { exitChip, exitChipText, isFailed } from '../../../src/tui/theme/exit-chip.ts';
import { ASCII_GLYPHS, UNICODE_GLYPHS } from '../../../src/tui/theme/glyphs.ts';

function chip(exitCode: number | undefined, meta: object = {}, isComplete = true) {
  const code = exitCode === undefined ? {} : { exitCode };
  return exitChip({ isComplete, ...code, _meta: { [META_KEY]: meta } }, UNICODE_GLYPHS);
}

describe('exitChip', () => {
  it.each([
    [0, {}, '✓ 0', 'success', false],
    [1, {}, '✗ 1', 'failure', true],
    [127, {}, '✗ 127', 'failure', true],
    [130, {}, '^C SIGINT', 'interrupted', false],
    [137, {}, '✗ 137 SIGKILL', 'failure', true],
    [255, {}, '✗ 255', 'failure', true],
    [-1, {}, '✗ -1', 'failure', true],
    [undefined, {}, '? unknown', 'unknown', true],
    [undefined, { timedOut: true }, '! timeout', 'warning', true],
    [undefined, { killedByRestart: true }, '~ host restart', 'warning', true],
  ])('shows exit %s with %j as %s', (code, meta, text, role, failed) => {
    const made = chip(code, meta);
    expect(made && exitChipText(made)).toBe(text);
    expect(made?.role).toBe(role);
    expect(made && isFailed(made)).toBe(failed);
  });

  it('is absent while the command runs, but not for one that the host lost', () => {
    expect(chip(undefined, {}, false)).toBeUndefined();
    expect(chip(undefined, { killedByRestart: true }, false)).toBeDefined();
  });

  it('has only ASCII in the ASCII set', () => {
    const failed = exitChip({ isComplete: true, exitCode: 2 }, ASCII_GLYPHS);
    expect(failed && exitChipText(failed)).toBe('x 2');
  });
});
