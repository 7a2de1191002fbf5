import { describe, expect, it } from 'vitest';
import { textLimits } from '../../../src/ledger/text/text-limits.ts';

describe('the limits of outputs', () => {
  const MI = 1024 * 1024;
  it.each([
    [64, 256, { output: 64 * MI, folder: 256 * MI, part: 512 * 1024 }],
    [64, 1, { output: MI, folder: MI, part: 128 * 1024 }],
    [0.25, 1, { output: MI / 4, folder: MI, part: 64 * 1024 }],
  ])('of %d MiB for a command and %d MiB for a terminal', (output, folder, limits) => {
    expect(textLimits(output, folder)).toEqual(limits);
  });
});
