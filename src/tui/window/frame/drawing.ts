/** Draws a scene as a frame. Ink draws only when the chrome has changed, not for new output. */

import type { Rect } from '../../../client/panes/pane-tree.ts';
import { blankRow, type Row } from '../../../screen/cells/row.ts';
import type { AppProps } from '../../chrome/App.tsx';
import type { DrawChrome } from '../../chrome/load-chrome.ts';
import { plainChrome } from '../../chrome/plain-chrome.ts';
import type { Frame } from '../../paint/frame.ts';
import { compose, type Overlay } from '../../view/compose.ts';
import type { Scene } from './scene.ts';

export class Drawing {
  #draw: DrawChrome | undefined;
  #key = '';
  #props: AppProps | undefined;
  #rows: readonly Row[] = [];
  #last: (Drawn & { readonly rows: readonly Row[] }) | undefined;

  /** Draws the chrome with Ink from the next frame on; before that its tabs and mode are drawn plainly. */
  drawWith(draw: DrawChrome): void {
    this.#draw = draw;
    this.#key = '';
    this.#props = undefined;
  }

  /** Draws the scene. Rows on which the same overlays lie as in the last frame are kept. */
  frame(scene: Scene): Frame {
    const drawn = { scene, chrome: this.#chromeRows(scene) };
    const last = this.#last;
    const changed = last && changedRows(last, drawn);
    const rows = last && changed ? patched(last, drawn, changed) : drawRows(drawn);
    this.#last = { ...drawn, rows };
    return { rows, cursor: scene.cursor };
  }

  #chromeRows({ props }: Scene): readonly Row[] {
    // A scene whose chrome did not change has the same props.
    if (props === this.#props) return this.#rows;
    const { theme, ...data } = props;
    const isSameTheme = theme === this.#props?.theme;
    this.#props = props;
    if (this.#draw === undefined) {
      this.#rows = plainChrome(props);
      return this.#rows;
    }
    const key = JSON.stringify(data);
    if (key !== this.#key || !isSameTheme) {
      this.#key = key;
      this.#rows = drawn(this.#draw, props);
    }
    return this.#rows;
  }
}

type Drawn = { readonly scene: Scene; readonly chrome: readonly Row[] };

function drawRows({ scene, chrome }: Drawn): readonly Row[] {
  const painted = onSurface(compose(chrome, scene.overlays), scene);
  const above = scene.above === undefined ? [] : cutOut(chrome, scene.above);
  return compose(painted, [...above, ...scene.fields]);
}

/** Returns the rows on which other overlays lie than before; undefined when more has changed. */
function changedRows(before: Drawn, { scene, chrome }: Drawn): ReadonlySet<number> | undefined {
  const { props, overlays, above, fields } = before.scene;
  if (before.chrome !== chrome || props !== scene.props || overlays.length !== scene.overlays.length)
    return undefined;
  if (above !== undefined || scene.above !== undefined || fields.length + scene.fields.length > 0)
    return undefined;
  const changed = new Set<number>();
  for (const [at, overlay] of scene.overlays.entries()) {
    const known = overlays[at];
    if (known === overlay) continue;
    changed.add(overlay.y);
    if (known !== undefined) changed.add(known.y);
  }
  return changed;
}

function patched(
  before: { readonly rows: readonly Row[] },
  { scene, chrome }: Drawn,
  changed: ReadonlySet<number>,
): readonly Row[] {
  const overlays = scene.overlays.filter(({ y }) => changed.has(y));
  const drawn = drawRows({ chrome, scene: { ...scene, overlays } });
  return before.rows.map((row, y) => (changed.has(y) ? (drawn[y] ?? row) : row));
}

/**
 * Draws the chrome. Ink takes time for each cell, blank ones too, and each command changes a tab, each key a dialog. So Ink draws
 * a low window that has only tabs, dialog and bar, and their rows are then moved to where they belong.
 */
function drawn(ink: DrawChrome, props: AppProps): readonly Row[] {
  const { layout, dialog } = props;
  const { size, tabs, bar } = layout;
  const y = dialog?.rect.y ?? tabs.height;
  const height = dialog?.rect.height ?? 0;
  // In a window of a few rows a dialog may lie over tabs and bar.
  if (y < tabs.height || y + height + bar.height > size.rows)
    return ink.draw(ink.tree(props), size.cols, size.rows);
  const low = { cols: size.cols, rows: tabs.height + height + bar.height };
  const moved = dialog && { ...dialog, rect: { ...dialog.rect, y: tabs.height } };
  const rows = ink.draw(
    ink.tree({ ...props, layout: { ...layout, size: low }, dialog: moved }),
    low.cols,
    low.rows,
  );
  const blank = (count: number) => new Array<Row>(count).fill(blankRow(size.cols));
  return [
    ...rows.slice(0, tabs.height),
    ...blank(y - tabs.height),
    ...rows.slice(tabs.height, tabs.height + height),
    ...blank(size.rows - bar.height - y - height),
    ...rows.slice(tabs.height + height),
  ];
}

/** Puts tabs and bar on the surface; the tab in front stays on the colour of the body. */
function onSurface(rows: readonly Row[], { layout, props }: Scene): readonly Row[] {
  const { surface } = props.theme;
  if (surface === undefined) return rows;
  const { tabs, bar } = layout;
  const front = props.tabs.find((item) => item.kind === 'tab' && item.active);
  const except = front && { from: front.x, to: front.x + front.width };
  return rows.map((row, y) => {
    if (y < tabs.y + tabs.height) return surface.row(row, except);
    return y >= bar.y ? surface.row(row) : row;
  });
}

/** Returns the cells that the chrome has in a rectangle, to be laid over the body painted there. */
function cutOut(rows: readonly Row[], { x, y, width, height }: Rect): Overlay[] {
  return rows.slice(y, y + height).map((row, index) => ({
    x,
    y: y + index,
    width,
    row: { chars: row.chars.slice(x, x + width), styles: row.styles.slice(x, x + width), wrapped: false },
  }));
}
