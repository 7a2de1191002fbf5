/** The view state of a window: from the terminals it shows and the frame last painted. */

import { Memo } from '../../client/blocks/memo.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { CommandPart } from '../../protocol/terminal/state.ts';
import { rowText } from '../../screen/cells/row.ts';
import type { BodyLine } from '../blocks/block/body-line.ts';
import { LIVE } from '../blocks/list/search.ts';
import type { Point } from '../blocks/select/selection.ts';
import { keyOf } from '../model/derived/key-of.ts';
import type { Mode, Model } from '../model/model.ts';
import { paneLayout } from '../model/panes/pane-layout.ts';
import type { SeenBody, ViewState } from '../model/view-state.ts';
import type { Rect } from '../model/window-layout.ts';
import { liveArea } from '../terminal/live-area.ts';
import type { WindowTerminal } from '../terminal/window-terminal.ts';
import type { WindowTerminals } from '../terminal/window-terminals.ts';
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
};

export function currentViewState({ now, model, terminals, painted }: ViewStateSource): ViewState {
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
    terminal: (uri) => {
      const info = model().tabs.find((tab) => tab.resource === uri);
      return terminals.get(uri)?.reading(info);
    },
    body: (uri) => {
      const terminal = terminals.get(uri);
      const mode = model().views[uri]?.mode ?? 'run';
      const { tailLines } = model().settings;
      const { port, lineEditing = true } = cottyMeta<TerminalMeta>(
        model().tabs.find(({ resource }) => resource === uri)?._meta,
      );
      return (
        terminal && {
          ...bodyOf(terminal, mode, !lineEditing, bodyRect(uri)),
          ...{ port, tailLines, floor: paneOf(uri)?.plan?.floor },
          ...openKey(),
        }
      );
    },
    lineAt: (uri, y) => lineAt(paneOf(uri), y),
    hiddenLeft: (uri) => paneOf(uri)?.hiddenLeft ?? 0,
    inputColumns: (uri) => paneOf(uri)?.inputColumns,
    pointAt: (uri, x, y) => {
      const terminal = terminals.get(uri);
      return terminal && pointAt(paneOf(uri), terminal, x, y);
    },
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
): SeenBody {
  // Lazy: the complete view is parsed only when a person scrolls back.
  const live = liveArea(() => screen.parse(), mode, readsKeys);
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

/** In a flood the painted screen lacks rows that have scrolled off: a live row is found by its place on the screen. */
function pointAt(
  pane: PaneScene | undefined,
  { screen }: WindowTerminal,
  column: number,
  y: number,
): Point | undefined {
  if (pane?.plan === undefined || y < pane.body.y) return undefined;
  const { plan, body, hiddenLeft, screenTop } = pane;
  const place = plan.places.at(y - body.y);
  // A drag that has left the pane selects up to its edge.
  const x = Math.max(0, Math.min(column - body.x, body.width - 1));
  if (place === undefined || place.block !== LIVE) return place && { ...place, x };
  return { ...place, line: place.line - screenTop + screen.parse().screenTop, x: x + hiddenLeft };
}

function lineAt(pane: PaneScene | undefined, y: number): BodyLine | undefined {
  if (pane?.plan === undefined || y < pane.body.y) return undefined;
  const { plan, body } = pane;
  if (y === body.y && plan.sticky !== undefined) return plan.sticky;
  return plan.lines[y - body.y];
}
