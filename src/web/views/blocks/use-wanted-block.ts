/** Goes to a block that is wanted, once: that of the current match, and the one that the address names. */

import { useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { OutputMatch } from '../../../protocol/cotty/command-output.ts';
import type { FrontTerminal } from '../../model/front-terminal.ts';
import { usePage } from '../parts/context.ts';

type Show = (index: number) => void;

/** Goes to the current match of the search. */
export function useFoundMatch(front: FrontTerminal, show: Show): void {
  const shown = useRef<OutputMatch>(undefined);
  useSignalEffect(() => {
    shown.current = showMatch(front, shown.current, show);
  });
}

/** Shows the current match unless it is shown, and returns the one that is shown then. Blocks that come later change nothing. */
export function showMatch(
  { find, list }: Pick<FrontTerminal, 'find' | 'list'>,
  shown: OutputMatch | undefined,
  show: Show,
): OutputMatch | undefined {
  const match = find.current.value;
  if (match === undefined || match === shown) return match;
  const at = list.indexOfSeq(match.seq);
  const block = list.shown.value[at];
  if (block === undefined) return shown;
  if (match.line > 0) list.open(block.id);
  list.selected.value = block.id;
  show(at);
  return match;
}

/** Goes to the block that the address names, as soon as it is known; asks for older ones until it is. */
export function useLinkedBlock(front: FrontTerminal, show: Show): void {
  const page = usePage();
  const shown = useRef<number>(undefined);
  useSignalEffect(() => {
    const place = page.place.value;
    const seq = place.kind === 'terminal' && place.uri === front.uri ? place.block : undefined;
    if (seq === undefined || shown.current === seq || front.state.value === undefined) return;
    const at = front.list.indexOfSeq(seq);
    const block = front.list.shown.value[at];
    if (block === undefined) return front.lookBack();
    shown.current = seq;
    front.list.selected.value = block.id;
    // The list is told of its new blocks first.
    requestAnimationFrame(() => show(at));
  });
}
