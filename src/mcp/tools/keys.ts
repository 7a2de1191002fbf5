/** `term_keys` and `term_interrupt` — what is typed, key by key, into whatever runs there. */

import * as z from 'zod';
import { ordinaryModes, parseKeys } from '../../screen/keys/key-notation.ts';
import type { Agent } from '../agent/agent.ts';
import { runningIn } from '../agent/command-state.ts';
import { waitForEnd } from '../agent/wait-for.ts';
import { name } from './params.ts';
import { terminalNamed } from './terminal-named.ts';
import { type Answer, type Call, no, runs, tool } from './tool.ts';

const INTERRUPT_MS = 3_000;

export const keys = tool({
  name: 'term_keys',
  title: 'Send keys',
  description:
    'Types into whatever runs in a terminal: answers to prompts, REPLs, editors, menus. Text as it is; keys by name: <Enter> <Esc> <Tab> <Up> <F5> <C-c> <M-x> <S-Tab>; escapes: \\x03 \\n \\t \\e \\u00e9; a literal < before a word and > is <lt>, a literal backslash \\\\. <Enter> is what the Enter key sends. To run a command use term_run. Look with term_screen what it did.',
  input: z.strictObject({ name, keys: z.string().min(1).max(100_000) }),
  output: z.object({ ok: z.boolean() }),
  hints: runs,
  run: ({ agent }, args) => sendKeys(agent, args),
});

export async function sendKeys(
  agent: Agent,
  args: { readonly name: string; readonly keys: string },
): Promise<Answer> {
  const found = terminalNamed(agent, args.name);
  if (!found.ok) return found;
  const parsed = parseKeys(args.keys);
  if (!parsed.ok) return no(parsed.error);
  const modes = parsed.needsModes ? await modesOf(agent, found.uri) : ordinaryModes;
  await agent.client.cotty.type(found.uri, parsed.bytes(modes));
  return { ok: true, text: 'ok', data: { ok: true } };
}

export const interrupt = tool({
  name: 'term_interrupt',
  title: 'Interrupt',
  description:
    'Sends Ctrl+C to what runs in a terminal and waits a moment for it to end. What ignores Ctrl+C goes on: try term_keys with <C-\\> or <C-d>, or term_close.',
  input: z.strictObject({ name }),
  output: z.object({ ok: z.boolean(), ended: z.boolean() }),
  hints: { ...runs, idempotentHint: true },
  run: (call, args) => interruptIn(call, args.name),
});

export async function interruptIn({ agent, signal }: Call, name: string): Promise<Answer> {
  const found = terminalNamed(agent, name);
  if (!found.ok) return found;
  const ran = runningIn(await agent.look(found.uri));
  await agent.client.cotty.type(found.uri, '\x03');
  if (ran === undefined) {
    const text = `${found.name}: nothing ran; the line at the prompt is cleared`;
    return { ok: true, text, data: { ok: true, ended: true } };
  }
  const { commandId } = ran;
  const ended = await waitForEnd(agent, found.uri, { commandId, timeoutMs: INTERRUPT_MS, signal });
  const cmd = JSON.stringify(ran.commandLine);
  const text = ended
    ? `${found.name}: ${cmd} has ended`
    : `${found.name}: Ctrl+C was sent, but ${cmd} still runs after ${INTERRUPT_MS / 1000} s`;
  return { ok: true, text, data: { ok: true, ended } };
}

/** Whether arrows are `ESC [ A` or `ESC O A` is up to the program. */
async function modesOf(agent: Agent, uri: string): Promise<typeof ordinaryModes> {
  const { applicationCursorKeys = false } = await agent.client.cotty.screen(uri);
  return { ...ordinaryModes, applicationCursorKeys };
}
