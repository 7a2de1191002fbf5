import { beforeEach, describe, expect, it } from 'vitest';
import { Backlog, SLICE } from '../../../src/screen/skim/backlog.ts';

type Event = { readonly at: number };

let backlog: Backlog<Event>;
beforeEach(() => {
  backlog = new Backlog();
});

function add(...steps: readonly (string | Event)[]): void {
  for (const step of steps) backlog.add(step);
}

const facts = () => [backlog.steps, backlog.waiting, backlog.isEmpty];

/** Everything that waits, which it takes. */
function rest(): (string | Event)[] {
  const steps: (string | Event)[] = [];
  backlog.take(Number.POSITIVE_INFINITY, (step) => steps.push(step));
  expect(facts()).toEqual([0, 0, true]);
  return steps;
}

describe('what waits to be parsed', () => {
  it('is counted in steps and in characters, without empty text', () => {
    expect(facts()).toEqual([0, 0, true]);
    add('ab', '', { at: 1 }, 'c');
    expect(facts()).toEqual([3, 3, false]);
    expect(rest()).toEqual(['ab', { at: 1 }, 'c']);
  });

  it('is one text where no event is in it', () => {
    expect(backlog.text()).toBe('');
    expect(backlog.steps).toBe(0);
    add('ab');
    expect(backlog.text()).toBe('ab');
    add('c');
    expect(backlog.text()).toBe('abc');
    expect(facts()).toEqual([1, 3, false]);
    add({ at: 1 });
    expect(backlog.text()).toBeUndefined();
    expect(rest()).toEqual(['abc', { at: 1 }]);
    add({ at: 2 });
    expect(backlog.text()).toBeUndefined();
  });

  it('is cut before the first event, at the place that is said', () => {
    add('ab', 'cd', { at: 1 }, 'ef');
    expect(backlog.cut((text) => (text === 'abcd' ? 3 : 0))).toBe('abc');
    expect(facts()).toEqual([3, 3, false]);
    expect(backlog.cut((text) => text.length)).toBe('d');
    expect(backlog.cut((text) => text.length)).toBe('');
    expect(rest()).toEqual([{ at: 1 }, 'ef']);
  });

  it('is taken until enough characters were passed, events with them', () => {
    add('ab', { at: 1 }, 'cd', { at: 2 });
    const taken: unknown[] = [];
    backlog.take(0, (step) => taken.push(step));
    expect(taken).toEqual([]);
    backlog.take(1, (step) => taken.push(step));
    expect([taken, ...facts()]).toEqual([['ab'], 3, 2, false]);
    backlog.take(2, (step) => taken.push(step));
    expect([taken, ...facts()]).toEqual([['ab', { at: 1 }, 'cd'], 1, 0, false]);
    expect(rest()).toEqual([{ at: 2 }]);
  });

  it('counts what is being passed as waiting', () => {
    const seen: number[] = [];
    add('ab', 'c');
    backlog.take(3, () => seen.push(backlog.waiting));
    expect(seen).toEqual([3, 1]);
  });

  it('is skimmed before the first event, in slices that end with lines where they can', () => {
    add('ab', 'cd', { at: 1 }, 'ef');
    expect(backlog.skim(() => undefined)).toBe(false);
    expect(facts()).toEqual([4, 6, false]);
    const line = `${'x'.repeat(SLICE - 101)}\n`;
    const short = `${line}${'y'.repeat(SLICE)}z\nend`;
    expect(backlog.skim((text) => (text === 'abcd' ? short : undefined))).toBe(true);
    expect(backlog.waiting).toBe(short.length + 2);
    expect(rest()).toEqual([line, 'y'.repeat(SLICE), 'z\nend', { at: 1 }, 'ef']);
  });

  it('is not sliced where it fits in one', () => {
    add('a');
    const fits = `b\n${'x'.repeat(SLICE - 2)}`;
    backlog.skim(() => fits);
    expect(rest()).toEqual([fits]);
    add('a');
    backlog.skim(() => '');
    expect(facts()).toEqual([0, 0, true]);
  });

  it('is nothing after it was cleared', () => {
    add('a', { at: 1 });
    backlog.clear();
    expect(rest()).toEqual([]);
  });
});
