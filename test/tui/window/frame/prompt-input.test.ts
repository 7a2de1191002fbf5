import { expect, test } from 'vitest';
import { planBody } from '../../../../src/tui/blocks/list/plan.ts';
import { withoutSeparator } from '../../../../src/tui/window/frame/prompt-input.ts';
import { bodyOf } from '../../blocks/sample.ts';

test('without the separator every line keeps its place', () => {
  const plan = withoutSeparator(planBody(bodyOf(['one\r\n'], { height: 7 })));
  expect(plan.lines.map((line) => [line.kind, line.kind === 'live' ? line.index : ''].join(' '))).toEqual([
    'header ',
    'output ',
    'live 0',
    'live 1',
    'blank ',
    'blank ',
  ]);
  expect([0, 1, 2, 3].map((y) => plan.places.at(y))).toEqual([
    { block: 'c0', line: 0 },
    { block: 'c0', line: 1 },
    { block: '', line: 1 },
    { block: '', line: 2 },
  ]);
});
