import { effect } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import type { TerminalInfo } from '../../../src/protocol/terminal/state.ts';
import { SeenSigns } from '../../../src/web/model/page.ts';

const A = 'ahp-terminal:/a';
const B = 'ahp-terminal:/b';

function rang(resource: string, bells: number): TerminalInfo {
  const claim = { kind: 'client', clientId: 'page' } as const;
  return {
    resource,
    title: resource,
    claim,
    lifecycle: { status: 'running' },
    _meta: { 'x-cotty': { bells } },
  };
}

describe('SeenSigns', () => {
  it('takes signs of the terminal in sight for seen, and those of others for news', () => {
    const seen = new SeenSigns();
    seen.note([rang(A, 0), rang(B, 3)], new Set([A]));
    seen.note([rang(A, 1), rang(B, 4)], new Set([A]));
    expect(seen.of(A)?.bells).toBe(1);
    expect(seen.of(B)?.bells).toBe(3);
    seen.note([rang(B, 4)], new Set([B]));
    expect(seen.of(A)).toBeUndefined();
    expect(seen.of(B)?.bells).toBe(4);
  });

  it('keeps news while nobody looks, and has seen them as soon as somebody does', () => {
    const seen = new SeenSigns();
    const told: (number | undefined)[] = [];
    effect(() => {
      told.push(seen.of(A)?.bells);
    });
    seen.note([rang(A, 0)], new Set([A]));
    seen.note([rang(A, 1)], new Set());
    seen.note([rang(A, 1)], new Set([A]));
    expect(told).toEqual([undefined, 0, 0, 1]);
  });
});
