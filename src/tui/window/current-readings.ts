/** The readings of a window: from the terminals it shows and the frame last painted. */

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
import type { Readings, SeenBody } from '../model/readings.ts';
import { type Layout, layout } from '../model/window-layout.ts';
import { liveArea } from '../terminal/live-area.ts';
import type { WindowTerminal } from '../terminal/window-terminal.ts';
import type { WindowTerminals } from '../terminal/window-terminals.ts';
import { stripItemAt } from '../view/tab-strip.ts';
import type { Scene } from './scene.ts';

/** What was last painted. */
export type Painted = { readonly scene: Scene };

export type ReadingsSource = {
  readonly now: () => number;
  readonly model: () => Model;
  readonly terminals: Pick<WindowTerminals, 'get'>;
  readonly painted: () => Painted | undefined;
};

export function currentReadings({ now, model, terminals, painted }: ReadingsSource): Readings {
  const openKeys = new Memo<Pick<SeenBody, 'openKey'>>();
  const openKey = () => {
    const { keymap, appearance } = model();
    return openKeys.get([keymap, appearance], () => {
      const key = keyOf({ keymap, appearance }, 'browse', 'block.openPager');
      return key === undefined ? {} : { openKey: key };
    });
  };
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
      const parts = painted()?.scene.layout ?? layout(model().size);
      const { port } = cottyMeta<TerminalMeta>(model().tabs.find(({ resource }) => resource === uri)?._meta);
      return terminal && { ...bodyOf(terminal, mode, parts), port, tailLines, ...openKey() };
    },
    lineAt: (y) => lineAt(painted()?.scene, y),
    hiddenLeft: () => painted()?.scene.hiddenLeft ?? 0,
    inputColumns: () => painted()?.scene.inputColumns,
    pointAt: (x, y) => {
      const terminal = terminals.get(model().active);
      return terminal && pointAt(painted()?.scene, terminal, x, y);
    },
    layout: () => painted()?.scene.layout ?? layout(model().size),
    tabAt: (x) => stripItemAt(painted()?.scene.props.tabs ?? [], x),
  };
}

function bodyOf(
  { blocks, screen, output, isClosed }: WindowTerminal,
  mode: Mode,
  { body }: Layout,
): SeenBody {
  // Lazy: the complete view is parsed only for somebody who scrolls back.
  const live = liveArea(() => screen.parseAll(), mode);
  const text = {
    lines: (part: CommandPart) => output.lines(part),
    held: (part: CommandPart) => output.held(part),
    links: (part: CommandPart) => output.links(part),
    live: () => {
      const { rows } = screen.parseAll();
      return Array.from({ length: rows }, (_, index) => rowText(screen.parseAll().row(index)));
    },
  };
  const label = isClosed ? 'closed' : undefined;
  return { blocks, live, label, cols: body.width, height: body.height, output, text };
}

/** In a flood the painted screen lacks rows that have scrolled off: a live row is found by its place on the screen. */
function pointAt(
  scene: Scene | undefined,
  { screen }: WindowTerminal,
  x: number,
  y: number,
): Point | undefined {
  if (scene?.plan === undefined || y < scene.layout.body.y) return undefined;
  const { plan, layout: parts, hiddenLeft, screenTop } = scene;
  const place = plan.places.at(y - parts.body.y);
  if (place === undefined || place.block !== LIVE) return place && { ...place, x };
  return { ...place, line: place.line - screenTop + screen.parseAll().screenTop, x: x + hiddenLeft };
}

function lineAt(scene: Scene | undefined, y: number): BodyLine | undefined {
  if (scene?.plan === undefined || y < scene.layout.body.y) return undefined;
  const { plan, layout: parts } = scene;
  if (y === parts.body.y && plan.sticky !== undefined) return plan.sticky;
  return plan.lines[y - parts.body.y];
}
