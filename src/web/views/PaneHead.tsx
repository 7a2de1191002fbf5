/** The head of the terminal in front: its name, folder and holder, and buttons for its actions. */

import { placeName } from '../../client/blocks/place.ts';
import { holderOf, isOwn } from '../../client/holder.ts';
import { handleOfSession } from '../../protocol/common/uri.ts';
import { chipOf } from '../../review/chip.ts';
import { statusOfCode } from '../../review/exit-state.ts';
import { askToEnd, handOver, takeOver } from '../model/acts.ts';
import { FilterField } from './blocks/FilterField.tsx';
import { openTerminalMenu } from './menu/entries.ts';
import { MoreButton } from './menu/MoreButton.tsx';
import { PeekTag, ZoomButton } from './panes/HeadParts.tsx';
import { useFront, usePage, useRow } from './parts/context.ts';
import { ageText, clockSince } from './parts/durations.ts';
import { Icon } from './parts/Icon.tsx';
import { MenuButton } from './parts/MenuButton.tsx';
import { WaitingLink } from './parts/WaitingLink.tsx';

export function PaneHead() {
  const page = usePage();
  const front = useFront();
  const row = useRow(front.uri);
  const { cwd, programTitle } = front.meta.value;
  return (
    <header class="pane-head">
      <MenuButton />
      <h1 class="pane-title">{row?.title ?? ''}</h1>
      {cwd !== undefined && <span class="pane-folder">{placeName(cwd, page.home)}</span>}
      {programTitle !== undefined && <span class="pane-folder">{programTitle}</span>}
      <span class="grow" />
      <ProgramFacts />
      <WaitingLink />
      <PaneFacts />
      <HolderNote />
      <FilterField />
      <button
        type="button"
        class={`button small quiet ${front.list.onlyFailed ? 'on' : ''}`}
        aria-pressed={front.list.onlyFailed}
        onClick={() => front.list.toggleFailed()}
      >
        Failed only
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label="Search commands and outputs"
        title="Search (Ctrl+Shift+F)"
        onClick={() => {
          front.find.isOpen.value = true;
        }}
      >
        <Icon name="search" />
      </button>
      <PeekTag uri={front.uri} />
      <ZoomButton uri={front.uri} />
      <MoreButton
        label="More about this terminal"
        open={(anchor) => openTerminalMenu(page, front.uri, anchor)}
      />
      {page.mayType && (
        <button
          type="button"
          class="icon-button pane-close"
          aria-label="Close terminal"
          title="Close"
          onClick={() => page.messages.watch(askToEnd(page, front.uri, 'close'))}
        >
          <Icon name="close" />
        </button>
      )}
    </header>
  );
}

/** What the program does and since when, if anything tells it. */
function ProgramFacts() {
  const page = usePage();
  const { uri } = useFront();
  const row = useRow(uri);
  if (row?.program === undefined) return null;
  const { program, since } = row;
  return (
    <span class={`program-words ${program.state}`}>
      {program.words}
      {since !== undefined && ` ${clockSince(since, page.clock.now.value)}`}
    </span>
  );
}

/** What is always there: what runs and for how long, or how the last command ended and when; the port; the size. */
function PaneFacts() {
  const page = usePage();
  const front = useFront();
  const { running, last, port, ports } = front.meta.value;
  const listening = ports?.map((each) => each.port) ?? (port === undefined ? [] : [port]);
  const { cols, rows } = front.state.value ?? {};
  const now = page.clock.now.value;
  const chip = chipOf(statusOfCode(last?.exitCode));
  return (
    <span class="pane-facts">
      {running !== undefined && (
        <span class="pane-state">
          <span class="chip running">●</span> {clockSince(running.timestamp, now)}
        </span>
      )}
      {running === undefined && last !== undefined && (
        <span class="pane-state" title={`The last command ${chip.words}`}>
          <span class={`chip ${chip.tone}`}>{chip.sign}</span> {ageText(last.finishedAt, now)}
        </span>
      )}
      {listening.map((each) => (
        <span key={each} class="port">
          :{each}
        </span>
      ))}
      {cols !== undefined && rows !== undefined && (
        <span title={`${cols} columns, ${rows} rows`}>
          {cols}×{rows}
        </span>
      )}
    </span>
  );
}

function HolderNote() {
  const page = usePage();
  const { uri } = useFront();
  const info = page.info(uri);
  if (info === undefined) return null;
  const holder = holderOf(info, page.me);
  const from = page.takenFrom.get(uri);
  if (holder.kind === 'other' || holder.kind === 'owner') {
    return (
      <span class="holder">
        <span class="who">
          <Icon name={info.claim.kind === 'session' ? 'agent' : 'person'} size={14} />
          {holder.name}
        </span>
        {page.mayType && holder.kind === 'other' && (
          <button type="button" class="button small" onClick={() => takeOver(page, uri, undefined)}>
            Take over
          </button>
        )}
      </span>
    );
  }
  if (!page.mayType || !isOwn(holder) || from?.kind !== 'session') return null;
  return (
    <button type="button" class="button small" onClick={() => handOver(page, uri)}>
      Hand back to @{handleOfSession(from.session)}
    </button>
  );
}
