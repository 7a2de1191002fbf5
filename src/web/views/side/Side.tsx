/** The list of terminals at the side: what each does, who has it, and what needs the person, which stands on top. */

import { matches } from '../../model/terminal-rows.ts';
import { usePage } from '../parts/context.ts';
import { Icon } from '../parts/Icon.tsx';
import { ConnectionNote } from './ConnectionNote.tsx';
import { SideLinks } from './SideLinks.tsx';
import { SideRow } from './SideRow.tsx';

export function Side() {
  const page = usePage();
  const { filter, rows, session } = page;
  const shown = rows.value.filter((row) => filter.value === '' || matches(row, filter.value));
  return (
    <nav class="side" aria-label="Terminals">
      <div class="side-head">
        <span class="brand">cotty</span>
        <span class="machine" title={`cotty ${session.version}`}>
          {session.host}
        </span>
        {!page.mayType && <span class="tag">watching</span>}
      </div>
      <div class="side-tools">
        <input
          class="filter"
          type="search"
          placeholder="Filter"
          aria-label="Filter terminals"
          value={filter.value}
          onInput={(event) => {
            filter.value = event.currentTarget.value;
          }}
        />
        {page.mayType && (
          <button
            type="button"
            class="icon-button strong"
            aria-label="New terminal"
            title="New terminal (Ctrl+E)"
            onClick={() => {
              page.dialog.value = { kind: 'new' };
            }}
          >
            <Icon name="plus" />
          </button>
        )}
      </div>
      <Needs />
      <ul class="rows">
        {shown.map((row) => (
          <SideRow key={row.uri} row={row} />
        ))}
        {shown.length === 0 && (
          <li class="no-rows">{filter.value === '' ? 'No terminals' : 'No terminal like that'}</li>
        )}
      </ul>
      <ConnectionNote />
      <SideLinks />
      <div class="side-foot">
        {page.mayType && page.terminals.value.length > 0 && (
          <button
            type="button"
            class="link-button"
            onClick={() => {
              page.dialog.value = { kind: 'endAll' };
            }}
          >
            End all…
          </button>
        )}
        <span class="grow" />
        <button
          type="button"
          class="link-button"
          onClick={() => {
            page.dialog.value = { kind: 'keys' };
          }}
        >
          Keys
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label="Settings"
          title="Settings"
          onClick={() => {
            page.dialog.value = { kind: 'settings' };
          }}
        >
          <Icon name="gear" />
        </button>
      </div>
    </nav>
  );
}

function Needs() {
  const needs = usePage().rows.value.filter(({ need }) => need !== undefined);
  if (needs.length === 0) return null;
  const asks = needs.filter(({ need }) => need === 'asks' || need === 'secret').length;
  const failed = needs.filter(({ need }) => need === 'failed').length;
  const news = needs.length - asks - failed;
  const said = [asks > 0 && `${asks} waiting`, failed > 0 && `${failed} failed`, news > 0 && `${news} new`];
  return <p class="needs">{said.filter(Boolean).join(' · ')}</p>;
}
