/** The running clocks in the tabs, painted over the chrome, so that a second that passes does not lay it out anew. */

import type { StripItem } from '../model/tab-label.ts';
import type { Layout } from '../model/window-layout.ts';
import type { Theme } from '../theme/theme.ts';
import type { Overlay } from './compose.ts';
import { pieceOverlay } from './piece-overlay.ts';
import { roleOf } from './tab-strip.ts';

/** Replaces each clock by blanks, so that the tabs stay equal while clocks run. */
export function withoutClocks(tabs: readonly StripItem[]): readonly StripItem[] {
  return tabs.map((item) => {
    if (item.kind !== 'tab' || item.clock === undefined) return item;
    const { clock, ...rest } = item;
    const { clock: _running, ...tab } = item.tab;
    const after = item.text.slice(clock.at + clock.text.length);
    return { ...rest, tab, text: `${item.text.slice(0, clock.at)}${' '.repeat(clock.text.length)}${after}` };
  });
}

export function clockOverlays(
  tabs: readonly StripItem[],
  { tabs: rect }: Layout,
  theme: Theme,
): readonly Overlay[] {
  return tabs.flatMap((item) => {
    if (rect.height === 0 || item.kind !== 'tab' || item.clock === undefined) return [];
    const { x, text } = item.clock;
    return pieceOverlay({ text, role: roleOf(item) }, { x, y: rect.y, width: rect.width - x }, theme);
  });
}
