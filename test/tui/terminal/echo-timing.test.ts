import { describe, expect, test } from 'vitest';
import { EchoTiming } from '../../../src/tui/terminal/echo-timing.ts';

function timing(when: 'auto' | 'always' | 'never' = 'auto') {
  const answers: ((ms: number | undefined) => void)[] = [];
  const timers: { readonly run: () => void; readonly ms: number }[] = [];
  const echo = new EchoTiming({
    when: () => when,
    roundTrip: () => new Promise((resolve) => answers.push(resolve)),
    after: (run, ms) => timers.push({ run, ms }),
  });
  const told: boolean[] = [];
  /** Keys are typed, and the host answers after so many milliseconds, or not at all. */
  const typed = async (ms: number | undefined): Promise<void> => {
    void echo.measure((come) => told.push(come));
    answers.shift()?.(ms);
    await Promise.resolve();
    await Promise.resolve();
  };
  /** The timers that wait are over. */
  const pass = (): void => {
    for (const { run } of timers.splice(0)) run();
  };
  return { echo, typed, told, timers, pass };
}

describe('how far a host is', () => {
  test('is measured with the first keys, and a near host only now and then', async () => {
    const { echo, typed, pass } = timing();
    expect([echo.wantsKeys, echo.draws]).toEqual([true, false]);
    await typed(2);
    expect([echo.wantsKeys, echo.draws]).toEqual([false, false]);
    pass();
    expect([echo.wantsKeys, echo.draws]).toEqual([true, false]);
  });

  test('counts by the least of the last round trips', async () => {
    const { echo, typed } = timing();
    await typed(150);
    expect([echo.wantsKeys, echo.draws]).toEqual([true, true]);
    await typed(3);
    expect(echo.draws).toBe(false);
    for (const ms of [150, 150, 150]) await typed(ms);
    expect(echo.draws).toBe(false);
    await typed(150);
    expect(echo.draws).toBe(true);
  });

  test('is a question of the setting, too', async () => {
    const [always, never] = [timing('always'), timing('never')];
    await always.typed(1);
    await never.typed(500);
    expect([always.echo.draws, never.echo.draws]).toEqual([true, false]);
  });

  test('tells when the echo should have come, and that no host answers', async () => {
    const { typed, told, pass } = timing();
    await typed(150);
    expect(told).toEqual([]);
    pass();
    expect(told).toEqual([true]);
    await typed(undefined);
    expect(told).toEqual([true, false]);
  });
});
