/** The view state of a window: from the terminals it shows and the frame last painted. */

import { Memo } from '../../client/blocks/memo.ts';
import type { Rect } from '../../client/panes/pane-tree.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { CommandPart } from '../../protocol/terminal/state.ts';
import { blankRow, rowText } from '../../screen/cells/row.ts';
import type { BodyLine, LiveArea } from '../blocks/block/body-line.ts';
import { LIVE } from '../blocks/list/search.ts';
import type { Point } from '../blocks/select/selection.ts';
import { keyOf } from '../model/derived/key-of.ts';
import type { Mode, Model } from '../model/model.ts';
import { paneLayout } from '../model/panes/pane-layout.ts';
import type { SeenBody, ViewState } from '../model/view-state.ts';
import { liveArea } from '../terminal/live-area.ts';
import type { WindowTerminal } from '../terminal/window-terminal.ts';
import type { WindowTerminals } from '../terminal/window-terminals.ts';
import { compose, fitted, type Overlay } from '../view/compose.ts';
import { titleAt } from '../view/pane-borders.ts';
import { stripItemAt } from '../view/tab-strip.ts';
import type { PaneScene } from './frame/pane-scene.ts';
import type { Scene } from './frame/scene.ts';

/** The frame that was last painted. */
export type Painted = { readonly scene: Scene };

export type ViewStateSource = {
  readonly now: () => number;
  readonly model: () => Model;
  readonly terminals: Pick<WindowTerminals, 'get'>;
  readonly painted: () => Painted | undefined;
  readonly typed: () => ViewState['typed'];
};

export function currentViewState({ now, model, terminals, painted, typed }: ViewStateSource): ViewState {
  const openKeys = new Memo<Pick<SeenBody, 'openKey'>>();
  const openKey = () => {
    const { keymap, appearance } = model();
    return openKeys.get([keymap, appearance], () => {
      const key = keyOf({ keymap, appearance }, 'browse', 'block.openPager');
      return key === undefined ? {} : { openKey: key };
    });
  };
  const paneOf = (uri: string) => painted()?.scene.panes.find((pane) => pane.uri === uri);
  const bodyRect = (uri: string) => paneOf(uri)?.body ?? paneLayout(model(), 1, uri).body;
  return {
    get now() {
      return now();
    },
    get typed() {
      return typed();
    },
    terminal: (uri) => {
      const info = model().tabs.find((tab) => tab.resource === uri);
      return terminals.get(uri)?.reading(info);
    },
    body: (uri) => {
      const terminal = terminals.get(uri);
      const mode = model().views[uri]?.mode ?? 'run';
      const { tailLines } = model().settings;
      const info = model().tabs.find(({ resource }) => resource === uri);
      const { port, ports } = cottyMeta<TerminalMeta>(info?._meta);
      const pane = paneOf(uri);
      return (
        terminal && {
          ...bodyOf(terminal, mode, !terminal.reading(info).lineEditing, bodyRect(uri), pane),
          ...{ port, ports, tailLines, floor: pane?.plan?.floor },
          ...openKey(),
        }
      );
    },
    lineAt: (uri, y) => lineAt(paneOf(uri), y),
    hiddenLeft: (uri) => paneOf(uri)?.hiddenLeft ?? 0,
    inputColumns: (uri) => paneOf(uri)?.inputColumns,
    overview: (uri) => paneOf(uri)?.overview,
    pointAt: (uri, x, y) => pointAt(paneOf(uri), x, y),
    bodyRect,
    titleAt: (x, y) => titleAt(model(), now(), { x, y }),
    tabAt: (x) => stripItemAt(painted()?.scene.props.tabs ?? [], x),
  };
}

function bodyOf(
  { blocks, screen, output, isClosed }: WindowTerminal,
  mode: Mode,
  readsKeys: boolean,
  body: Rect,
  pane: PaneScene | undefined,
): SeenBody {
  // Lazy: the complete view is parsed only when a person scrolls back.
  const live = withInput(
    liveArea(() => screen.parse(), mode, readsKeys),
    pane,
  );
  const text = {
    lines: (part: CommandPart) => output.lines(part),
    held: (part: CommandPart) => output.held(part),
    links: (part: CommandPart) => output.links(part),
    live: () => {
      const { rows } = screen.parse();
      return Array.from({ length: rows }, (_, index) => rowText(screen.parse().row(index)));
    },
  };
  const label = isClosed ? 'closed' : undefined;
  return { blocks, live, label, cols: body.width, height: body.height, output, text };
}

/** Lays RUN's line over the rows of the live part, where it was painted: it can be selected like them. */
function withInput(live: LiveArea, pane: PaneScene | undefined): LiveArea {
  if (pane?.plan === undefined || pane.input.length === 0) return live;
  const { plan, body } = pane;
  const over = new Map<number, Overlay>();
  for (const overlay of pane.input) {
    const line = plan.lines[overlay.y - body.y];
    if (line?.kind === 'live') over.set(line.index, { ...overlay, x: overlay.x - body.x, y: 0 });
  }
  const last = Math.max(...over.keys());
  return {
    get rows() {
      return Math.max(live.rows, last + 1);
    },
    get screen() {
      return live.screen;
    },
    get cursor() {
      return live.cursor;
    },
    row: (index) => {
      const row = live.row?.(index) ?? blankRow(body.width);
      const overlay = over.get(index);
      return overlay === undefined ? row : (compose([fitted(row, body.width)], [overlay])[0] ?? row);
    },
  };
}

function pointAt(pane: PaneScene | undefined, column: number, y: number): Point | undefined {
  if (pane?.plan === undefined || y < pane.body.y || y >= pane.body.y + pane.body.height) return undefined;
  const { plan, body, hiddenLeft } = pane;
  const place = plan.places.at(y - body.y);
  // A drag that has left the pane selects up to its edge.
  const x = Math.max(0, Math.min(column - body.x, body.width - 1));
  return place && { ...place, x: place.block === LIVE ? x + hiddenLeft : x };
}

function lineAt(pane: PaneScene | undefined, y: number): BodyLine | undefined {
  if (pane?.plan === undefined || y < pane.body.y) return undefined;
  const { plan, body } = pane;
  if (y === body.y && plan.sticky !== undefined) return plan.sticky;
  return plan.lines[y - body.y];
}
