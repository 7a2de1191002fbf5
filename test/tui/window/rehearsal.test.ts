import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rehearsal } from '../../../src/tui/window/rehearsal.ts';
import { Driver, terminal } from '../../support/tui-model.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the rehearsal of a flood in the window', () => {
  const { model } = new Driver().list(terminal('build'));

  it('comes to its end, changes no model, and leaves no timer', () => {
    const before = structuredClone(model.views);
    const rehearsed = rehearsal(model);
    let steps = 1;
    for (; rehearsed?.step() === true; steps += 1) vi.advanceTimersByTime(5);
    expect(steps).toBeGreaterThan(100);
    rehearsed?.end();
    expect(vi.getTimerCount()).toBe(0);
    expect(model.views).toEqual(before);
  });

  it('leaves no timer either when a flood is given up in the middle', () => {
    const rehearsed = rehearsal(model);
    for (let steps = 0; steps < 8; steps += 1) rehearsed?.step();
    rehearsed?.end();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits for a terminal', () => {
    expect(rehearsal(new Driver().model)).toBeUndefined();
  });
});
