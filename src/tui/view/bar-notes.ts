/** Notes in the bar: the agent that asks for the terminal in front, and the number of commands that ended elsewhere. */

import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { textWidth } from '../../screen/cells/text-width.ts';
import { cut } from '../blocks/header/span.ts';
import type { CommandId } from '../keys/command-ids.ts';
import { bestKey } from '../keys/help/hints.ts';
import { keyLabel } from '../keys/key-spelling.ts';
import { askerInFront } from '../model/derived/asking.ts';
import { inputContext } from '../model/derived/input-context.ts';
import { unreadCount } from '../model/feed.ts';
import type { Mode, Model } from '../model/model.ts';
import type { Readings } from '../model/readings.ts';
import { activeView } from '../model/step.ts';

/** Returns the first text that fits, or the last one cut. */
export function fitting(texts: readonly string[], width: number): string {
  return texts.find((text) => textWidth(text) <= width) ?? cut(texts.at(-1) ?? '', width, '…');
}

/** Returns the question of an agent, longest form first. Enter never answers it, since somebody may be typing. */
export function askingNote(model: Model, readings: Readings, mode: Mode): readonly string[] | undefined {
  const asker = askerInFront(model);
  if (asker === undefined || model.dialog !== undefined) return undefined;
  const give = keyFor(model, readings, mode, 'claim.handBack');
  const wait = keyFor(model, readings, mode, 'claim.decline');
  const dot = ` ${model.appearance.glyphs.separator} `;
  const who = `@${asker} asks`;
  const whole = `${who} for this terminal`;
  if (give === undefined) {
    const out = keyFor(model, readings, mode, mode === 'lock' ? 'mode.unlock' : 'mode.run') ?? '';
    const then = keyFor(model, readings, 'run', 'claim.handBack') ?? '';
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

/** Returns the note of unread feed entries, `! 2 ended (F12)`. */
export function feedNote(model: Model, readings: Readings, mode: Mode): string {
  const count = unreadCount(model.feed);
  if (count === 0 || model.dialog !== undefined) return '';
  const key = keyFor(model, readings, mode, 'feed.open');
  const note = `${model.appearance.glyphs.attention} ${count} ended`;
  return key === undefined ? note : `${note} (${key})`;
}

/** Returns how a shell has ended and what closes its tab, longest form first. */
export function exitedTexts({ lifecycle, _meta }: TerminalInfo): readonly string[] {
  const { died } = cottyMeta<TerminalMeta>(_meta);
  const code = lifecycle.status === 'exited' ? lifecycle.exitCode : undefined;
  const how = died ?? (code === undefined ? 'has exited' : `has exited with ${code}`);
  return [`the shell ${how} · Enter closes the tab`, `${how} · Enter closes`, 'Enter closes the tab'];
}

/** Returns what the toast offers, ` · Alt+Z undoes`, by the key it has in this mode. */
export function offerText(model: Model, readings: Readings, mode: Mode): string {
  const offer = model.toast?.offer;
  if (offer === undefined) return '';
  const key = keyFor(model, readings, mode, offer.command);
  const said = key === undefined ? offer.orElse : `${key} ${offer.word}`;
  return ` ${model.appearance.glyphs.separator} ${said}`;
}

function keyFor(model: Model, readings: Readings, mode: Mode, command: CommandId): string | undefined {
  const key = bestKey(model.keymap, mode, command, inputContext(model, readings), model.appearance.keptKeys);
  return key === undefined ? undefined : keyLabel(key);
}

/** Returns what BROWSE shows only a part of, and where in a search it is: `only failed · “word” 3/10`. */
export function browseNote(model: Model): string {
  const blocks = activeView(model)?.view.blocks;
  if (blocks === undefined) return '';
  const { onlyFailed, search } = blocks;
  const place = search?.place;
  const more = search?.found?.more === true || search?.found?.ended === false ? '+' : '';
  const sought =
    place === undefined ? '' : `“${search?.query}” ${place.at}/${place.of.toLocaleString('en')}${more}`;
  return [onlyFailed ? 'only failed' : '', sought].filter((text) => text !== '').join(' · ');
}
