/** One agent: since when it is there, its terminals with what they run, and what it waits for. */

import { decline, handOver } from '../../model/acts.ts';
import type { AgentRow, AskedTerminal } from '../../model/agents.ts';
import { hashOf } from '../../model/place.ts';
import { usePage, useRow } from '../parts/context.ts';
import { clockSince, timeText } from '../parts/durations.ts';

export function AgentCard({ agent }: { readonly agent: AgentRow }) {
  const page = usePage();
  const { handle, since, holds, asksFor } = agent;
  return (
    <li class="agent">
      <h2 class="agent-name">
        <span class="who">@{handle}</span>
        <span class="agent-since">
          {since === undefined
            ? 'not connected'
            : `connected since ${timeText(since, page.clock.today.value)}`}
        </span>
      </h2>
      <ul class="agent-terminals" aria-label={`Terminals of @${handle}`}>
        {asksFor.map((asked) => (
          <Asked key={asked.uri} asked={asked} handle={handle} />
        ))}
        {holds.map((uri) => (
          <Held key={uri} uri={uri} />
        ))}
        {holds.length + asksFor.length === 0 && <li class="dim">holds nothing</li>}
      </ul>
    </li>
  );
}

function Held({ uri }: { readonly uri: string }) {
  const page = usePage();
  const row = useRow(uri);
  if (row === undefined) return null;
  return (
    <li class="agent-terminal">
      <span class="dim">holds</span>
      <a href={hashOf({ kind: 'terminal', uri })}>{row.title}</a>
      {row.since === undefined ? (
        <span class="dim">idle</span>
      ) : (
        <>
          <code class="runs">{row.detail}</code>
          <span class="row-clock">{clockSince(row.since, page.clock.now.value)}</span>
        </>
      )}
    </li>
  );
}

function Asked({ asked: { uri, of }, handle }: { readonly asked: AskedTerminal; readonly handle: string }) {
  const page = usePage();
  const title = useRow(uri)?.title ?? '';
  return (
    <li class="agent-terminal asks">
      <span class="waits">waits for</span>
      <a href={hashOf({ kind: 'terminal', uri })}>{title}</a>
      {of !== undefined && <span class="dim">which {of} holds</span>}
      {of === undefined && page.mayType && (
        <>
          <button
            type="button"
            class="button small"
            aria-label={`Hand over ${title} to @${handle}`}
            onClick={() => handOver(page, uri)}
          >
            Hand over
          </button>
          <button
            type="button"
            class="button small quiet"
            aria-label={`Not now, @${handle}`}
            onClick={() => decline(page, uri)}
          >
            Not now
          </button>
        </>
      )}
    </li>
  );
}
