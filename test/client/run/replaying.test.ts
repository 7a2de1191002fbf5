import { describe, expect, test } from 'vitest';
import { REPLAY_CHANGES, readable, readTerminal } from '../../../src/client/run/replaying.ts';
import { type Player, playerOf, positionOf } from '../../../src/review/replay/player.ts';
import { RecordingMaker } from '../../../src/review/replay/recording.ts';

/** Forty lines, one each ten seconds, which play since 0 with their pauses. */
function player(): Player {
  const made = new RecordingMaker();
  for (let line = 0; line < 40; line += 1) made.print(line * 10_000, `line ${line}\r\n`);
  return REPLAY_CHANGES['replay.pauses'](playerOf(made.made({ endMs: 400_000 }), 0), 0);
}

describe('a command of the replay', () => {
  test('goes by five seconds, by thirty, and to both ends', () => {
    const at = (id: keyof typeof REPLAY_CHANGES) =>
      positionOf(REPLAY_CHANGES[id](player(), 100_000), 100_000);
    expect(at('replay.forward') - at('replay.back')).toBe(10_000);
    expect(at('scroll.pageDown') - at('scroll.pageUp')).toBe(60_000);
    expect([at('scroll.top'), at('scroll.bottom')]).toEqual([0, player().timeline.totalMs]);
  });

  test('pauses and goes on, and changes the speed', () => {
    const paused = REPLAY_CHANGES['replay.pause'](player(), 5_000);
    expect([positionOf(paused, 5_000), positionOf(paused, 60_000)]).toEqual([5_000, 5_000]);
    expect(REPLAY_CHANGES['replay.faster'](player(), 0).speed).toBe(2);
    expect(REPLAY_CHANGES['replay.slower'](player(), 0).speed).toBe(0.5);
  });
});

test('what cannot be read is a sentence', async () => {
  const lost = () => Promise.reject(new Error('the host is gone'));
  expect(await readable(lost)).toBe('The output cannot be read: the host is gone');
  const calls = {
    recording: async () => ({ text: '', isCut: false, cut: false }),
    commands: async () => ({ commands: [], more: false }),
    output: lost,
    times: lost,
  };
  expect(await readTerminal(calls as never, { channel: 't', name: 't' })).toBe(
    'Nothing is recorded of this terminal: no command has ended here.',
  );
});
