/** Finds a command line of before, and writes it into the line. */

import { useSignal, useSignalEffect } from '@preact/signals';
import { placeName } from '../../../client/blocks/place.ts';
import type { PastLine } from '../../../protocol/cotty/past-line.ts';
import { hasFailed, statusOfCode } from '../../../review/exit-state.ts';
import { firstLine } from '../../model/terminal-rows.ts';
import { usePage } from '../parts/context.ts';
import { timeText } from '../parts/durations.ts';
import { Modal } from './Modal.tsx';

const MOST = 200;

export function HistoryDialog() {
  const page = usePage();
  const front = page.front.value;
  const words = useSignal('');
  const lines = useSignal<readonly PastLine[]>([]);
  const at = useSignal(0);
  useSignalEffect(() => {
    const wanted = words.value;
    if (front === undefined) return;
    const query = { ...(wanted.trim() !== '' && { words: wanted.trim() }), limit: MOST };
    page.client.cotty.past(front.uri, query).then(
      (result) => {
        if (words.peek() !== wanted) return;
        lines.value = result.lines;
        at.value = 0;
      },
      (error: unknown) => page.messages.bad(error),
    );
  });
  const take = (line: string | undefined) => {
    page.dialog.value = undefined;
    if (line === undefined || front === undefined) return;
    front.write(line);
  };
  const move = (by: number) => {
    at.value = Math.min(lines.value.length - 1, Math.max(0, at.value + by));
    document.getElementById(`past-${at.value}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <Modal title="Lines of before" wide onSubmit={() => take(lines.value[at.value]?.line)}>
      <input
        class="find-past"
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="past"
        aria-activedescendant={`past-${at.value}`}
        aria-label="Words of the line"
        placeholder="Words of the line"
        spellcheck={false}
        autocomplete="off"
        onInput={(event) => {
          words.value = event.currentTarget.value;
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') move(1);
          else if (event.key === 'ArrowUp') move(-1);
          else return;
          event.preventDefault();
        }}
      />
      <div id="past" class="past" role="listbox" aria-label="Lines of before">
        {lines.value.map((past, index) => (
          <button
            key={past.line}
            id={`past-${index}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={index === at.value}
            onClick={() => take(past.line)}
          >
            <span class={hasFailed(statusOfCode(past.exitCode)) ? 'past-line failed' : 'past-line'}>
              {firstLine(past.line)}
            </span>
            <span class="dim">{past.cwd === undefined ? '' : placeName(past.cwd, page.home)}</span>
            <span class="dim">{past.at === undefined ? '' : timeText(past.at, page.clock.today.value)}</span>
          </button>
        ))}
        {lines.value.length === 0 && <p class="dim">No such line</p>}
      </div>
    </Modal>
  );
}
