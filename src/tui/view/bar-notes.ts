/** What the bar says beside its hints: who asks for the terminal in front, and how much ended elsewhere. */

import { textWidth } from '../../screen/cells/text-width.ts';
import { cut } from '../blocks/header/span.ts';
import type { CommandId } from '../keys/command-ids.ts';
import { bestKey } from '../keys/help/hints.ts';
import { keyLabel } from '../keys/key-spelling.ts';

import { askerInFront } from '../model/derived/asking.ts';
import { inputContext } from '../model/derived/input-context.ts';
import { unreadCount } from '../model/feed.ts';
import type { Mode, Model } from '../model/model.ts';
import type { Look } from '../model/step.ts';

/** The first of these that fits, or the last one cut. */
export function fitting(texts: readonly string[], width: number): string {
  return texts.find((text) => textWidth(text) <= width) ?? cut(texts.at(-1) ?? '', width, '…');
}

/** Enter stays the command line's: a question that comes while somebody types must not be answered by it. */
export function askingNote(model: Model, look: Look, mode: Mode): readonly string[] | undefined {
  const asker = askerInFront(model);
  if (asker === undefined || model.dialog !== undefined) return undefined;
  const give = keyFor(model, look, mode, 'claim.handBack');
  const wait = keyFor(model, look, mode, 'claim.decline');
  const dot = ` ${model.look.glyphs.separator} `;
  const who = `@${asker} asks`;
  const whole = `${who} for this terminal`;
  if (give === undefined) {
    const out = keyFor(model, look, mode, mode === 'lock' ? 'mode.unlock' : 'mode.run') ?? '';
    const then = keyFor(model, look, 'run', 'claim.handBack') ?? '';
    return [`${whole}${dot}${out}, then ${then} hands it over`, `${who}${dot}${out} ${then} gives`, who];
  }
  const no = wait === undefined ? '' : `${dot}${wait} not now`;
  return [
    `${whole}${dot}${give} hands it over${no}`,
    `${who}${dot}${give} gives${no}`,
    `${who}${dot}${give}`,
    who,
  ];
}

/** `! 2 ended (F12)`. */
export function feedNote(model: Model, look: Look, mode: Mode): string {
  const count = unreadCount(model.feed);
  if (count === 0 || model.dialog !== undefined) return '';
  const key = keyFor(model, look, mode, 'feed.open');
  const note = `${model.look.glyphs.attention} ${count} ended`;
  return key === undefined ? note : `${note} (${key})`;
}

function keyFor(model: Model, look: Look, mode: Mode, command: CommandId): string | undefined {
  const key = bestKey(model.keymap, mode, command, inputContext(model, look), model.look.keptKeys);
  return key === undefined ? undefined : keyLabel(key);
}
