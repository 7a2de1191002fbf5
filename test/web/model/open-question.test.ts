import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProgramQuestion } from '../../../src/protocol/cotty/program.ts';
import { OpenQuestion } from '../../../src/web/model/open-question.ts';

const asked = (print: string): ProgramQuestion => ({
  since: 1,
  state: 'blocked',
  by: 'report',
  rows: [print],
  choices: [{ keys: '1', label: 'Yes' }],
  print,
});

function opened() {
  let now: ProgramQuestion | null = asked('one');
  const given: unknown[] = [];
  const open = new OpenQuestion('ahp-terminal:/a', {
    question: async () => now,
    answer: async (_uri, answer) => {
      if (answer.print !== now?.print) throw new Error('the question has changed');
      given.push(answer);
    },
  });
  return {
    open,
    given,
    asks: (print: string | null) => {
      now = print === null ? null : asked(print);
    },
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a question that is shown', () => {
  it('is answered with its print', async () => {
    const { open, given } = opened();
    await open.read();
    expect(await open.answer({ keys: '1' })).toBe(true);
    expect(given).toEqual([{ print: 'one', keys: '1' }]);
  });

  it('is not answered when the host asks another one by then, which is shown instead', async () => {
    const { open, given, asks } = opened();
    await open.read();
    asks('two');
    expect(await open.answer({ keys: '1' })).toBe(false);
    expect(given).toEqual([]);
    expect(open.failure.value).toBe('the question has changed');
    expect(open.question.value?.print).toBe('two');
    expect(open.hasChanged.value).toBe(true);
  });

  it('takes no choice for a second when it has come in place of another, so that no finger hits it by chance', async () => {
    const { open, given, asks } = opened();
    await open.read();
    asks(null);
    await open.read();
    expect(open.question.value).toBeNull();
    asks('two');
    await open.read();
    expect(open.hasChanged.value).toBe(true);
    expect(await open.answer({ keys: '1' })).toBe(false);
    vi.advanceTimersByTime(1_000);
    expect(await open.answer({ keys: '1' })).toBe(true);
    expect(given).toEqual([{ print: 'two', keys: '1' }]);
  });

  it('is no surprise when the one before was answered here, and waits for a moment as well', async () => {
    const { open, given, asks } = opened();
    await open.read();
    await open.answer({ text: 'red' });
    asks('two');
    await open.read();
    expect(open.hasChanged.value).toBe(false);
    expect(await open.answer({ keys: '1' })).toBe(false);
    expect(given).toHaveLength(1);
  });
});
