import { expect, it } from 'vitest';
import { readDrawn } from '../../../src/screen/skim/read-drawn.ts';
import { SAMPLES, sampleOutput } from '../../../src/screen/skim/sample-output.ts';

it('the output of rehearsals is lines but for one kind, a screen that is drawn in many colours', () => {
  const grid = { cols: 80, rows: 24, x: 0, y: 0 };
  const kinds = Array.from({ length: SAMPLES }, (_, kind) => sampleOutput(kind, 30_000));
  const drawn = kinds.filter((text) => readDrawn(text, grid) !== undefined);
  expect(drawn).toHaveLength(1);
  expect(new Set(drawn[0]?.match(/\[38[^m]*m/g)).size).toBeGreaterThan(500);
  expect(kinds.filter((text) => text.endsWith('\r\n'))).toHaveLength(SAMPLES - 1);
});
