/** One terminal in the list. */

import { askToClose } from '../../model/acts.ts';
import { coversTerminal } from '../../model/place.ts';
import type { Need, TerminalRow } from '../../model/terminal-rows.ts';
import { chipOf } from '../blocks/chip.ts';
import { usePage } from '../parts/context.ts';
import { clockSince } from '../parts/durations.ts';
import { Icon } from '../parts/Icon.tsx';

const NEEDS: { readonly [N in Need]: string } = {
  asks: 'an agent asks for it',
  secret: 'waits for a password',
  notice: 'has news',
  failed: 'failed',
  bell: 'rang',
};

export function SideRow({ row }: { readonly row: TerminalRow }) {
  const page = usePage();
  const { uri, title, need, holder, maker, purpose } = row;
  const inFront = page.front.value?.uri === uri && !coversTerminal(page.place.value);
  return (
    <li class={`row ${row.state} ${need === undefined ? '' : 'needy'}`}>
      <button
        type="button"
        class="row-main"
        aria-current={inFront ? 'true' : undefined}
        title={[purpose, maker && `made by ${maker}`].filter(Boolean).join(' · ') || undefined}
        onClick={() => page.go({ kind: 'terminal', uri })}
      >
        <StateSign row={row} />
        <span class="row-text">
          <span class="row-title">{title}</span>
          <span class="row-detail">
            {need !== undefined && <b>{NEEDS[need]} </b>}
            {row.detail}
          </span>
        </span>
        <span class="row-side">
          {row.since !== undefined && (
            <span class="row-clock">{clockSince(row.since, page.clock.now.value)}</span>
          )}
          {holder !== undefined && <span class="who">{holder}</span>}
          {holder === undefined && maker !== undefined && <span class="who made">by {maker}</span>}
        </span>
      </button>
      {page.mayType && (
        <span class="row-acts">
          <button
            type="button"
            class="icon-button"
            aria-label={`Rename ${title}`}
            title="Rename"
            onClick={() => {
              page.dialog.value = { kind: 'rename', uri };
            }}
          >
            <Icon name="pencil" />
          </button>
          <button
            type="button"
            class="icon-button"
            aria-label={`Close ${title}`}
            title="Close"
            onClick={() => page.messages.watch(askToClose(page, uri))}
          >
            <Icon name="close" />
          </button>
        </span>
      )}
    </li>
  );
}

function StateSign({ row }: { readonly row: TerminalRow }) {
  if (row.state === 'running') return <span class="state running" role="img" aria-label="running" />;
  if (row.state === 'exited') return <span class="state exited" role="img" aria-label="ended" />;
  const chip = row.last === undefined ? undefined : chipOf(row.last);
  if (chip === undefined || chip.tone === 'ok') {
    const label = chip === undefined ? 'idle' : 'idle, the last command succeeded';
    return <span class="state idle" role="img" aria-label={label} />;
  }
  return (
    <span class={`state-chip ${chip.tone}`} role="img" aria-label={`idle, the last command: ${chip.words}`}>
      {chip.sign}
    </span>
  );
}
