/** The terminal in front: its head, its blocks above the live screen, and what is written for it. */

import { useRef } from 'preact/hooks';
import { AskBar } from './AskBar.tsx';
import { BlockScroll } from './blocks/BlockScroll.tsx';
import { FindBar } from './FindBar.tsx';
import { InputArea } from './line/InputArea.tsx';
import { PaneHead } from './PaneHead.tsx';
import { useFront } from './parts/context.ts';
import { useFocus } from './use-focus.ts';

export function TerminalPane() {
  const front = useFront();
  const pane = useRef<HTMLElement>(null);
  useFocus(front, pane);
  return (
    <section
      ref={pane}
      class={`pane ${front.live.value.fullScreen ? 'full-screen' : ''}`}
      aria-label="Terminal"
    >
      <PaneHead />
      {front.find.isOpen.value && <FindBar />}
      <BlockScroll />
      <AskBar />
      <InputArea />
    </section>
  );
}
