/** A border between panes, which a pointer moves. */

import { useRef } from 'preact/hooks';
import type { Border, Rect, Tree } from '../../../client/panes/pane-tree.ts';
import { moveBorder } from '../../../client/panes/pane-tree.ts';
import { usePage } from '../parts/context.ts';
import { borderStyle } from './pane-style.ts';

type Held = { readonly at: number; readonly tree: Tree; readonly pixels: number };

export function PaneBorder({ border, area }: { readonly border: Border; readonly area: Rect }) {
  const { panes } = usePage();
  const held = useRef<Held>(undefined);
  const isRow = border.kind === 'row';
  const along = ({ clientX, clientY }: PointerEvent) => (isRow ? clientX : clientY);
  const drop = () => {
    if (held.current === undefined) return;
    held.current = undefined;
    panes.drop();
  };
  return (
    <hr
      class={`pane-border ${border.kind}`}
      aria-orientation={isRow ? 'vertical' : 'horizontal'}
      style={borderStyle(border, area)}
      onPointerDown={(event) => {
        const box = event.currentTarget.parentElement?.getBoundingClientRect();
        const { split } = panes;
        if (box === undefined || split === undefined || event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        const pixels = isRow ? box.width / area.width : box.height / area.height;
        held.current = { at: along(event), tree: split.tree, pixels };
      }}
      onPointerMove={(event) => {
        if (held.current === undefined) return;
        const { at, tree, pixels } = held.current;
        panes.drag(moveBorder(tree, border, Math.round((along(event) - at) / pixels), panes.area.peek()));
      }}
      onPointerUp={drop}
      onPointerCancel={drop}
    />
  );
}
