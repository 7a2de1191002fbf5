/** The list of terminals at the side: activity and holder of each; those that wait for a person are on top. */

import type { ProgramState } from '../../../protocol/terminal/program-status.ts';
import { chipOf } from '../../../review/chip.ts';
import type { Anchor } from '../../model/menu.ts';
import { coversTerminal, hashOf, type Place } from '../../model/place.ts';
import type { Need, TerminalRow } from '../../model/terminal-rows.ts';
import { openTerminalMenu } from '../menu/entries.ts';
import { MoreButton } from '../menu/MoreButton.tsx';
import { useMenuOpener } from '../menu/use-menu-opener.ts';
import { usePage } from '../parts/context.ts';
import { ageText, clockSince } from '../parts/durations.ts';
import { Icon, type IconName } from '../parts/Icon.tsx';

export function Side() {
  const page = usePage();
  const { filter, list, session } = page;
  const shown = list.shown.value;
  return (
    <nav class="side" aria-label="Terminals">
      <div class="side-head">
        <span class="brand">cotty</span>
        <span class="machine" title={`cotty ${session.version}`}>
          {session.host}
        </span>
        {!page.mayType && <span class="tag">watching</span>}
        <button
          type="button"
          class="icon-button small side-fold"
          aria-label="Fold the list of terminals"
          title="Fold the list"
          onClick={() => {
            page.settings.isSideFolded.value = true;
          }}
        >
          <Icon name="fold" size={16} />
        </button>
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
      <ul
        class="rows"
        onPointerEnter={() => list.keep()}
        onPointerLeave={() => list.release()}
        onPointerCancel={() => list.release()}
      >
        {shown.map((row) => (
          <SideRow key={row.uri} row={row} />
        ))}
        {shown.length === 0 && (
          <li class="no-rows">{filter.value === '' ? 'No terminals' : 'No terminal like that'}</li>
        )}
      </ul>
      <SideFoot />
    </nav>
  );
}

function Needs() {
  const page = usePage();
  const needs = page.rows.value.filter(({ need }) => need !== undefined);
  if (needs.length === 0) return null;
  const asks = needs.filter(({ need }) => need === 'waits' || need === 'asks' || need === 'secret').length;
  const failed = needs.filter(({ need }) => need === 'failed' || need === 'error').length;
  const done = needs.filter(({ need }) => need === 'done').length;
  const news = needs.length - asks - failed - done;
  const said = [
    asks > 0 && `${asks} waiting`,
    failed > 0 && `${failed} failed`,
    done > 0 && `${done} done`,
    news > 0 && `${news} new`,
  ];
  const words = said.filter(Boolean).join(' · ');
  if (page.queue.value.length === 0) return <p class="needs">{words}</p>;
  return (
    <a
      class="needs"
      href={hashOf({ kind: 'waiting' })}
      onClick={() => {
        page.drawer.value = false;
      }}
    >
      {words}
      <span>{asks > 0 ? 'Answer' : 'Show'}</span>
    </a>
  );
}

// One terminal in the list.

const NEEDS: { readonly [N in Need]: string } = {
  waits: 'waits for you',
  asks: 'an agent asks for it',
  secret: 'waits for a password',
  error: 'failed',
  done: 'done',
  notice: 'has news',
  failed: 'failed',
  bell: 'rang',
};

function SideRow({ row }: { readonly row: TerminalRow }) {
  const page = usePage();
  const { uri, title, need, maker, purpose } = row;
  const inFront = page.front.value?.uri === uri && !coversTerminal(page.place.value);
  const open = (anchor: Anchor) => openTerminalMenu(page, uri, anchor);
  const menu = useMenuOpener(open);
  return (
    <li
      class={`row ${row.state} ${need === undefined ? '' : 'needy'}`}
      onContextMenu={menu.onContextMenu}
      {...menu.press}
    >
      <button
        type="button"
        class="row-main"
        aria-current={inFront ? 'true' : undefined}
        title={[purpose, maker && `made by ${maker}`].filter(Boolean).join(' · ') || undefined}
        onClick={() => page.go({ kind: 'terminal', uri })}
      >
        <StateSign row={row} />
        <MakerSign row={row} />
        <span class="row-text">
          <span class="row-title">{title}</span>
          <RowDetail row={row} />
        </span>
        <RowSide row={row} />
      </button>
      <MoreButton small label={`More about ${title}`} open={open} />
    </li>
  );
}

/** What runs, or where: what the terminal needs stands before it, unless that is about an earlier command than the one that runs. */
function RowDetail({ row: { need, state, detail, isQuoted, program } }: { readonly row: TerminalRow }) {
  if (program !== undefined && (need === undefined || need === 'waits'))
    return <ProgramDetail {...{ need, detail, isQuoted }} words={program.words} />;
  const isEarlier = need === 'failed' && state === 'running';
  return (
    <span class="row-detail">
      {need !== undefined && !isEarlier && <b>{NEEDS[need]}</b>}
      <span class={isQuoted ? 'row-what quoted' : 'row-what'}>{detail}</span>
      {isEarlier && <b>one before failed</b>}
    </span>
  );
}

