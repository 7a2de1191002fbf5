/** A whole window without host or terminal: a state goes in, the frame comes out as the text an emulator shows. */

import { blocksOf } from '../../src/client/blocks/block.ts';
import type { CommandPart, ContentPart, TerminalState } from '../../src/protocol/terminal/state.ts';
import { type Row, rowText } from '../../src/screen/cells/row.ts';
import { Emulator } from '../../src/screen/emulator/emulator.ts';
import { OutputCache } from '../../src/tui/blocks/output/output-cache.ts';
import { loadChrome } from '../../src/tui/chrome/load-chrome.ts';
import type { Model } from '../../src/tui/model/model.ts';
import type { SeenTerminal, ViewState } from '../../src/tui/model/view-state.ts';
import { layout } from '../../src/tui/model/window-layout.ts';
import { Painter } from '../../src/tui/paint/painter.ts';
import { liveArea } from '../../src/tui/terminal/live-area.ts';
import { screenViewOf } from '../../src/tui/terminal/screen-view.ts';
import { Drawing } from '../../src/tui/window/frame/drawing.ts';
import { sceneOf } from '../../src/tui/window/frame/scene.ts';

export type FrameShot = {
  readonly text: string;
  /** The same rows with the looks of their cells. */
  readonly rows: readonly Row[];
  readonly cursor: { readonly x: number; readonly y: number };
};

/** Noon of a day, so that clocks in headers show times and not dates. */
export const NOW = new Date(2026, 4, 22, 12, 0, 0).getTime();

export function command(
  id: string,
  commandLine: string,
  output: string,
  more: Partial<CommandPart> = {},
): ContentPart {
  return {
    type: 'command',
    commandId: id,
    commandLine,
    output,
    timestamp: NOW - 60_000,
    isComplete: true,
    exitCode: 0,
    durationMs: 400,
    ...more,
  };
}

/** Draws the model over this state, paints it into an emulator and reads it back. */
export async function shoot(model: Model, state: TerminalState, reading: SeenTerminal): Promise<FrameShot> {
  const { cols, rows } = model.size;
  const live = screenViewOf({ cols, rows: rows - 2, ...state }, 1_000);
  const output = new OutputCache();
  const blocks = blocksOf(state, model.me.writer, '/home/me');
  const known = { ...reading, blocks };
  const viewState: ViewState = {
    now: NOW,
    typed: undefined,
    terminal: () => known,
    body: () => ({
      blocks,
      live: liveArea(() => live, 'run', false),
      cols,
      height: rows - 2,
      output,
      text: output,
    }),
    lineAt: () => undefined,
    inputColumns: () => undefined,
    hiddenLeft: () => 0,
    overview: () => undefined,
    pointAt: () => undefined,
    bodyRect: () => layout({ cols: 80, rows: 24 }).body,
    tabAt: () => undefined,
    titleAt: () => undefined,
  };
  const scene = sceneOf(model, viewState, live);
  const drawing = new Drawing();
  const chrome = await loadChrome();
  drawing.drawWith(chrome);
  const outer = new Emulator({ cols, rows, scrollback: 0 });
  const painter = new Painter({ outer, cols, rows, synchronized: true });
  painter.paint(drawing.frame(scene));
  const drawn = Array.from({ length: rows }, (_, y) => outer.row(y));
  const text = drawn.map(rowText).join('\n');
  const { x, y } = outer.cursor;
  for (const owner of [chrome, live, outer]) owner.close();
  return { text, rows: drawn, cursor: { x, y } };
}
