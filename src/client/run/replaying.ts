/** The page that replays a command or a terminal: what its commands change, and what it reads from the host. */

import { reasonOf } from '../../protocol/common/reason-of.ts';
import {
  changeSpeed,
  type Player,
  positionOf,
  seek,
  toggleCut,
  togglePause,
} from '../../review/replay/player.ts';
import type { Recording } from '../../review/replay/recording.ts';
import { recordingOf } from './recordings.ts';

/** Milliseconds of a step, and of a longer one. */
const [STEP_MS, PAGE_MS] = [5_000, 30_000];

type Change = (player: Player, now: number) => Player;

export const REPLAY_CHANGES = {
  'replay.pause': togglePause,
  'replay.back': seeking(-STEP_MS),
  'replay.forward': seeking(STEP_MS),
  'replay.faster': (player, now) => changeSpeed(player, now, 1),
  'replay.slower': (player, now) => changeSpeed(player, now, -1),
  'replay.pauses': toggleCut,
  'scroll.pageUp': seeking(-PAGE_MS),
  'scroll.pageDown': seeking(PAGE_MS),
  'scroll.top': seeking(Number.NEGATIVE_INFINITY),
  'scroll.bottom': seeking(Number.POSITIVE_INFINITY),
} satisfies { readonly [id: string]: Change };

function seeking(by: number): Change {
  return (player, now) => seek(player, now, positionOf(player, now) + by);
}

const NOTHING_RECORDED = 'Nothing is recorded of this terminal: no command has ended here.';

/** Reads what is recorded of a terminal. Never rejects: the reason why it cannot be played is a sentence. */
export function readTerminal(
  calls: Parameters<typeof recordingOf>[0],
  terminal: Parameters<typeof recordingOf>[1],
): Promise<Recording | string> {
  return readable(async () => (await recordingOf(calls, terminal)) ?? NOTHING_RECORDED);
}

/** Reads what is played. Never rejects: the reason why it cannot be is a sentence. */
export async function readable<Read>(read: () => Promise<Read>): Promise<Read | string> {
  try {
    return await read();
  } catch (error) {
    return `The output cannot be read: ${reasonOf(error)}`;
  }
}
