/** A second client of a sandbox's host: tests read from it what the screen has no room for. */

import { join } from 'node:path';
import { type Client, HostClient } from '../../src/client/client.ts';
import { hostAt } from '../../src/client/host-at.ts';
import type { CommandPart, TerminalInfo } from '../../src/protocol/terminal/state.ts';
import type { Sandbox } from './sandbox.ts';

export function connectTo(sandbox: Sandbox, clientId = 'test-observer'): Promise<Client> {
  return HostClient.open({
    ...hostOf(sandbox),
    clientId,
    clientInfo: { name: 'test' },
    meta: { writer: 'user:test', screens: false },
  });
}

const WAIT_MS = 40_000;
const TRY_EVERY_MS = 20;

/** Connects to a host that may still be starting: its process is there before it listens. */
export async function connectToNext(sandbox: Sandbox, clientId?: string): Promise<Client> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    try {
      return await connectTo(sandbox, clientId);
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, TRY_EVERY_MS));
    }
  }
}

/** A client that is an agent with this handle. */
export function agentAt(sandbox: Sandbox, handle: string): Promise<Client> {
  return HostClient.open({
    ...hostOf(sandbox),
    clientId: `agent-${handle}`,
    meta: { writer: `agent:${handle}` },
  });
}

function hostOf(sandbox: Sandbox) {
  return hostAt({ url: `unix:${join(sandbox.env['COTTY_RUNTIME_DIR'] ?? '', 'host.sock')}` });
}

/** The terminal of that title; the only one, if none is named. */
export function terminalOf(client: Client, title?: string): TerminalInfo {
  const terminals = client.root.state.terminals ?? [];
  const found = title === undefined ? terminals : terminals.filter((terminal) => terminal.title === title);
  const [terminal] = found;
  if (terminal === undefined || found.length > 1) {
    throw new Error(
      `${found.length} terminals for "${title ?? 'the only one'}": ${terminals.map((info) => info.title)}`,
    );
  }
  return terminal;
}

/** The commands that ran in a terminal, oldest first. */
export async function commandsOf(client: Client, title?: string): Promise<CommandPart[]> {
  const mirror = await client.subscribe(terminalOf(client, title).resource);
  return mirror.state.content.filter((part) => part.type === 'command');
}

/** Resolves when `seen` holds for the state of the terminal, looked at after each action. */
export async function waitForCommands(
  client: Client,
  seen: (commands: readonly CommandPart[]) => boolean,
  { title, withinMs = 60_000 }: { readonly title?: string; readonly withinMs?: number } = {},
): Promise<CommandPart[]> {
  const mirror = await client.subscribe(terminalOf(client, title).resource);
  const commands = (): CommandPart[] => mirror.state.content.filter((part) => part.type === 'command');
  return new Promise((resolve, reject) => {
    const check = (): void => {
      if (!seen(commands())) return;
      clearTimeout(deadline);
      stop();
      resolve(commands());
    };
    const deadline = setTimeout(() => {
      stop();
      const said = commands().map(({ commandLine, exitCode }) => `${commandLine} → ${exitCode}`);
      reject(new Error(`not seen within ${withinMs} ms; the commands are:\n${said.join('\n')}`));
    }, withinMs);
    const stop = mirror.onChange(check);
    check();
  });
}
