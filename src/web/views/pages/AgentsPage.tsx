/** The page of agents: those that are connected, their terminals and commands, their waits, and how another one joins. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type AgentLine, agentLine } from '../../../protocol/common/agent-line.ts';
import { reasonOf } from '../../../protocol/common/reason-of.ts';
import type { HostStatus } from '../../../protocol/messages.ts';
import { decline, handOver } from '../../model/acts.ts';
import { type AgentRow, type AskedTerminal, agentRows } from '../../model/agents.ts';
import { hashOf } from '../../model/place.ts';
import { usePage, useRow } from '../parts/context.ts';
import { copyText } from '../parts/copy-text.ts';
import { clockSince, timeText } from '../parts/durations.ts';
import { PageFrame } from './PageFrame.tsx';

/** Interval at which the host is asked for its agents, in milliseconds: it does not report when one comes or goes. */
const AGAIN_MS = 2_000;

export function AgentsPage() {
  const page = usePage();
  const status = useSignal<HostStatus | undefined>(undefined);
  const failure = useSignal<string | undefined>(undefined);
  useEffect(() => {
    const ask = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        status.value = await page.client.cotty.status();
        failure.value = undefined;
      } catch (error) {
        failure.value = reasonOf(error);
      }
    };
    void ask();
    const timer = setInterval(() => void ask(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [page, status, failure]);
  const agents = agentRows(status.value?.agents ?? [], page.terminals.value, page.me);
  return (
    <PageFrame title="Agents">
      <div class="agents-scroll">
        {failure.value !== undefined && <p class="kept-note bad">{failure.value}</p>}
        {status.value !== undefined && agents.length === 0 && (
          <p class="agents-none">No agent is connected. One joins with the line below.</p>
        )}
        <ul class="agents" aria-label="Agents">
          {agents.map((agent) => (
            <AgentCard key={agent.handle} agent={agent} />
          ))}
        </ul>
        <Join line={joinLine(status.value?.socket)} />
      </div>
    </PageFrame>
  );
}

function Join({ line: { command, json } }: { readonly line: AgentLine }) {
  return (
    <section class="join" aria-label="Let an agent in">
      <h2>Let an agent in</h2>
      <p>On the machine of the terminals, paste this into a shell for Claude Code:</p>
      <Copied label="Copy the line" what="the line" text={command} />
      <p>or this into the settings of any MCP client:</p>
      <Copied label="Copy the JSON" what="the JSON" text={json} />
    </section>
  );
}

type CopiedProps = { readonly label: string; readonly what: string; readonly text: string };

function Copied({ label, what, text }: CopiedProps) {
  const page = usePage();
  return (
    <div class="copied">
      <code>{text}</code>
      <button
        type="button"
        class="button small"
        aria-label={label}
        onClick={() => void copyText(page, what, text)}
      >
        Copy
      </button>
    </div>
  );
}

/** The folder in which each machine with systemd looks for a person's host; any other one has to be named. */
const USUAL = /^\/run\/user\/\d+\/cotty$/;

function joinLine(socket: string | undefined): AgentLine {
  const folder = socket?.slice(0, socket.lastIndexOf('/'));
  const env = folder === undefined || USUAL.test(folder) ? {} : { COTTY_RUNTIME_DIR: folder };
  return agentLine({ launcher: ['cotty'], hostArgs: [], env });
}

/** One agent: the time since it connected, its terminals with their commands, and its waits. */
function AgentCard({ agent }: { readonly agent: AgentRow }) {
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