type ProgramDetailProps = {
  readonly need: Need | undefined;
  readonly words: string;
  readonly detail: string;
  readonly isQuoted: boolean;
};

/** What the program does, and its own words if it waits. */
function ProgramDetail({ need, words, detail, isQuoted }: ProgramDetailProps) {
  return (
    <>
      <span class="row-detail program">
        {need === 'waits' ? <b>{words}</b> : <span>{words}</span>}
        {need !== 'waits' && <span class="row-what">{detail}</span>}
      </span>
      {need === 'waits' && detail !== '' && (
        <span class={`row-detail program asked ${isQuoted ? 'quoted' : ''}`}>{detail}</span>
      )}
    </>
  );
}

/** How long it has been running, or when it last ended something; and who holds it, if that is somebody else. */
function RowSide({ row }: { readonly row: TerminalRow }) {
  const page = usePage();
  const { since, endedAt, holder, maker } = row;
  const now = page.clock.now.value;
  return (
    <span class="row-side">
      {since !== undefined && <span class="row-clock">{clockSince(since, now)}</span>}
      {since === undefined && endedAt !== undefined && <span class="row-age">{ageText(endedAt, now)}</span>}
      {holder !== undefined && (
        <span class="who">
          <Icon name={row.isHeldByAgent ? 'agent' : 'person'} size={13} />
          {holder}
        </span>
      )}
      {holder === undefined && maker !== undefined && row.need !== 'waits' && (
        <span class="who made">by {maker}</span>
      )}
    </span>
  );
}

/** Whether a person or an agent has made it. */
function MakerSign({ row: { madeBy } }: { readonly row: TerminalRow }) {
  const isAgent = madeBy === 'agent';
  const label = isAgent ? 'made by an agent' : 'made by a person';
  return (
    <span class={isAgent ? 'maker by-agent' : 'maker'} role="img" aria-label={label}>
      <Icon name={isAgent ? 'agent' : 'person'} size={16} />
    </span>
  );
}

/** A dot for what goes on, a sign for what a person should see. */
const PROGRAM_SIGNS: {
  readonly [State in ProgramState]: { readonly sign?: string; readonly tone: string };
} = {
  working: { tone: 'running' },
  idle: { tone: 'idle' },
  blocked: { sign: '◆', tone: 'warning' },
  done: { sign: '✓', tone: 'ok' },
  error: { sign: '✗', tone: 'failed' },
};

/** The exit code is told in words: signs of one width keep the titles in one column. */
function StateSign({ row }: { readonly row: TerminalRow }) {
  const { program } = row;
  if (program !== undefined && row.state !== 'exited') {
    const { sign, tone } = PROGRAM_SIGNS[program.state];
    if (sign === undefined) return <span class={`state ${tone}`} role="img" aria-label={program.words} />;
    return (
      <span class={`state-chip ${tone}`} role="img" title={program.words} aria-label={program.words}>
        {sign}
      </span>
    );
  }
  if (row.state === 'running') return <span class="state running" role="img" aria-label="running" />;
  if (row.state === 'exited') return <span class="state exited" role="img" aria-label="ended" />;
  const chip = row.last === undefined ? undefined : chipOf(row.last);
  if (chip === undefined || chip.tone === 'ok') {
    const label = chip === undefined ? 'idle' : 'idle, the last command succeeded';
    return <span class="state idle" role="img" aria-label={label} />;
  }
  const words = `the last command ${chip.words}`;
  return (
    <span class={`state-chip ${chip.tone}`} role="img" title={words} aria-label={`idle, ${words}`}>
      {chip.sign.split(' ', 1)}
    </span>
  );
}

/** Pages about all terminals, and what concerns the whole page. */
function SideFoot() {
  const page = usePage();
  return (
    <div class="side-foot">
      {page.mayType && (
        <SideLink place={{ kind: 'history', words: '' }} icon="history">
          History
        </SideLink>
      )}
      <SideLink place={{ kind: 'agents' }} icon="agent">
        Agents
      </SideLink>
      <SideButton icon="keys" opens="keys">
        Keys
      </SideButton>
      <SideButton icon="gear" opens="settings">
        Settings
      </SideButton>
      {page.mayType && page.terminals.value.length > 0 && (
        <SideButton icon="end" opens="endAll">
          End all…
        </SideButton>
      )}
    </div>
  );
}

type LinkProps = { readonly place: Place; readonly icon: IconName; readonly children: string };

function SideLink({ place, icon, children }: LinkProps) {
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
      <Icon name={icon} size={16} />
      {children}
    </a>
  );
}

type ButtonProps = {
  readonly opens: 'keys' | 'settings' | 'endAll';
  readonly icon: IconName;
  readonly children: string;
};

function SideButton({ opens, icon, children }: ButtonProps) {
  const page = usePage();
  return (
    <button
      type="button"
      class="side-link"
      onClick={() => {
        page.dialog.value = { kind: opens };
      }}
    >
      <Icon name={icon} size={16} />
      {children}
    </button>
  );
}
