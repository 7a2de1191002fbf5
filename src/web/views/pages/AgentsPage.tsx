/** The agents: who is connected, what each holds and runs, who waits for what, and how another one joins. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type AgentLine, agentLine } from '../../../protocol/common/agent-line.ts';
import { reasonOf } from '../../../protocol/common/reason-of.ts';
import type { HostStatus } from '../../../protocol/messages.ts';
import { agentRows } from '../../model/agents.ts';
import { usePage } from '../parts/context.ts';
import { copyText } from '../parts/copy-text.ts';
import { AgentCard } from './AgentCard.tsx';
import { PageFrame } from './PageFrame.tsx';

/** The host tells nobody that an agent has come or gone: it is asked again, in milliseconds. */
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
