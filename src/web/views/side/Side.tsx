/** The list of terminals at the side: activity and holder of each; those that wait for a person are on top. */

import { askToClose } from '../../model/acts.ts';
import { coversTerminal, hashOf, type Place } from '../../model/place.ts';
import { matches, type Need, type TerminalRow } from '../../model/terminal-rows.ts';
import { chipOf } from '../blocks/chip.ts';
import { usePage } from '../parts/context.ts';
import { clockSince } from '../parts/durations.ts';
import { Icon } from '../parts/Icon.tsx';

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

// One terminal in the list.

const NEEDS: { readonly [N in Need]: string } = {
  asks: 'an agent asks for it',
  secret: 'waits for a password',
  notice: 'has news',
  failed: 'failed',
  bell: 'rang',
};

function SideRow({ row }: { readonly row: TerminalRow }) {
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

/** Says that the host is away, and when it is tried again. */
function ConnectionNote() {
  const page = usePage();
  const connection = page.hostLine.connection.value;
  if (connection.kind !== 'away') return null;
  const seconds = Math.max(0, Math.ceil((connection.at - page.clock.now.value) / 1000));
  return (
    <div class="connection" role="status">
      <span>{seconds === 0 ? 'Connecting again…' : `Away: next try in ${seconds} s`}</span>
      <button type="button" class="button small" onClick={page.hostLine.tryNow}>
        Try now
      </button>
    </div>
  );
}

/** Links to the pages that are about all terminals. */
function SideLinks() {
  const page = usePage();
  return (
    <div class="side-links">
      {page.mayType && <SideLink place={{ kind: 'history', words: '' }}>History</SideLink>}
      <SideLink place={{ kind: 'agents' }}>Agents</SideLink>
    </div>
  );
}

function SideLink({ place, children }: { readonly place: Place; readonly children: string }) {
  const page = usePage();
  return (
    <a
      class="side-link"
      href={hashOf(place)}
      aria-current={page.place.value.kind === place.kind ? 'page' : undefined}
      onClick={() => {
        page.drawer.value = false;
      }}
    >
      {children}
    </a>
  );
}
