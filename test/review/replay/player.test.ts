/** Replaying runs: times, speed, pauses, and what the emulator is fed. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changeSpeed,
  feedOf,
  isPlaying,
  MOST_FED,
  nextText,
  playerOf,
  positionOf,
  seek,
  shownNow,
  toggleCut,
  togglePause,
} from '../../../src/review/replay/player.ts';
import { recordingOfRun } from '../../../src/review/replay/recording.ts';
import { shownAt, timelineOf } from '../../../src/review/replay/timeline.ts';
import type { Run } from '../../../src/review/run.ts';
import { timedText, withCarriageReturns } from '../../../src/review/timed-text.ts';

const run = (output: string, rest: Partial<Run> = {}): Run => ({
  terminal: 'build',
  uri: 'ahp-terminal:/build',
  seq: 1,
  commandLine: 'make',
  startedAt: 1_000,
  finishedAt: 6_000,
  output,
  ...rest,
});

const TWO = run('one\r\ntwo\r\n', { times: [100, 5, 4_000, 5] });

describe('the pieces of an output', () => {
  it('come when they were printed, and text without a time at the end', () => {
    expect(timedText(TWO)).toEqual([
      { atMs: 100, text: 'one\r\n' },
      { atMs: 4_100, text: 'two\r\n' },
    ]);
    expect(timedText(run('one\r\ntwo', { times: [100, 5] }))).toEqual([
      { atMs: 100, text: 'one\r\n' },
      { atMs: 5_000, text: 'two' },
    ]);
    expect(timedText(run('one'))).toBeUndefined();
  });

  it('pass over what is missing in the middle', () => {
    const cut = run('headtail', { times: [0, 4, 100, 50, 100, 4], missing: { at: 4, lines: 3 } });
    expect(timedText(cut)).toEqual([
      { atMs: 0, text: 'head' },
      { atMs: 200, text: 'tail' },
    ]);
  });

  it('are together the whole output, and split no character and no line end', () => {
    const text = fc
      .array(fc.constantFrom('a', '\r\n', '😀', '\x1b[31m', '漢', '\n', '\r'))
      .map((all) => all.join(''));
    const times = fc.array(fc.tuple(fc.nat(5_000), fc.nat(9))).map((pairs) => pairs.flat());
    fc.assert(
      fc.property(text, times, (output, all) => {
        const pieces = timedText(run(output, { times: all })) ?? [
          { atMs: 0, text: withCarriageReturns(output) },
        ];
        expect(pieces.map((piece) => piece.text).join('')).toBe(withCarriageReturns(output));
        for (const [index, piece] of pieces.entries()) {
          const next = pieces[index + 1]?.text ?? '';
          expect(piece.text).not.toMatch(/[\ud800-\udbff]$/);
          expect(piece.text.endsWith('\r') && next.startsWith('\n')).toBe(false);
        }
      }),
    );
  });
});

describe('a player', () => {
  it('cuts long pauses unless it is told not to, and keeps its place then', () => {
    const player = playerOf(recordingOfRun(TWO), 0);
    expect([player.timeline.totalMs, shownNow(player, 99), shownNow(player, 100)]).toEqual([3_000, 0, 5]);
    expect(shownNow(player, 2_100)).toBe(10);
    const whole = toggleCut(player, 2_200);
    expect([whole.timeline.totalMs, positionOf(whole, 2_200)]).toEqual([5_000, 4_200]);
    expect(positionOf(toggleCut(whole, 2_200), 2_200)).toBe(2_200);
  });

  it('pauses, goes faster and slower, seeks, and plays again from its end', () => {
    const fast = changeSpeed(playerOf(recordingOfRun(TWO), 0), 1_000, 1);
    expect(positionOf(fast, 1_500)).toBe(2_000);
    expect(changeSpeed(changeSpeed(fast, 0, -1), 0, -1).speed).toBe(0.5);
    const paused = togglePause(fast, 1_250);
    expect([positionOf(paused, 9_000), isPlaying(paused, 9_000)]).toEqual([1_500, false]);
    expect(nextText(paused, 9_000)).toBeUndefined();
    expect(nextText(fast, 1_000)).toBe(1_550);
    expect(positionOf(seek(fast, 1_500, -5), 1_500)).toBe(0);
    const ended = seek(fast, 1_500, 1e9);
    expect(isPlaying(ended, 1_500)).toBe(false);
    expect(positionOf(togglePause(ended, 2_000), 2_000)).toBe(0);
  });

  it('plays an output without times at a steady rate, in ten seconds at most', () => {
    const { recording, timeline } = playerOf(recordingOfRun(run('a\nb\nc')), 0);
    expect(recording).toMatchObject({ text: 'a\r\nb\r\nc', isTimed: false });
    expect(timeline.totalMs).toBe(300);
    const longest = recordingOfRun(run('line\r\n'.repeat(50_000)));
    const long = timelineOf(longest, true);
    expect(long.totalMs).toBe(10_000);
    expect(long.steps.length).toBeLessThanOrEqual(1_001);
    expect(shownAt(long, 10_000)).toBe(longest.text.length);
    expect(timelineOf(recordingOfRun(run('')), true)).toMatchObject({ totalMs: 0, steps: [] });
  });

  it('feeds the whole text, whatever the ticks are, and begins anew to go back', () => {
    const ticks = fc.array(fc.nat(1_500));
    fc.assert(
      fc.property(ticks, (all) => {
        const player = playerOf(recordingOfRun(TWO), 0);
        let [now, screen, fed]: [number, string, number | undefined] = [0, '', undefined];
        for (const tick of [...all, 9_000]) {
          now += tick;
          const to = shownNow(player, now);
          const { resets, parts } = feedOf(player.recording, fed, to);
          expect(resets).toBe(fed === undefined);
          screen += parts.join('');
          fed = to;
        }
        expect(screen).toBe(TWO.output);
      }),
    );
    expect(feedOf(recordingOfRun(TWO), 10, 5)).toEqual({ resets: true, parts: ['one\r\n'] });
  });

  it('feeds only the last lines of very much at once', () => {
    const recording = recordingOfRun(run('line\r\n'.repeat(400_000), { cols: 40 }));
    const { resets, parts } = feedOf(recording, 0, recording.text.length);
    const [size, text] = parts;
    expect([resets, size, parts.length]).toEqual([true, { end: 0, cols: 40 }, 2]);
    expect(String(text).length).toBeLessThanOrEqual(MOST_FED);
    expect(String(text).startsWith('line\r\n')).toBe(true);
  });
});
