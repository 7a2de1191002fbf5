/** The head of the terminal in front: its name, folder and holder, and buttons for its actions. */

import { placeName } from '../../client/blocks/place.ts';
import { holderOf, isOwn } from '../../client/holder.ts';
import { handleOfSession } from '../../protocol/common/uri.ts';
import { askToClose, handOver, takeOver } from '../model/acts.ts';
import { FilterField } from './blocks/FilterField.tsx';
import { useFront, usePage, useRow } from './parts/context.ts';
import { Icon } from './parts/Icon.tsx';
import { MenuButton } from './parts/MenuButton.tsx';

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
      {page.mayType && (
        <button
          type="button"
          class="icon-button pane-close"
          aria-label="Close terminal"
          title="Close"
          onClick={() => page.messages.watch(askToClose(page, front.uri))}
        >
          <Icon name="close" />
        </button>
      )}
    </header>
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
        <span class="who">{holder.name}</span>
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
