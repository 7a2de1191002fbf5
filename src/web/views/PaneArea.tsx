/** The panes: terminals side by side, each in a rectangle of its own, and the borders between them. */

import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Rect } from '../../client/panes/pane-tree.ts';
import { membersOf } from '../../client/panes/split.ts';
import type { FrontTerminal } from '../model/front-terminal.ts';
import type { Page } from '../model/page.ts';
import { CELL } from '../model/panes.ts';
import { hasSelection } from './line/typing.ts';
import { PaneBorder } from './panes/PaneBorder.tsx';
import { PaneName, PaneStrip } from './panes/PaneNames.tsx';
import { styleOf } from './panes/pane-style.ts';
import { FrontContext, usePage } from './parts/context.ts';
import { TerminalPane } from './TerminalPane.tsx';

export function PaneArea() {
  const page = usePage();
  const places = useRef<HTMLDivElement>(null);
  useMeasuredArea(page, places);
  const { split, panes, borders, alone } = page.panes.shown.value;
  const area = page.panes.area.value;
  const rects = new Map(panes.map(({ uri, rect }) => [uri, rect]));
  const members = split === undefined ? [] : membersOf(split);
  const at = members.indexOf(page.panes.front.value ?? '');
  const [above, below] = alone === 'stacked' ? [members.slice(0, at), members.slice(at + 1)] : [[], []];
  return (
    <div class={`panes ${panes.length > 1 ? 'several' : ''}`}>
      {(alone === 'small' || alone === 'zoomed') && <PaneStrip members={members} />}
      {above.map((uri) => (
        <PaneName key={uri} uri={uri} />
      ))}
      <div ref={places} class="pane-places">
        {[...page.opened.value.values()].map((front) => (
          <PanePlace key={front.uri} front={front} rect={rects.get(front.uri)} area={area} />
        ))}
        {borders.map((border) => (
          <PaneBorder key={[...border.path, border.index].join(' ')} border={border} area={area} />
        ))}
      </div>
      {below.map((uri) => (
        <PaneName key={uri} uri={uri} />
      ))}
    </div>
  );
}

type PlaceProps = {
  readonly front: FrontTerminal;
  /** Undefined while the pane is hidden; it keeps its place in its text. */
  readonly rect: Rect | undefined;
  readonly area: Rect;
};

function PanePlace({ front, rect, area }: PlaceProps) {
  const page = usePage();
  const isFront = page.panes.front.value === front.uri;
  const element = useRef<HTMLDivElement>(null);
  useComesToFront(page, front, element);
  return (
    <div
      ref={element}
      class={`pane-place ${isFront ? 'front' : ''}`}
      hidden={rect === undefined}
      style={rect === undefined ? {} : styleOf(rect, area)}
    >
      <FrontContext.Provider value={front}>
        <TerminalPane />
      </FrontContext.Provider>
    </div>
  );
}

/** Whatever a person presses, or goes to, in a pane brings it to the front. */
function useComesToFront(
  page: Page,
  front: FrontTerminal,
  pane: { readonly current: HTMLElement | null },
): void {
  useEffect(() => {
    const element = pane.current;
    if (element === null) return undefined;
    const listening = new AbortController();
    const options = { signal: listening.signal, capture: true };
    let came = false;
    const onPress = () => {
      came = page.panes.front.peek() !== front.uri;
      page.focusPane(front.uri);
    };
    const onClick = ({ target }: Event) => {
      if (came && leavesFocus(target)) front.wantsLine.value += 1;
      came = false;
    };
    element.addEventListener('pointerdown', onPress, options);
    element.addEventListener('focusin', () => page.focusPane(front.uri), options);
    element.addEventListener('click', onClick, options);
    return () => listening.abort();
  }, [page, front, pane]);
}

/** Whether a click neither selects text nor presses a control: then the line or the program gets the focus. */
function leavesFocus(target: EventTarget | null): boolean {
  const isPressed = target instanceof Element && target.closest('button, a, input, textarea') !== null;
  // A touch screen shows its keyboard with the focus.
  return !isPressed && !hasSelection() && !matchMedia('(pointer: coarse)').matches;
}

function useMeasuredArea(page: Page, places: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const element = places.current;
    if (element === null) return undefined;
    const measure = () => {
      const [width, height] = [element.clientWidth / CELL.width, element.clientHeight / CELL.height];
      const [cols, rows] = [Math.floor(width), Math.floor(height)];
      const before = page.panes.area.peek();
      if (cols > 0 && rows > 0 && (before.width !== cols || before.height !== rows))
        page.panes.area.value = { x: 0, y: 0, width: cols, height: rows };
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [page, places]);
}
