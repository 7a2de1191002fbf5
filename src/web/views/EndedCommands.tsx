/** Says to screen readers which command of the terminal in front has ended, and how. */

import { useSignal, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { blockLabel } from './blocks/block-label.ts';
import { useFront } from './parts/context.ts';

export function EndedCommands() {
  const front = useFront();
  const said = useSignal('');
  /** The command that was seen running; what had ended before somebody looked is no news. */
  const running = useRef<string>(undefined);
  useSignalEffect(() => {
    const last = front.list.all.value.at(-1);
    if (last === undefined) return;
    if (last.status.kind === 'running') running.current = last.id;
    else if (running.current === last.id) {
      running.current = undefined;
      said.value = blockLabel(last);
    }
  });
  return (
    <p class="unseen" role="status" aria-label="Ended command">
      {said.value}
    </p>
  );
}
