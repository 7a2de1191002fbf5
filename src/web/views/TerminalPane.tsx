/** The terminal in front: its head, its blocks above the live screen, and what is written for it. */

import { useRef } from 'preact/hooks';
import { AskBar } from './AskBar.tsx';
import { BlockScroll } from './blocks/BlockScroll.tsx';
import { EndedCommands } from './EndedCommands.tsx';
import { FindBar } from './FindBar.tsx';
import { InputArea } from './line/InputArea.tsx';
import { PaneHead } from './PaneHead.tsx';
import { useFront, usePage } from './parts/context.ts';
import { usePinch } from './phone/use-pinch.ts';
import { useFocus } from './use-focus.ts';

export function TerminalPane() {
  const front = useFront();
  const pane = useRef<HTMLElement>(null);
  useFocus(front, pane);
  usePinch(pane, usePage().settings);
  return (
    <section
      ref={pane}
      class={`pane ${front.live.value.fullScreen ? 'full-screen' : ''}`}
      aria-label="Terminal"
    >
      <PaneHead />
      <EndedCommands />
      {front.find.isOpen.value && <FindBar />}
      <BlockScroll />
      <AskBar />
      <InputArea />
    </section>
  );
}
